// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/example_maps.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "tileglot/map/index_map.h"
#include "tileglot/map/print.h"

namespace tileglot::map {
namespace {

std::int64_t at(const IndexMap& f, const Coordinate& x) { return f(x); }

TEST(ExampleMaps, TheEssaysTile) {
  const IndexMap f = tiled({3, 5}, {{2, 2}});
  EXPECT_EQ(at(f, {2, 3}), 17);
  EXPECT_EQ(to_text(f), "x1 + 2*(x1/2) + 2*x0 + 8*(x0/2)");
}

TEST(ExampleMaps, AThreeFoldTileWithCombinedDimensions) {
  EXPECT_EQ(at(tiled({2, 7, 8, 11, 10}, {{kCombine, kCombine, 2, kCombine, 3}}), {1, 2, 3, 4, 5}),
            8307);
}

TEST(ExampleMaps, ASwizzleJoinsBits) {
  const IndexMap f = swizzled({8, 64}, {64, 1}, swizzle_rows(3, 3, 3));
  EXPECT_EQ(at(f, {1, 9}), 65);
}

TEST(ExampleMaps, BitsOfTwoSpellingsOfOneFunction) {
  const IndexMap swizzle = swizzled({2, 2}, {1, 4}, swizzle_rows(1, 0, 2));
  EXPECT_EQ(to_text(swizzle), "4*x1 + [x0_0 ^ x1_0]");
}

}  // namespace
}  // namespace tileglot::map
