// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/dimensions/major_dimension.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
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

Status check_dimension_in_order(const Shape& array, std::int64_t number) {
  TILEGLOT_TRY_STATUS(check_array(array));
  TILEGLOT_TRY_STATUS(check_dimension_number(array, number));
  TILEGLOT_TRY_STATUS(validate(array));
  if (array.layout) return {};
  return fail({.code = "xla.layout_missing",
               .message = fmt::format("{} has no layout yet, so its dimensions have no order",
                                      print(array)),
               .help = "write one, as in f32[3,5]{1,0}"});
}

Renumbering same_numbers(std::size_t rank) {
  Renumbering same;
  for (std::size_t d = 0; d < rank; ++d) same.emplace_back(static_cast<std::int64_t>(d));
  return same;
}

Result<Shape> move_in_array(const Shape& array, std::int64_t number) {
  TILEGLOT_TRY_STATUS(check_dimension_in_order(array, number));
  std::vector<std::int64_t> order = array.layout->minor_to_major;
  std::erase(order, number);
  order.push_back(number);
  Shape moved = array;
  moved.layout = with_dimensions(*array.layout, std::move(order), same_numbers(rank(array)));
  TILEGLOT_TRY_STATUS(validate(moved));
  return moved;
}

}  // namespace

Result<bool> is_effectively_most_major_dimension(const Shape& array, std::int64_t number) {
  TILEGLOT_TRY_STATUS(check_dimension_in_order(array, number));
  for (const std::int64_t dimension : std::views::reverse(array.layout->minor_to_major)) {
    if (dimension == number) return true;
    if (array.dimensions[static_cast<std::size_t>(dimension)].bound != 1) return false;
  }
  return false;
}

bool last_dim_is_minor_most(const Shape& array) {
  if (!array.layout || array.layout->minor_to_major.empty()) return true;
  return array.layout->minor_to_major[0] == static_cast<std::int64_t>(rank(array)) - 1;
}

Result<Shape> move_dim_to_major(const Shape& shape, std::int64_t number) {
  if (shape.type != PrimitiveType::kTuple) return move_in_array(shape, number);
  Shape result = shape;
  for (Shape& element : result.elements) {
    TILEGLOT_TRY(moved, move_dim_to_major(element, number));
    element = std::move(moved);
  }
  return result;
}

}  // namespace tileglot::notation::xla
