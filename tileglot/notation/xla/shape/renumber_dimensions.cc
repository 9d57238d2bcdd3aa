// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/shape/renumber_dimensions.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/notation/xla/shape/layout.h"

namespace tileglot::notation::xla {
namespace {

using Order = std::vector<std::int64_t>;

/// Positions count from 0, the most major.
std::int64_t dimension_in_place(const Order& minor_to_major, std::int64_t place) {
  return minor_to_major[minor_to_major.size() - 1 - static_cast<std::size_t>(place)];
}

std::int64_t place_of(const Order& minor_to_major, std::int64_t dimension) {
  const auto found = std::find(minor_to_major.begin(), minor_to_major.end(), dimension);
  return minor_to_major.end() - found - 1;
}

}  // namespace

Layout with_dimensions(const Layout& layout, std::vector<std::int64_t> minor_to_major,
                       const Renumbering& renumbered) {
  Layout result = layout;
  result.minor_to_major = std::move(minor_to_major);
  result.split_configs.clear();
  for (const SplitConfig& split : layout.split_configs) {
    const std::int64_t dimension = dimension_in_place(layout.minor_to_major, split.dimension);
    const auto now = renumbered[static_cast<std::size_t>(dimension)];
    if (now) result.split_configs.push_back({place_of(result.minor_to_major, *now), split.indices});
  }
  return result;
}

std::vector<std::int64_t> renumbered_order(std::span<const std::int64_t> minor_to_major,
                                           const Renumbering& renumbered) {
  Order order;
  for (const std::int64_t dimension : minor_to_major) {
    const auto now = renumbered[static_cast<std::size_t>(dimension)];
    if (now) order.push_back(*now);
  }
  return order;
}

}  // namespace tileglot::notation::xla
