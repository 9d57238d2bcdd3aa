// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/sharding/tile_assignment.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/xla/sharding/any_sharding.h"

namespace tileglot::notation::xla {
namespace {

using Numbers = std::vector<std::int64_t>;

Numbers devices_of(const TileAssignment& tiles) {
  const auto listed = as_listed(tiles);
  EXPECT_TRUE(listed);
  return listed ? listed->devices : Numbers{};
}

std::string code_of(const core::Result<TileAssignment>& tiles) {
  return tiles ? "fine" : tiles.error()->code;
}

TEST(TileAssignment, AnIotaIsAnArrayTransposed) {
  const auto tiles = iota_tiles({8}, {.reshape_dims = {2, 4}, .permutation = {1, 0}});
  ASSERT_TRUE(tiles);
  EXPECT_EQ(devices_of(*tiles), (Numbers{0, 4, 1, 5, 2, 6, 3, 7}));
  EXPECT_EQ(tile_of(*tiles, 5), 3);
  EXPECT_EQ(tile_of(*tiles, 8), std::nullopt);
  EXPECT_EQ(tile_of(*tiles, -1), std::nullopt);
}

TEST(TileAssignment, AnIotaHasOneForm) {
  const auto form = [](const IotaOrder& order) { return *iota_tiles({24}, order)->iota; };
  EXPECT_EQ(form({{2, 3, 4}, {2, 0, 1}}), (IotaOrder{{6, 4}, {1, 0}}));
  EXPECT_EQ(form({{2, 3, 4}, {1, 2, 0}}), (IotaOrder{{2, 12}, {1, 0}}));
  EXPECT_EQ(form({{2, 3, 4}, {0, 1, 2}}), (IotaOrder{{24}, {0}}));
  EXPECT_EQ(form({{1, 6, 1, 4, 1}, {4, 3, 2, 1, 0}}), (IotaOrder{{6, 4}, {1, 0}}));
  EXPECT_EQ(*iota_tiles({1}, {{1, 1}, {1, 0}})->iota, (IotaOrder{{1}, {0}}));
}

/// The definition: element (i_0, ..) of the transposed array is element x of 0..n-1 in the extents
/// r, with x[p[k]] = i_k.
Numbers by_definition(const IotaOrder& order) {
  Numbers devices;
  const std::size_t rank = order.reshape_dims.size();
  Numbers index(rank, 0);
  const auto extent = [&](std::size_t k) {
    return order.reshape_dims[static_cast<std::size_t>(order.permutation[k])];
  };
  for (bool more = true; more;) {
    Numbers source(rank);
    for (std::size_t k = 0; k < rank; ++k)
      source[static_cast<std::size_t>(order.permutation[k])] = index[k];
    std::int64_t device = 0;
    for (std::size_t d = 0; d < rank; ++d) device = device * order.reshape_dims[d] + source[d];
    devices.push_back(device);
    more = false;
    for (std::size_t k = rank; k-- > 0 && !more;) {
      index[k] = (index[k] + 1) % extent(k);
      more = index[k] != 0;
    }
  }
  return devices;
}

TEST(TileAssignment, IotaIsItsArray) {
  core::check_law("xla_iota_is_its_array", 20000, [] {
    const IotaOrder order = *any_order();
    const Numbers expected = by_definition(order);
    const auto count = static_cast<std::int64_t>(expected.size());
    const auto tiles = iota_tiles({count}, order);
    RC_ASSERT(tiles.has_value());
    RC_ASSERT(devices_of(*tiles) == expected);
    for (std::int64_t tile = 0; tile < count; ++tile)
      RC_ASSERT(tile_of(*tiles, device_at(*tiles, tile)) == tile);
  });
}

TEST(TileAssignment, EqualOrdersHaveEqualForms) {
  core::check_law("xla_iota_has_one_form", 20000, [] {
    const IotaOrder a = *any_order();
    const Numbers devices = by_definition(a);
    const auto count = static_cast<std::int64_t>(devices.size());
    const IotaOrder b = *any_order_of(count);
    const bool same = *iota_tiles({count}, a) == *iota_tiles({count}, b);
    RC_CLASSIFY(same, "same");
    RC_ASSERT(same == (devices == by_definition(b)));
  });
}

TEST(TileAssignment, WhatDoesNotFitIsRefused) {
  EXPECT_EQ(code_of(listed_tiles({2, 2}, {0, 1, 2})), "xla.tiles");
  EXPECT_EQ(code_of(listed_tiles({2, -1}, {0, 1})), "xla.tiles");
  EXPECT_EQ(code_of(listed_tiles({0}, {})), "xla.tiles");
  EXPECT_EQ(code_of(iota_tiles({2, 2}, {{5}, {0}})), "xla.tiles");
  EXPECT_EQ(code_of(iota_tiles({0, 2}, {{0}, {0}})), "xla.tiles");
  EXPECT_EQ(code_of(iota_tiles({1LL << 62, 4}, {{1LL << 62, 4}, {1, 0}})), "xla.tiles");
  EXPECT_EQ(code_of(iota_tiles({4}, {{2, 2}, {1, 1}})), "xla.devices");
  EXPECT_EQ(code_of(iota_tiles({4}, {{2, 2}, {1}})), "xla.devices");
  EXPECT_EQ(code_of(iota_tiles({4}, {{2, 2}, {-1, 0}})), "xla.devices");
  EXPECT_EQ(code_of(iota_tiles(Numbers(65, 1), {{1}, {0}})), "xla.limit");
}

TEST(TileAssignment, ManyDevicesCostNothing) {
  const std::int64_t half = 1LL << 30;
  const auto tiles = iota_tiles({half, half}, {{half, half}, {1, 0}});
  ASSERT_TRUE(tiles);
  EXPECT_EQ(tile_count(*tiles), 1LL << 60);
  EXPECT_EQ(device_at(*tiles, 1), half);
  EXPECT_EQ(tile_of(*tiles, half + 2), 2 * half + 1);
  EXPECT_EQ(code_of(as_listed(*tiles)), "xla.limit");
}

}  // namespace
}  // namespace tileglot::notation::xla
