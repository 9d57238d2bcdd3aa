// SPDX-License-Identifier: Apache-2.0
// Any text is a layout or an error; a layout prints to a text that is the same layout, and what the
// constexpr reader accepts, parse_layout reads alike.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tileglot/core/source_text.h"
#include "tileglot/notation/cute/coalesce.h"
#include "tileglot/notation/cute/evaluate.h"
#include "tileglot/notation/cute/literal.h"
#include "tileglot/notation/cute/parse.h"
#include "tileglot/notation/cute/print.h"

namespace {

using namespace tileglot::notation::cute;  // NOLINT(google-build-using-namespace)

void require(bool holds) {
  if (!holds) __builtin_trap();
}

void check_layout(std::string_view text) {
  const auto layout = parse_layout(text);
  if (!layout) {
    require(!layout.error().code.empty() && !tileglot::core::render(layout.error(), text).empty());
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
  const auto parsed = parse_layout(text);
  require(parsed.has_value() && *parsed == *layout);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size_bytes) {
  const std::string_view text(reinterpret_cast<const char*>(data), size_bytes);
  check_layout(text);
  check_reader(text);
  const auto coordinate = parse_coordinate(text);
  if (coordinate) require(parse_coordinate(print(*coordinate, Marks::kShow)) == *coordinate);
  return 0;
}
