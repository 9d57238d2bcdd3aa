// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/validate/splits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/layout_order.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/validate/array_bounds.h"
#include "tileglot/notation/xla/validate/detail/refusals.h"
#include "tileglot/notation/xla/validate/validate.h"

namespace tileglot::notation::xla {
namespace {

using core::fail;
using core::Result;

core::Status check_valid_array(const Shape& shape) {
  TILEGLOT_TRY_STATUS(check_array(shape));
  return validate(shape);
}

/// The cuts of a logical dimension. Precondition: the layout is valid.
std::vector<std::int64_t> cuts_of(const Layout& layout, std::int64_t dimension) {
  for (const SplitConfig& split : layout.split_configs) {
    if (*major(layout, split.dimension) == dimension) return split.indices;
  }
  return {};
}

}  // namespace

std::int64_t longest_part(std::span<const std::int64_t> bounds) {
  std::int64_t length = 0;
  for (std::size_t i = 1; i < bounds.size(); ++i)
    length = std::max(length, bounds[i] - bounds[i - 1]);
  return length;
}

std::vector<std::int64_t> split_bounds_of_valid(const Shape& array, std::size_t dimension) {
  std::vector<std::int64_t> bounds =
      cuts_of(layout_or_default(array), static_cast<std::int64_t>(dimension));
  bounds.insert(bounds.begin(), 0);
  bounds.push_back(*array.dimensions[dimension].bound);
  return bounds;
}

Result<std::vector<std::int64_t>> split_bounds(const Shape& shape, std::int64_t dimension) {
  TILEGLOT_TRY_STATUS(check_valid_array(shape));
  TILEGLOT_TRY_STATUS(check_dimension_number(shape, dimension));
  const auto number = static_cast<std::size_t>(dimension);
  if (!shape.dimensions[number].bound) return fail(detail::unbounded(number));
  return split_bounds_of_valid(shape, number);
}

Result<std::int64_t> split_count(const Shape& shape, std::int64_t dimension) {
  TILEGLOT_TRY(bounds, split_bounds(shape, dimension));
  return static_cast<std::int64_t>(bounds.size()) - 1;
}

Result<std::int64_t> max_split_size(const Shape& shape, std::int64_t dimension) {
  TILEGLOT_TRY(bounds, split_bounds(shape, dimension));
  return longest_part(bounds);
}

Result<std::int64_t> max_elements_in_per_split(const Shape& shape) {
  TILEGLOT_TRY_STATUS(check_valid_array(shape));
  core::Checked elements = 1;
  bool is_empty = false;
  for (std::size_t d = 0; d < rank(shape); ++d) {
    TILEGLOT_TRY(length, max_split_size(shape, static_cast<std::int64_t>(d)));
    is_empty = is_empty || length == 0;
    if (elements) elements = core::checked_mul(*elements, length);
  }
  if (is_empty) return 0;
  if (!elements) return fail(detail::too_large(shape));
  return *elements;
}

Result<std::optional<SplitConfig>> split_config(const Shape& shape) {
  TILEGLOT_TRY_STATUS(check_valid_array(shape));
  const Layout layout = layout_or_default(shape);
  if (layout.split_configs.empty()) return std::nullopt;
  if (layout.split_configs.size() == 1) return layout.split_configs[0];
  return fail({.code = "xla.split",
               .message = fmt::format("{} has {} splits, not one", print(layout),
                                      layout.split_configs.size()),
               .help = "ask for the parts of each dimension, as in xla.split_bounds"});
}

}  // namespace tileglot::notation::xla
