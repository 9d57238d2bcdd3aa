// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/dimensions/insert_dimensions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <ranges>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/limits.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/renumber_dimensions.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/validate/array_bounds.h"
#include "tileglot/notation/xla/validate/validate.h"

namespace tileglot::notation::xla {
namespace {

using core::fail;
using core::Result;
using core::Status;
using Order = std::vector<std::int64_t>;

Status check_new_dimension(const Shape& array, std::int64_t bound) {
  TILEGLOT_TRY_STATUS(check_array(array));
  TILEGLOT_TRY_STATUS(validate(array));
  if (bound < 0) {
    return fail({.code = "xla.dimension",
                 .message = fmt::format("a dimension cannot have the size {}", bound)});
  }
  if (rank(array) < kMaxRank) return {};
  return fail({.code = "xla.limit",
               .message = fmt::format("more than {} dimensions", kMaxRank),
               .help = "no XLA layout in use comes near this limit"});
}

core::Error no_place(const Shape& array, std::int64_t index) {
  return {{.code = "xla.no_dimension",
           .message = fmt::format("{} has no place for a dimension at {}",
                                  print(array, LayoutText::kHidden), index),
           .help = rank(array) == 0
                       ? "into a scalar a dimension is inserted at 0"
                       : fmt::format("a dimension is inserted at 0 to {}", rank(array))}};
}

/// The numbers of dimensions from `index` on increase by one.
Renumbering making_room_at(std::size_t index, std::size_t rank) {
  Renumbering renumbered;
  for (std::size_t d = 0; d < rank; ++d) {
    renumbered.emplace_back(static_cast<std::int64_t>(d < index ? d : d + 1));
  }
  return renumbered;
}

/// Adds the dimension `index`, the k-th from the minor end.
Result<Shape> with_dimension(const Shape& array, std::size_t index, std::int64_t bound,
                             std::size_t k) {
  Shape result = array;
  result.dimensions.insert(result.dimensions.begin() + static_cast<std::ptrdiff_t>(index),
                           {.bound = bound});
  if (array.layout) {
    const Renumbering renumbered = making_room_at(index, rank(array));
    Order order = renumbered_order(array.layout->minor_to_major, renumbered);
    order.insert(order.begin() + static_cast<std::ptrdiff_t>(k), static_cast<std::int64_t>(index));
    result.layout = with_dimensions(*array.layout, std::move(order), renumbered);
  }
  TILEGLOT_TRY_STATUS(validate(result));
  return result;
}

/// The position directly more major than dimension `index`; the most minor where there is none.
std::size_t place_before(const Shape& array, std::size_t index) {
  if (!array.layout || index == rank(array)) return 0;
  const Order& order = array.layout->minor_to_major;
  const auto found = std::find(order.begin(), order.end(), static_cast<std::int64_t>(index));
  return static_cast<std::size_t>(found - order.begin()) + 1;
}

}  // namespace

Result<Shape> append_major_dimension(std::int64_t bound, const Shape& array) {
  TILEGLOT_TRY_STATUS(check_new_dimension(array, bound));
  return with_dimension(array, rank(array), bound, rank(array));
}

Result<Shape> prepend_major_dimension(std::int64_t bound, const Shape& array) {
  TILEGLOT_TRY_STATUS(check_new_dimension(array, bound));
  return with_dimension(array, 0, bound, rank(array));
}

Result<Shape> append_minor_dimension(std::int64_t bound, const Shape& array) {
  TILEGLOT_TRY_STATUS(check_new_dimension(array, bound));
  return with_dimension(array, rank(array), bound, 0);
}

Result<Shape> insert_dimensions_at_index(const Shape& array, std::int64_t index,
                                         std::span<const std::int64_t> bounds) {
  TILEGLOT_TRY_STATUS(check_array(array));
  const auto end = static_cast<std::int64_t>(rank(array));
  if (index < 0 || index > end) return fail(no_place(array, index));
  Shape result = array;
  const auto at = static_cast<std::size_t>(index);
  for (const std::int64_t bound : std::views::reverse(bounds)) {
    TILEGLOT_TRY_STATUS(check_new_dimension(result, bound));
    TILEGLOT_TRY(larger, with_dimension(result, at, bound, place_before(result, at)));
    result = std::move(larger);
  }
  return result;
}

}  // namespace tileglot::notation::xla
