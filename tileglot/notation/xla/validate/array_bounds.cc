// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/validate/array_bounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/limits.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/validate/detail/refusals.h"

namespace tileglot::notation::xla {

using core::fail;
using core::Result;
using core::Status;

const Shape* array_in(const Shape& shape) {
  if (is_array(shape)) return &shape;
  const bool holds_array = shape.type == PrimitiveType::kBuffer && shape.elements.size() == 1;
  return holds_array && is_array(shape.elements[0]) ? &shape.elements[0] : nullptr;
}

Status check_array(const Shape& shape) {
  if (is_array(shape)) return {};
  return fail(detail::not_array(shape));
}

Result<std::vector<std::int64_t>> array_bounds(const Shape& array) {
  TILEGLOT_TRY_STATUS(check_array(array));
  if (rank(array) > kMaxRank) return fail(detail::beyond_limit("dimensions", kMaxRank));
  std::vector<std::int64_t> bounds;
  for (const Dimension& dimension : array.dimensions) {
    if (!dimension.bound) return fail(detail::unbounded(bounds.size()));
    if (*dimension.bound < 0) {
      return fail(
          {.code = "xla.dimension",
           .message = fmt::format("a dimension cannot have the size {}", *dimension.bound)});
    }
    bounds.push_back(*dimension.bound);
  }
  return bounds;
}

core::Checked element_count(std::span<const std::int64_t> bounds) {
  if (std::find(bounds.begin(), bounds.end(), 0) != bounds.end()) return 0;
  core::Checked count = 1;
  for (const std::int64_t bound : bounds) {
    if (count) count = core::checked_mul(*count, bound);
  }
  return count;
}

Result<std::int64_t> elements_in(const Shape& shape) {
  const Shape* array = array_in(shape);
  if (array == nullptr) return fail(detail::not_array(shape));
  TILEGLOT_TRY(bounds, array_bounds(*array));
  if (const core::Checked count = element_count(bounds)) return *count;
  return fail({.code = "xla.too_large",
               .message = fmt::format("{} has more elements than a signed 64-bit integer can count",
                                      print(shape, LayoutText::kHidden)),
               .help = "at most 9223372036854775807 elements can be addressed"});
}

bool is_zero_element_array(const Shape& shape) {
  const Shape* array = array_in(shape);
  return array != nullptr && std::any_of(array->dimensions.begin(), array->dimensions.end(),
                                         [](const Dimension& d) { return d.bound == 0; });
}

Status check_dimension_number(const Shape& array, std::int64_t number) {
  const auto count = static_cast<std::int64_t>(rank(array));
  if (number >= 0 && number < count) return {};
  return fail(
      {.code = "xla.no_dimension",
       .message = fmt::format("{} has no dimension {}", print(array, LayoutText::kHidden), number),
       .help = count == 0 ? "a scalar has no dimension"
                          : fmt::format("its dimensions are 0 to {}", count - 1)});
}

Result<Dimension> dimension_at(const Shape& shape, std::int64_t number) {
  const Shape* array = array_in(shape);
  if (array == nullptr) return fail(detail::not_array(shape));
  const auto count = static_cast<std::int64_t>(rank(*array));
  const bool is_from_end = number < 0 && number >= -count;
  const std::int64_t position = is_from_end ? number + count : number;
  TILEGLOT_TRY_STATUS(check_dimension_number(*array, position));
  return array->dimensions[static_cast<std::size_t>(position)];
}

bool same_dimensions(const Shape& a, const Shape& b) {
  const Shape* left = array_in(a);
  const Shape* right = array_in(b);
  if (left == nullptr || right == nullptr) return false;
  return std::equal(left->dimensions.begin(), left->dimensions.end(), right->dimensions.begin(),
                    right->dimensions.end(),
                    [](const Dimension& x, const Dimension& y) { return x.bound == y.bound; });
}

}  // namespace tileglot::notation::xla
