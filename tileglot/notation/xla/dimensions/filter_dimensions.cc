// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/dimensions/filter_dimensions.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/renumber_dimensions.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/validate/array_bounds.h"
#include "tileglot/notation/xla/validate/validate.h"

namespace tileglot::notation::xla {
namespace {

using core::Result;

Renumbering closing_up(std::size_t rank, const std::function<bool(std::int64_t)>& keep) {
  Renumbering renumbered;
  std::int64_t next = 0;
  for (std::int64_t d = 0; d < static_cast<std::int64_t>(rank); ++d) {
    if (keep(d)) {
      renumbered.emplace_back(next++);
    } else {
      renumbered.emplace_back();
    }
  }
  return renumbered;
}

bool is_degenerate(const Dimension& dimension) { return dimension.bound == 1; }

}  // namespace

Result<Shape> filter_dimensions(const Shape& array, const std::function<bool(std::int64_t)>& keep) {
  TILEGLOT_TRY_STATUS(check_array(array));
  TILEGLOT_TRY_STATUS(validate(array));
  const Renumbering renumbered = closing_up(rank(array), keep);
  Shape result{.type = array.type};
  for (std::size_t d = 0; d < renumbered.size(); ++d) {
    if (renumbered[d]) result.dimensions.push_back(array.dimensions[d]);
  }
  if (array.layout) {
    result.layout = with_dimensions(
        *array.layout, renumbered_order(array.layout->minor_to_major, renumbered), renumbered);
  }
  TILEGLOT_TRY_STATUS(validate(result));
  return result;
}

Result<Shape> delete_dimensions(const Shape& array, std::span<const std::int64_t> dimensions) {
  TILEGLOT_TRY_STATUS(check_array(array));
  for (const std::int64_t dimension : dimensions) {
    TILEGLOT_TRY_STATUS(check_dimension_number(array, dimension));
  }
  return filter_dimensions(array, [&](std::int64_t d) {
    return std::find(dimensions.begin(), dimensions.end(), d) == dimensions.end();
  });
}

bool has_degenerate_dimensions(const Shape& array) {
  return std::any_of(array.dimensions.begin(), array.dimensions.end(), is_degenerate);
}

Result<Shape> drop_degenerate_dimensions(const Shape& array) {
  return filter_dimensions(array, [&](std::int64_t d) {
    return !is_degenerate(array.dimensions[static_cast<std::size_t>(d)]);
  });
}

std::size_t true_num_dimensions(const Shape& array) {
  const auto degenerate =
      std::count_if(array.dimensions.begin(), array.dimensions.end(), is_degenerate);
  return rank(array) - static_cast<std::size_t>(degenerate);
}

}  // namespace tileglot::notation::xla
