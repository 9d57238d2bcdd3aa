// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/constraints/reshape_layouts.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/constraints/layout_table.h"
#include "tileglot/notation/xla/bitcast/align_layouts.h"
#include "tileglot/notation/xla/dimensions/filter_dimensions.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;
using Order = std::vector<std::int64_t>;

bool is_one(const xla::Shape& shape, std::int64_t d) {
  return shape.dimensions[static_cast<std::size_t>(d)].bound == 1;
}

/// The shape with a layout that has this order and nothing else.
xla::Shape lying(const xla::Shape& shape, Order order) {
  return {.type = shape.type,
          .dimensions = shape.dimensions,
          .layout = xla::Layout::of_minor_to_major(std::move(order))};
}

std::optional<Order> order_of(const core::Result<std::optional<xla::Shape>>& aligned) {
  if (!aligned || !*aligned) return std::nullopt;
  return (*aligned)->layout->minor_to_major;
}

/// The dimensions that are not 1, by their numbers in the whole shape.
Order longer_dimensions(const xla::Shape& shape) {
  Order result;
  for (std::int64_t d = 0; d < std::ssize(shape.dimensions); ++d) {
    if (!is_one(shape, d)) result.push_back(d);
  }
  return result;
}

/// Puts each dimension of size 1 directly more major than its neighbour in `written`.
Order with_ones_beside_neighbours(const xla::Shape& shape, Order order, const Order& written) {
  for (std::size_t i = 0; i < written.size(); ++i) {
    if (!is_one(shape, written[i])) continue;
    const auto place = i == 0 ? order.begin() : std::next(std::ranges::find(order, written[i - 1]));
    order.insert(place, written[i]);
  }
  return order;
}

std::optional<Order> aligned_beside_neighbours(const xla::Shape& from, const xla::Shape& to) {
  const auto squeezed_from = xla::drop_degenerate_dimensions(from);
  const auto squeezed_to =
      xla::drop_degenerate_dimensions(lying(to, xla::descending_layout(rank(to)).minor_to_major));
  if (!squeezed_from || !squeezed_to) return std::nullopt;
  auto order = order_of(xla::align_layouts(*squeezed_from, *squeezed_to));
  if (!order) return std::nullopt;
  const Order longer = longer_dimensions(to);
  for (std::int64_t& d : *order) d = longer[static_cast<std::size_t>(d)];
  return with_ones_beside_neighbours(to, *std::move(order),
                                     xla::layout_or_default(to).minor_to_major);
}

bool has_ones(const xla::Shape& shape) { return xla::has_degenerate_dimensions(shape); }

}  // namespace

std::size_t ReshapeLayouts::Hash::operator()(const Key& key) const {
  const std::uint64_t shapes = (std::uint64_t{index_of(key.from)} << 32) ^ index_of(key.to);
  return static_cast<std::size_t>(
      (shapes * 0x9E3779B97F4A7C15U + static_cast<std::uint64_t>(key.layout)) *
          0xD6E8FEB86659FD93U >>
      16);
}

std::optional<LayoutId> ReshapeLayouts::aligned(const Module& module, LayoutTable& table,
                                                ShapeId from, LayoutId layout, ShapeId to) {
  const auto [known, is_new] = known_.try_emplace({from, to, layout});
  if (is_new) known->second = computed(table, module.shape(from), layout, module.shape(to));
  return known->second;
}

std::optional<LayoutId> ReshapeLayouts::computed(LayoutTable& table, const xla::Shape& from,
                                                 LayoutId layout, const xla::Shape& to) const {
  if (xla::true_num_dimensions(from) == 1 && xla::true_num_dimensions(to) == 1) {
    return std::nullopt;
  }
  const xla::Shape in = lying(from, table.order(layout));
  const auto order = ones_beside_neighbours_ && (has_ones(from) || has_ones(to))
                         ? aligned_beside_neighbours(in, to)
                         : order_of(xla::align_layouts(in, to));
  if (!order) return std::nullopt;
  return table.of_minor_to_major(*order);
}

}  // namespace tileglot::hlo::pass
