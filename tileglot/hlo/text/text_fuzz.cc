// SPDX-License-Identifier: Apache-2.0
// text_fuzz.cc: any text is read or rejected; a module that is read is verified or not, prints, and
// reads back as the same module.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tileglot/core/source_text.h"
#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/text/parse.h"
#include "tileglot/hlo/text/print.h"

namespace tileglot::hlo {
namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

/// Shapes whose text cannot be read back: index types that are not integers.
bool can_read_back(std::string_view text) { return text.find("invalid") == std::string_view::npos; }

void check(std::string_view text, UnknownAttributes unknown) {
  const auto module = parse_module(text, {.unknown_attributes = unknown});
  if (!module) {
    require(!core::render(core::with_line(module.error(), text)).empty());
    return;
  }
  const auto status = verify(*module);
  require(status || !core::render(core::with_line(status.error(), text)).empty());
  const std::string printed = print(*module);
  const auto again = parse_module(printed, {.unknown_attributes = unknown});
  require(again.has_value() || !can_read_back(printed));
  if (again) require(print(*again) == printed);
  require(!print(*module, PrintStyle::kXla).empty());
  require(!print(*module, PrintStyle::kShort).empty());
}

}  // namespace
}  // namespace tileglot::hlo

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  tileglot::hlo::check(text, tileglot::hlo::UnknownAttributes::kRefused);
  tileglot::hlo::check(text, tileglot::hlo::UnknownAttributes::kKept);
  return 0;
}
