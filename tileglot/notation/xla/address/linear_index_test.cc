// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/address/linear_index.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/law.h"
#include "tileglot/notation/xla/shape/any_shape.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/validate/evaluate.h"
#include "tileglot/notation/xla/validate/every_coordinate.h"

namespace tileglot::notation::xla {
namespace {

using Numbers = std::vector<std::int64_t>;

std::int64_t linear(std::string_view text, const Numbers& x) {
  return *linear_index(*parse_valid_shape(text), x);
}
std::string refusal(std::string_view text, const Numbers& x) {
  return linear_index(*parse_shape(text), x).error()->code;
}

/// XLA's loop, to the letter.
std::int64_t by_the_loop(const Shape& shape, const Numbers& x) {
  const Layout& layout = *shape.layout;
  const std::size_t rank = x.size();
  if (rank <= 1) return rank == 0 ? 0 : x[0];
  const Tile tile = layout.tiles.empty() ? Tile{} : layout.tiles[0];
  const std::size_t t = tile.entries.size();
  std::int64_t tile_multiplier = 1;
  for (const TileEntry& entry : tile.entries) tile_multiplier *= *entry;
  std::int64_t within = 1;
  std::int64_t result = 0;
  for (std::size_t k = 0; k < rank; ++k) {
    const auto d = static_cast<std::size_t>(layout.minor_to_major[k]);
    const std::int64_t size = k < t ? *tile.entries[t - 1 - k] : 1;
    result += tile_multiplier * (x[d] / size) + within * (x[d] % size);
    tile_multiplier *= core::ceil_div(*shape.dimensions[d].bound, size);
    within *= size;
  }
  return result;
}

TEST(LinearIndex, TheFirstTileAndAllTiles) {
  EXPECT_EQ(linear("bf16[9,200]{1,0:T(8,128)(2,1)}", {3, 130}), 1410);
  EXPECT_EQ(offset_of(*parse_shape("bf16[9,200]{1,0:T(8,128)(2,1)}"), Numbers{3, 130}), 1285);
}

TEST(LinearIndex, WithoutTilesItFollowsTheOrder) {
  EXPECT_EQ(linear("f32[5,6,7]{0,2,1}", {4, 3, 2}), 119);
  EXPECT_EQ(linear("f32[5,6,7]{0,2,1:T(4,2)}", {4, 3, 2}), 164);
  EXPECT_EQ(linear("f32[3,5]{1,0:T(2,2)}", {2, 3}), 17);
  EXPECT_EQ(linear("f32[]", {}), 0);
}

TEST(LinearIndex, AnArrayOfRankOneIsNotTiled) {
  EXPECT_EQ(linear("f32[300]{0:T(8,128)}", {200}), 200);
  EXPECT_EQ(offset_of(*parse_shape("f32[300]{0:T(8,128)}"), Numbers{200}), 1096);
  EXPECT_EQ(linear("f32[300]{0:T(*,128)}", {200}), 200);
}

TEST(LinearIndex, CombinedDimensionsAndBadCoordinatesAreRefused) {
  EXPECT_EQ(refusal("f32[2,7]{1,0:T(*,2)}", {0, 0}), "xla.combined");
  EXPECT_EQ(linear("f32[2,8]{1,0:T(2,4)(*,2)}", {1, 5}), 13);
  EXPECT_EQ(refusal("f32[2,7]", {2, 0}), "xla.coordinate");
  EXPECT_EQ(refusal("f32[2,7]{1,1}", {0, 0}), "xla.order");
}

TEST(LinearIndex, ItIsTheLoopOfXla) {
  core::check_law("xla_linear_index", 10000, [] {
    const Shape shape = *any_shape({.max_elements = 512, .combine = false});
    Numbers extents;
    for (const Dimension& dimension : shape.dimensions) extents.push_back(*dimension.bound);
    for (const Numbers& x : every_coordinate(extents))
      ASSERT_EQ(*linear_index(shape, x), by_the_loop(shape, x)) << print(shape);
  });
}

}  // namespace
}  // namespace tileglot::notation::xla
