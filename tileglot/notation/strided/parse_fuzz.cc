// SPDX-License-Identifier: Apache-2.0
// parse_fuzz.cc: any text is read or refused in every spelling; what is read prints, reads back and
// evaluates.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/source_text.h"
#include "tileglot/notation/strided/any_layout.h"
#include "tileglot/notation/strided/array.h"

namespace tileglot::notation::strided {
namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

void check_corner(const Evaluator& evaluator, bool last) {
  std::vector<std::int64_t> corner;
  for (const std::int64_t extent : evaluator.extents()) corner.push_back(last ? extent - 1 : 0);
  if (!evaluator.check(corner)) return;  // no elements
  require(evaluator.offset(corner) < evaluator.physical_size());
}

void check_text(std::string_view text, const std::optional<Array>& tensor,
                std::optional<Spelling> spelling) {
  const auto read = parse(text, tensor, spelling);
  if (!read) {
    require(!core::render(core::with_line(read.error(), text)).empty());
    return;
  }
  const auto evaluator = Evaluator::of(*read);
  require(evaluator.has_value());
  check_corner(*evaluator, false);
  check_corner(*evaluator, true);
  const std::string printed = print(*read);
  // A TVM scalar has no axes, so its text is empty.
  if (printed.empty()) return;
  const auto again = parse(printed, array_of(*read), spelling_of(*read));
  require(again.has_value());
  require(print(*again) == printed);
}

}  // namespace
}  // namespace tileglot::notation::strided

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using tileglot::notation::strided::Array;
  using tileglot::notation::strided::Spelling;
  const std::string text(data, data + size);
  tileglot::notation::strided::check_text(text, {}, {});
  for (int i = 0; i < 6; ++i) {
    const auto spelling = static_cast<Spelling>(i);
    tileglot::notation::strided::check_text(text, Array{{5, 17}}, spelling);
    tileglot::notation::strided::check_text(text, Array{{1, 32, 2, 2}}, spelling);
  }
  return 0;
}
