// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/devices/array_tiles.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tileglot/hlo/run/array/strided_box.h"
#include "tileglot/hlo/run/element/example_elements.h"
#include "tileglot/hlo/run/operation/array_operation.h"
#include "tileglot/notation/xla/sharding/parse.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::hlo::run {
namespace {

using Doubles = std::vector<double>;

Doubles tile(const std::string& shape, const std::string& sharding, std::size_t device) {
  const auto parsed = *notation::xla::parse_shape(shape);
  const auto n = static_cast<std::size_t>(size_of(extents_of(parsed)));
  return numbers(*cut_tile(counting(PrimitiveType::kS32, n), parsed,
                           *notation::xla::parse_sharding(sharding), device, s32s({99})));
}

TEST(ArrayTiles, TheLastTileIsFilled) {
  EXPECT_EQ(tile("s32[10]", "{devices=[4]<=[4]}", 0), Doubles({0, 1, 2}));
  EXPECT_EQ(tile("s32[10]", "{devices=[4]<=[4]}", 3), Doubles({9, 99, 99}));
  EXPECT_EQ(tile("s32[2]", "{devices=[4]<=[4]}", 2), Doubles({99}));
}

TEST(ArrayTiles, TilesOfAMatrix) {
  EXPECT_EQ(tile("s32[2,3]", "{devices=[1,2]1,0}", 0), Doubles({2, 99, 5, 99}));
  EXPECT_EQ(tile("s32[2,3]", "{devices=[1,2]1,0}", 1), Doubles({0, 1, 3, 4}));
  EXPECT_EQ(tile("s32[2,3]", "{replicated}", 1), Doubles({0, 1, 2, 3, 4, 5}));
}

TEST(ArrayTiles, TilesArePutBack) {
  const auto shape = *notation::xla::parse_shape("s32[5,3]");
  for (const char* text : {"{devices=[2,2]3,1,0,2}", "{devices=[3,1]2,0,1}", "{replicated}",
                           "{devices=[2,1,2]<=[4] last_tile_dim_replicate}"}) {
    const auto sharding = *notation::xla::parse_sharding(text);
    const Elements all = counting(PrimitiveType::kS32, 15);
    Elements back = s32s(Doubles(15, -1));
    for (std::size_t device = 0; device < 4; ++device) {
      const auto part = cut_tile(all, shape, sharding, device, s32s({99}));
      if (!part) continue;  // of three devices there is no fourth
      ASSERT_TRUE(join_tile(*part, shape, sharding, device, back));
    }
    EXPECT_EQ(numbers(back), numbers(all)) << text;
  }
}

TEST(ArrayTiles, AClearedTileEndsInZeros) {
  const auto shape = *notation::xla::parse_shape("s32[5]");
  const auto sharding = *notation::xla::parse_sharding("{devices=[2]<=[2]}");
  EXPECT_EQ(numbers(*cleared_tile(s32s({4, 5, 99}), shape, sharding, 1)), Doubles({4, 5, 0}));
  EXPECT_EQ(numbers(*cleared_tile(s32s({1, 2, 3}), shape, sharding, 0)), Doubles({1, 2, 3}));
}

TEST(ArrayTiles, PoisonIsANumberOfItsType) {
  EXPECT_EQ(numbers(poison_element(PrimitiveType::kS32)), Doubles({-1246382667}));
  EXPECT_EQ(numbers(poison_element(PrimitiveType::kU4)), Doubles({5}));
  EXPECT_EQ(numbers(poison_element(PrimitiveType::kPred)), Doubles({0}));
}

TEST(ArrayTiles, AMaximalShardingLeavesDevicesOut) {
  const auto sharding = *notation::xla::parse_sharding("{maximal device=1}");
  EXPECT_FALSE(device_keeps(sharding, 0));
  EXPECT_TRUE(device_keeps(sharding, 1));
}

}  // namespace
}  // namespace tileglot::hlo::run
