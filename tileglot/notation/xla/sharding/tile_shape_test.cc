// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/sharding/tile_shape.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/sharding/any_sharding.h"
#include "tileglot/notation/xla/sharding/parse.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {
namespace {

using Numbers = std::vector<std::int64_t>;

std::string tile(std::string_view sharding, std::string_view shape) {
  const auto result = tile_shape(*parse_sharding(sharding), *parse_shape(shape));
  return result ? print(*result) : result.error()->code;
}

DeviceTile tile_of(std::string_view sharding, std::string_view shape, std::int64_t device) {
  const auto result = tile_of_device(*parse_sharding(sharding), *parse_shape(shape), device);
  EXPECT_TRUE(result) << sharding << " of " << shape;
  return result ? *result : DeviceTile{};
}

std::string refused(std::string_view sharding, std::string_view shape, std::int64_t device) {
  const auto result = tile_of_device(*parse_sharding(sharding), *parse_shape(shape), device);
  return result ? "" : result.error()->code;
}

TEST(TileShape, TheLastTileIsWhatIsLeft) {
  EXPECT_EQ(tile("{devices=[4,1]<=[4]}", "f32[10,6]"), "f32[3,6]{1,0}");
  const std::vector<std::int64_t> rows{3, 3, 3, 1};
  for (std::int64_t device = 0; device < 4; ++device) {
    const DeviceTile held = tile_of("{devices=[4,1]<=[4]}", "f32[10,6]", device);
    EXPECT_EQ(held.shape.dimensions[0].bound, rows[static_cast<std::size_t>(device)]);
    EXPECT_EQ(held.offset, (Numbers{3 * device, 0}));
  }
}

TEST(TileShape, AnOrderSaysWhoHoldsWhichTile) {
  const std::vector<std::int64_t> held{0, 4, 2, 6};  // tile k is at device 0, 2, 1, 3
  for (std::int64_t device = 0; device < 4; ++device) {
    EXPECT_EQ(tile_of("{devices=[4]<=[2,2]T(1,0)}", "f32[8]", device).offset,
              (Numbers{held[static_cast<std::size_t>(device)]}));
  }
}

TEST(TileShape, TilesBeyondTheArrayAreEmpty) {
  const DeviceTile last = tile_of("{devices=[4]<=[4]}", "f32[5]", 3);
  EXPECT_EQ(last.offset, (Numbers{5}));
  EXPECT_EQ(print(last.shape), "f32[0]{0}");
}

TEST(TileShape, SubgroupsCutNothing) {
  EXPECT_EQ(tile("{devices=[2,2,2]<=[8] last_tile_dim_replicate}", "f32[5,7]"), "f32[3,4]{1,0}");
  EXPECT_EQ(tile("{devices=[2,2,2]<=[8] last_tile_dims={manual}}", "f32[5,7]{0,1}"),
            "f32[3,4]{0,1}");
  const auto a = tile_of("{devices=[2,2]<=[2,2]T(1,0) last_tile_dim_replicate}", "f32[8]", 0);
  const auto b = tile_of("{devices=[2,2]<=[2,2]T(1,0) last_tile_dim_replicate}", "f32[8]", 2);
  EXPECT_EQ(a.offset, b.offset);
}

TEST(TileShape, WordsCutNothing) {
  for (const std::string_view word :
       {"{replicated}", "{maximal device=3}", "{manual}", "{unknown}", "{unreduced}"}) {
    EXPECT_EQ(tile(word, "f32[5,7]{0,1:T(2,128)}"), "f32[5,7]{0,1:T(2,128)}");
  }
  EXPECT_EQ(tile("{replicated}", "token[]"), "token[]");
  EXPECT_EQ(tile_of("{unreduced}", "f32[5]", 9).offset, (Numbers{0}));
  EXPECT_EQ(tile_of("{maximal device=3}", "f32[5]", 3).offset, (Numbers{0}));
}

TEST(TileShape, BoundsAreCutAndStayBounds) {
  EXPECT_EQ(tile("{devices=[2]<=[2]}", "f32[<=5]"), "f32[<=3]{0}");
  EXPECT_EQ(tile("{devices=[2]<=[2]}", "f32[?]"), "xla.unbounded");
}

TEST(TileShape, DimensionsThatAreNotNamedAreWhole) {
  EXPECT_EQ(tile("{devices=[2]<=[2]}", "f32[4,6]"), "f32[2,6]{1,0}");
  EXPECT_EQ(tile_of("{devices=[2]<=[2]}", "f32[4,6]", 1).offset, (Numbers{2, 0}));
  EXPECT_EQ(tile("{devices=[2,2]<=[4]}", "f32[4]"), "xla.sharding_shape");
  EXPECT_EQ(tile("{devices=[2]<=[2]}", "opaque[]"), "xla.sharding_shape");
  EXPECT_EQ(tile("{{devices=[2]<=[2]}}", "(f32[4])"), "xla.sharding_shape");
}

TEST(TileShape, DevicesThatHoldNothingAreRefused) {
  EXPECT_EQ(refused("{devices=[2]<=[2]}", "f32[4]", 2), "xla.devices");
  EXPECT_EQ(refused("{devices=[2]5,7}", "f32[4]", 0), "xla.devices");
  EXPECT_EQ(refused("{maximal device=3}", "f32[4]", 0), "xla.devices");
  EXPECT_EQ(refused("{manual}", "f32[4]", 0), "xla.sharding");
  EXPECT_EQ(refused("{unknown}", "f32[4]", 0), "xla.sharding");
}

TEST(TileShape, HugeArraysAreCut) {
  const auto held = tile_of("{devices=[4611686018427387904]<=[4611686018427387904]}",
                            "f32[9223372036854775807]", 4611686018427387903);
  EXPECT_EQ(held.offset, (Numbers{9223372036854775806}));
  EXPECT_EQ(*held.shape.dimensions[0].bound, 1);
}

Shape some_shape(const Sharding& sharding) {
  Shape shape{.type = PrimitiveType::kF32};
  for (std::size_t d = 0; d < data_rank(sharding); ++d) {
    const auto extent = *rc::gen::resize(1000, rc::gen::inRange<std::int64_t>(0, 9));
    shape.dimensions.push_back({.bound = extent});
  }
  return shape;
}

/// How many devices hold each number 0..d-1 of one dimension.
Numbers held_counts(const Sharding& sharding, const Shape& shape, std::size_t dimension) {
  Numbers counts(static_cast<std::size_t>(*shape.dimensions[dimension].bound));
  for (std::int64_t i = 0; i < tile_count(sharding.tiles); ++i) {
    const auto held = *tile_of_device(sharding, shape, device_at(sharding.tiles, i));
    const auto begin = counts.begin() + held.offset[dimension];
    const std::int64_t size = *held.shape.dimensions[dimension].bound;
    RC_ASSERT(size <= *tile_shape(sharding, shape)->dimensions[dimension].bound);
    std::for_each(begin, begin + size, [](std::int64_t& count) { ++count; });
  }
  return counts;
}

TEST(TileShape, TilesCoverTheArray) {
  core::check_law("xla_tiles_cover_the_array", 10000, [] {
    const TileAssignment tiles = *any_tiles();
    const auto sharding = *subgroup_sharding(tiles, *any_kinds(tiles.dims.size() - 1));
    RC_PRE(sharding.kind == ShardingKind::kTiled);
    const Shape shape = some_shape(sharding);
    for (std::size_t d = 0; d < data_rank(sharding); ++d) {
      const std::int64_t each = tile_count(sharding.tiles) / data_tiles(sharding)[d];
      for (const std::int64_t count : held_counts(sharding, shape, d)) RC_ASSERT(count == each);
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::xla
