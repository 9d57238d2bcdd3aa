// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/address/multidimensional_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/validate/array_bounds.h"
#include "tileglot/notation/xla/validate/detail/refusals.h"
#include "tileglot/notation/xla/validate/evaluate.h"

namespace tileglot::notation::xla {
namespace {

using core::fail;
using core::Result;

Result<Evaluator> untiled_evaluator(const Shape& shape) {
  Shape untiled = shape;
  if (untiled.layout) untiled.layout->tiles.clear();
  return Evaluator::of(untiled);
}

}  // namespace

Result<std::int64_t> multidimensional_index_to_linear_index(
    const Shape& shape, std::span<const std::int64_t> coordinate) {
  TILEGLOT_TRY(evaluator, untiled_evaluator(shape));
  TILEGLOT_TRY_STATUS(evaluator.check(coordinate));
  return evaluator.offset(coordinate);
}

Result<std::vector<std::int64_t>> linear_index_to_multidimensional_index(const Shape& shape,
                                                                         std::int64_t linear) {
  TILEGLOT_TRY(evaluator, untiled_evaluator(shape));
  if (linear < 0 || linear >= evaluator.size()) {
    return fail(detail::outside(linear, evaluator.size()));
  }
  std::vector<std::int64_t> coordinate(rank(shape));
  evaluator.element_at(linear, coordinate);  // without tiles there is no padding
  return coordinate;
}

Result<std::int64_t> dimension_stride(const Shape& shape, std::int64_t dimension) {
  TILEGLOT_TRY(evaluator, untiled_evaluator(shape));
  TILEGLOT_TRY_STATUS(check_dimension_number(shape, dimension));
  core::Checked stride = 1;
  for (const std::int64_t minor : layout_or_default(shape).minor_to_major) {
    if (minor == dimension) break;
    stride = core::checked_mul(*stride, evaluator.extents()[static_cast<std::size_t>(minor)]);
    if (!stride) return fail(detail::too_large(shape));
  }
  return *stride;
}

bool bump_indices(const Shape& shape, std::span<std::int64_t> coordinate) {
  for (std::size_t i = coordinate.size(); i-- > 0;) {
    const auto bound = shape.dimensions[i].bound;
    ++coordinate[i];
    if (!bound || coordinate[i] < *bound) return true;
    coordinate[i] = 0;
  }
  return false;
}

bool index_in_bounds(const Shape& shape, std::span<const std::int64_t> coordinate) {
  const auto is_inside = [](std::int64_t index, const Dimension& dimension) {
    return index >= 0 && (!dimension.bound || index < *dimension.bound);
  };
  return is_array(shape) && std::equal(coordinate.begin(), coordinate.end(),
                                       shape.dimensions.begin(), shape.dimensions.end(), is_inside);
}

Result<std::strong_ordering> compare_indices(std::span<const std::int64_t> a,
                                             std::span<const std::int64_t> b) {
  if (a.size() != b.size()) {
    return fail({.code = "xla.coordinate",
                 .message = fmt::format("a coordinate of {} entries has no order against one of {}",
                                        a.size(), b.size()),
                 .help = "compare coordinates of one shape"});
  }
  return std::lexicographical_compare_three_way(a.begin(), a.end(), b.begin(), b.end());
}

}  // namespace tileglot::notation::xla
