// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/bitcast/align_layouts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/bitcast/common_factors.h"
#include "tileglot/notation/xla/bitcast/is_bitcast.h"
#include "tileglot/notation/xla/dimensions/filter_dimensions.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/validate/array_bounds.h"
#include "tileglot/notation/xla/validate/validate.h"

namespace tileglot::notation::xla {
namespace {

using core::fail;
using core::Result;
using core::Status;
using Order = std::vector<std::int64_t>;
using Points = std::vector<DimensionPair>;

Status check(const Shape& in, const Shape& out) {
  TILEGLOT_TRY_STATUS(check_array(in));
  TILEGLOT_TRY_STATUS(check_array(out));
  TILEGLOT_TRY_STATUS(validate(in));
  if (in.layout) return {};
  return fail(
      {.code = "xla.layout_missing",
       .message = fmt::format("{} has no layout yet, so there is none to align to", print(in)),
       .help = "write one, as in f32[3,5]{1,0}"});
}

/// The group that ends with this dimension of the input.
std::optional<std::size_t> group_ending_with(const Points& points, std::int64_t dimension) {
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (points[i].first == dimension + 1) return i;
  }
  return std::nullopt;
}

void append_descending(Order& order, std::int64_t begin, std::int64_t end) {
  for (std::int64_t d = end; d-- > begin;) order.push_back(d);
}

/// Walks the input from minor to major; each group must be complete, its last dimension first.
/// Precondition: no dimension of size 1, so that every group has dimensions on both sides.
std::optional<Order> aligned_order(const Order& in, const Points& points) {
  Order out;
  for (std::size_t at = 0; at < in.size();) {
    const auto group = group_ending_with(points, in[at]);
    if (!group) return std::nullopt;
    Order expected;
    append_descending(expected, points[*group - 1].first, points[*group].first);
    if (in.size() - at < expected.size() ||
        !std::equal(expected.begin(), expected.end(), in.begin() + static_cast<std::ptrdiff_t>(at)))
      return std::nullopt;
    append_descending(out, points[*group - 1].second, points[*group].second);
    at += expected.size();
  }
  return out;
}

/// The order of the remaining dimensions, by their numbers in the whole array; the others follow at
/// the major end, descending.
Order with_degenerate_dimensions(const Order& squeezed, const Shape& whole) {
  Order kept;
  Order degenerate;
  for (std::size_t d = 0; d < rank(whole); ++d) {
    (whole.dimensions[d].bound == 1 ? degenerate : kept).push_back(static_cast<std::int64_t>(d));
  }
  Order order;
  for (const std::int64_t d : squeezed) order.push_back(kept[static_cast<std::size_t>(d)]);
  order.insert(order.end(), degenerate.rbegin(), degenerate.rend());
  return order;
}

Result<std::optional<Order>> order_for(const Shape& in, const Shape& out) {
  TILEGLOT_TRY(from, drop_degenerate_dimensions(in));
  TILEGLOT_TRY(to, drop_degenerate_dimensions(out));
  TILEGLOT_TRY(from_bounds, array_bounds(from));
  TILEGLOT_TRY(to_bounds, array_bounds(to));
  TILEGLOT_TRY(points, common_factors(from_bounds, to_bounds));
  if (is_zero_element_array(out)) return descending_layout(rank(out)).minor_to_major;
  const auto order = aligned_order(from.layout->minor_to_major, points);
  if (!order) return std::nullopt;
  return with_degenerate_dimensions(*order, out);
}

}  // namespace

Result<std::optional<Shape>> align_layouts(const Shape& in, const Shape& out) {
  TILEGLOT_TRY_STATUS(check(in, out));
  Shape result = out;
  result.layout.reset();
  Shape plain_in = in;
  plain_in.layout = Layout{.minor_to_major = in.layout->minor_to_major};
  TILEGLOT_TRY(order, order_for(plain_in, result));
  if (!order) return std::nullopt;
  result.layout = *in.layout;
  result.layout->minor_to_major = std::move(*order);
  if (!validate(result)) return std::nullopt;
  TILEGLOT_TRY(moves_nothing, reshape_is_bitcast(in, result, ElementTypes::kIgnored));
  return moves_nothing ? std::optional(std::move(result)) : std::nullopt;
}

}  // namespace tileglot::notation::xla
