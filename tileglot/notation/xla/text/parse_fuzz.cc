// SPDX-License-Identifier: Apache-2.0
// parse_fuzz.cc: any text is read or refused; what is read prints, reads back and evaluates.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/source_text.h"
#include "tileglot/notation/xla/address/explain.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/validate/evaluate.h"

namespace tileglot::notation::xla {
namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

/// XLA's text cannot express every value: types that are not integers print as "(invalid)".
bool can_read_back(std::string_view text) { return text.find("invalid") == std::string_view::npos; }

void check_corner(const Shape& shape, const Evaluator& evaluator, bool last) {
  std::vector<std::int64_t> corner;
  for (const std::int64_t extent : evaluator.extents()) corner.push_back(last ? extent - 1 : 0);
  if (!evaluator.check(corner)) return;  // no elements
  const std::int64_t offset = evaluator.offset(corner);
  require(offset >= 0 && offset < evaluator.physical_size());
  const auto steps = explain(shape, corner);
  require(steps && steps->offset == offset);
}

void check_evaluation(const Shape& shape) {
  const auto evaluator = Evaluator::of(shape);
  if (!evaluator) return;
  check_corner(shape, *evaluator, false);
  check_corner(shape, *evaluator, true);
}

void check_shape(std::string_view text) {
  const auto read = parse_shape(text);
  if (!read) {
    require(!core::render(core::with_line(read.error(), text)).empty());
    return;
  }
  const std::string printed = print(*read);
  const auto again = parse_shape(printed);
  require(again.has_value() == can_read_back(printed));
  // M(n) with n < 0 is kept but not printed, so the texts are compared.
  if (again) require(print(*again) == printed);
  check_evaluation(*read);
}

void check_layout(std::string_view text) {
  const auto read = parse_layout(text);
  if (!read) return;
  const std::string printed = print(*read);
  const auto again = parse_layout(printed);
  require(again.has_value() == can_read_back(printed));
  if (again) require(print(*again) == printed);
}

}  // namespace
}  // namespace tileglot::notation::xla

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  tileglot::notation::xla::check_shape(text);
  tileglot::notation::xla::check_layout(text);
  return 0;
}
