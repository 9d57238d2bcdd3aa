// SPDX-License-Identifier: Apache-2.0
// parse_fuzz.cc: any text is read or refused; what is read reads back from each of its texts.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tileglot/core/source_text.h"
#include "tileglot/notation/linear/algebra/invert_and_compose.h"
#include "tileglot/notation/linear/algebra/product.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/text/parse.h"
#include "tileglot/notation/linear/text/print.h"
#include "tileglot/notation/linear/text/python_text.h"
#include "tileglot/notation/linear/text/triton_text.h"

namespace tileglot::notation::linear {
namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

void check_text(const Layout& layout, const std::string& text) {
  const auto again = parse(text);
  require(again.has_value() && *again == layout);
}

/// Checks that every operation on what was read computes a result or refuses.
void check_operations(const Layout& layout) {
  if (const auto inverse = invert(layout)) require(invert(*inverse).has_value());
  if (const auto square = mul(layout, layout)) require(square->in_bits() == 2 * layout.in_bits());
}

void check(std::string_view text) {
  const auto read = parse(text);
  if (!read) {
    require(!core::render(core::with_line(read.error(), text)).empty());
    return;
  }
  check_text(*read, print(*read));
  check_text(*read, to_string(*read));
  check_text(*read, print_python(*read));
  check_operations(*read);
}

}  // namespace
}  // namespace tileglot::notation::linear

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tileglot::notation::linear::check(std::string(data, data + size));
  return 0;
}
