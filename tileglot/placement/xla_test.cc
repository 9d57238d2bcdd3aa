// SPDX-License-Identifier: Apache-2.0
#include "tileglot/placement/xla.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/map/box.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/sharding/parse.h"
#include "tileglot/notation/xla/sharding/tile_shape.h"
#include "tileglot/placement/side.h"

namespace tileglot::placement {
namespace {

namespace xla = notation::xla;

core::Result<Spread> read(std::string_view text, const std::vector<std::int64_t>& extents,
                          std::optional<std::int64_t> devices = {}) {
  return spread_of(*xla::parse_sharding(text), extents, devices);
}

TEST(SpreadOfXla, ColumnsOnTwoDevicesEach) {
  const auto spread = read("{devices=[1,2,2]<=[4] last_tile_dim_replicate}", {8, 6});
  ASSERT_TRUE(spread);
  EXPECT_EQ(spread->tiles(), 2);
  EXPECT_EQ(spread->copies(), 2);
  EXPECT_EQ(spread->holder(1, 0), 2);
  EXPECT_EQ(spread->box(1), (map::Box{{0, 3}, {8, 6}}));
}

TEST(SpreadOfXla, CopiesNeedTheNumberOfDevices) {
  EXPECT_EQ(read("{replicated}", {8}).error()->code, "placement.devices");
  const auto spread = read("{replicated}", {8}, 3);
  ASSERT_TRUE(spread);
  EXPECT_EQ(spread->copies(), 3);
  const auto one = read("{maximal device=5}", {8});
  ASSERT_TRUE(one);
  EXPECT_EQ(one->holder(0, 0), 5);
}

TEST(SpreadOfXla, WhatOnlyTheProgramKnowsIsRefused) {
  for (const auto* text : {"{manual}", "{unknown}", "{unreduced}", "{{replicated}}",
                           "{devices=[2,2]<=[4] last_tile_dims={manual}}"}) {
    const auto spread = read(text, {8});
    ASSERT_FALSE(spread) << text;
    EXPECT_EQ(spread.error()->code, "placement.sharding") << text;
  }
  EXPECT_EQ(read("{devices=[2,2]<=[4]}", {8}).error()->code, "xla.sharding_shape");
  EXPECT_EQ(read("{devices=[2]0,0}", {8}).error()->code, "xla.devices");
}

/// A tiling of `devices` devices, as an iota, transposed, or listed backwards.
std::string any_tiling(std::size_t rank, std::int64_t& devices) {
  std::string dims;
  devices = 1;
  for (std::size_t i = 0; i < rank; ++i) {
    const auto tiles = *rc::gen::inRange<std::int64_t>(1, 4);
    dims += std::to_string(tiles) + ",";
    devices *= tiles;
  }
  const auto copies = *rc::gen::inRange<std::int64_t>(2, 4);
  devices *= copies;
  dims += std::to_string(copies);
  std::string order = "<=[" + std::to_string(devices) + "]";
  const auto form = *rc::gen::inRange(0, 3);
  if (form == 1)
    order = "<=[" + std::to_string(copies) + "," + std::to_string(devices / copies) + "]T(1,0)";
  if (form == 2) {
    order.clear();
    for (std::int64_t i = devices; i-- > 0;) order += std::to_string(i) + (i > 0 ? "," : "");
  }
  return "{devices=[" + dims + "]" + order + " last_tile_dim_replicate}";
}

/// Against XLA's own rule for the tile of a device, which shares no code with spreads.
TEST(SpreadOfXlaLaw, ADeviceHasItsTile) {
  core::check_law("a_device_has_its_tile", 10000, [] {
    std::vector<std::int64_t> extents;
    xla::Shape shape;
    shape.type = xla::PrimitiveType::kF32;
    for (int i = *rc::gen::inRange(1, 4); i > 0; --i) {
      extents.push_back(*rc::gen::inRange<std::int64_t>(1, 9));
      shape.dimensions.push_back({extents.back(), false});
    }
    std::int64_t devices = 0;
    const std::string text = any_tiling(extents.size(), devices);
    const xla::Sharding sharding = *xla::parse_sharding(text);
    const auto spread = spread_of(sharding, extents, devices);
    RC_ASSERT(spread.has_value());
    for (std::int64_t device = 0; device < devices; ++device) {
      const auto held = spread->held_by(device);
      RC_ASSERT(held.has_value());
      const map::Box box = spread->box(held->tile);
      if (sharding.kind != xla::ShardingKind::kTiled) {
        RC_ASSERT(box.end == extents);
        continue;
      }
      const auto truth = xla::tile_of_device(sharding, shape, device);
      RC_ASSERT(truth.has_value());
      RC_ASSERT(box.begin == truth->offset);
      for (std::size_t d = 0; d < extents.size(); ++d)
        RC_ASSERT(box.end[d] - box.begin[d] == truth->shape.dimensions[d].bound);
    }
  });
}

}  // namespace
}  // namespace tileglot::placement
