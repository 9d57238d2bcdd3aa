// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/strided/order.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/strided/array.h"

namespace tileglot::notation::strided {
namespace {

constexpr std::array<std::string_view, 5> kNames{"C", "F", "contiguous", "channels_last",
                                                 "channels_last_3d"};

/// The only rank for which the order is defined, if it is restricted.
std::optional<std::size_t> rank_of(Order order) {
  if (order == Order::kChannelsLast) return 4;
  if (order == Order::kChannelsLast3d) return 5;
  return std::nullopt;
}

}  // namespace

std::string_view name_of(Order order) { return kNames[static_cast<std::size_t>(order)]; }

std::optional<Order> order_named(std::string_view name) {
  const auto found = std::ranges::find(kNames, name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<Order>(found - kNames.begin());
}

std::vector<std::size_t> major_to_minor(Order order, std::size_t rank) {
  std::vector<std::size_t> dims(rank);
  std::iota(dims.begin(), dims.end(), std::size_t{0});
  if (order == Order::kF) std::ranges::reverse(dims);
  if (rank_of(order)) std::rotate(dims.begin() + 1, dims.begin() + 2, dims.end());
  return dims;
}

core::Status check(const OrderedArray& array) {
  TILEGLOT_TRY_STATUS(check_array(array.array));
  const auto wanted = rank_of(array.order);
  if (!wanted || *wanted == rank(array.array)) return {};
  return core::fail(wrong_rank(name_of(array.order), *wanted, array.array));
}

std::int64_t offset_of(const OrderedArray& array, std::span<const std::int64_t> x) {
  std::int64_t offset = 0;
  for (const std::size_t k : major_to_minor(array.order, x.size())) {
    offset = offset * array.array.extents[k] + x[k];
  }
  return offset;
}

core::Checked positions(const OrderedArray& array) { return element_count(array.array.extents); }

std::string print(const OrderedArray& array) {
  const bool is_key = array.order == Order::kC || array.order == Order::kF;
  const std::string dtype =
      array.array.type ? fmt::format(" dtype={}", core::row_of(*array.array.type).numpy) : "";
  return fmt::format("shape={} {}{}{}", tuple_text(array.array.extents), is_key ? "order=" : "",
                     name_of(array.order), dtype);
}

}  // namespace tileglot::notation::strided
