// SPDX-License-Identifier: Apache-2.0
// Any text is a layout, tiler, swizzle, tuple or coordinate, or an error that points into it; a
// parsed value prints to a text that parses to the same value, and parse_layout reads every text
// that the constexpr reader accepts, with the same result.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "tileglot/core/source_text.h"
#include "tileglot/notation/cute/layout/coalesce.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/evaluate.h"
#include "tileglot/notation/cute/text/parse.h"
#include "tileglot/notation/cute/text/print.h"

namespace {

using namespace tileglot::notation::cute;  // NOLINT(google-build-using-namespace)

void require(bool holds) {
  if (!holds) __builtin_trap();
}

void check_layout(std::string_view text) {
  const auto layout = parse_layout(text);
  if (!layout) {
    require(!layout.error()->code.empty() &&
            !tileglot::core::render(tileglot::core::with_line(layout.error(), text)).empty());
    return;
  }
  const auto again = parse_layout(print(*layout, Marks::kShow));
  require(again.has_value() && *again == *layout);
  require(size(coalesce(*layout))->value == size(*layout)->value);
  require(explain_offset(*layout, 0).has_value() == (size(*layout)->value > 0));
}

void check_reader(std::string_view text) {
  const auto layout = read_layout(text);
  if (!layout) return;
  const auto parsed = parse_any_layout(text);
  require(parsed.has_value() && *parsed == CuteLayout(*layout));
}

template <class T>
std::string text_of(const T& value) {
  return print(value, Marks::kShow);
}
std::string text_of(Swizzle swizzle) { return print(swizzle); }
std::string text_of(const CuteLayout& layout) {
  return std::visit([](const auto& l) { return print(l, Marks::kShow); }, layout);
}

/// A value that `read` accepts reads back equal after printing; a refusal can be rendered.
template <class Read>
void check_round_trip(std::string_view text, const Read& read) {
  const auto value = read(text);
  if (!value) {
    require(!value.error()->code.empty() &&
            !tileglot::core::render(tileglot::core::with_line(value.error(), text)).empty());
    return;
  }
  const auto again = read(text_of(*value));
  require(again.has_value() && *again == *value);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size_bytes) {
  const std::string_view text(reinterpret_cast<const char*>(data), size_bytes);
  check_layout(text);
  check_reader(text);
  check_round_trip(text, parse_any_layout);
  check_round_trip(text, parse_tiler);
  check_round_trip(text, parse_swizzle);
  check_round_trip(text, parse_int_tuple);
  check_round_trip(text, parse_coordinate);
  return 0;
}
