// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/inverse.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/map/example_sums.h"
#include "tileglot/map/index_map.h"

namespace tileglot::map {
namespace {

using Coordinates = std::vector<Coordinate>;

/// Count and first coordinates at an offset are these.
void expect_preimages(const IndexMap& f, std::int64_t offset, std::int64_t count,
                      const Coordinates& first) {
  const auto found = preimages(f, offset, first.empty() ? 4 : first.size());
  ASSERT_TRUE(found.has_value()) << found.error()->message;
  EXPECT_EQ(found->count, count) << offset;
  EXPECT_EQ(found->coordinates, first) << offset;
}

TEST(Inverse, SeventeenIsAt23And14IsPadding) {
  const IndexMap tiled = sum_map("3,5", "x1 + 2*(x1/2) + 2*x0 + 8*(x0/2)");
  expect_preimages(tiled, 17, 1, {{2, 3}});
  expect_preimages(tiled, 14, 0, {});
  expect_preimages(tiled, -1, 0, {});
  expect_preimages(tiled, 21, 0, {});
}

TEST(Inverse, ADirectInverseWritesTheCoordinate) {
  const Inverse inverse(sum_map("3,5", "x1 + 2*(x1/2) + 2*x0 + 8*(x0/2)"));
  ASSERT_TRUE(inverse.is_direct());
  Coordinate x(2);
  EXPECT_TRUE(inverse.find(17, x));
  EXPECT_EQ(x, (Coordinate{2, 3}));
  EXPECT_FALSE(inverse.find(14, x));
}

TEST(Inverse, NegativeStridesAndAnOffsetAreReadLikeOthers) {
  const IndexMap reversed = sum_map("4,6", "23 - 6*x0 - x1");
  expect_preimages(reversed, 23, 1, {{0, 0}});
  expect_preimages(reversed, 0, 1, {{3, 5}});
  expect_preimages(reversed, 24, 0, {});
}

TEST(Inverse, BroadcastDimensionsListAllTheirCoordinatesInOrder) {
  expect_preimages(sum_map("3,4", "x1"), 2, 3, {{0, 2}, {1, 2}, {2, 2}});
  // x mod 4 with x < 10: the digit above is free, and clipped.
  expect_preimages(sum_map("10", "(x0%4)"), 1, 3, {{1}, {5}, {9}});
  expect_preimages(sum_map("10", "(x0%4)"), 2, 2, {{2}, {6}});
  // The digit below is free.
  expect_preimages(sum_map("10", "3*(x0/4)"), 6, 2, {{8}, {9}});
}

TEST(Inverse, AHugeBroadcastIsCountedWithoutBeingListed) {
  expect_preimages(sum_map("1000000000,1000000000", "(x1%7)"), 6, 142857142 * 1000000000LL,
                   {{0, 6}, {0, 13}});
}

TEST(Inverse, ASwizzleIsInvertedByElimination) {
  expect_preimages(sum_map("2,2", "4*x1 + [x0_0 ^ x1_0]"), 5, 1, {{0, 1}});
  expect_preimages(sum_map("2,2", "4*x1 + [x0_0 ^ x1_0]"), 2, 0, {});
  expect_preimages(sum_map("8,64", "sw(3,3,3, 64*x0 + x1)"), 65, 1, {{1, 9}});
  expect_preimages(sum_map("16,64", "[x0_0 ^ x1_3] + 2*[x0_1 ^ x1_5]"), 3, 256,
                   {{0, 40}, {0, 41}, {0, 42}});
}

TEST(Inverse, OverlappingStridesAreSearched) {
  expect_preimages(sum_map("3,4", "x0 + x1"), 3, 3, {{0, 3}, {1, 2}, {2, 1}});
  expect_preimages(sum_map("2,3", "3*x0 + 2*x1"), 5, 1, {{1, 1}});
  expect_preimages(sum_map("2,3", "3*x0 + 2*x1"), 1, 0, {});
}

TEST(Inverse, AFusedTileIsSearchedWithoutVisitingItsPoints) {
  const IndexMap fused = sum_map(
      "100000,7,100000", "700000*((7*x0+x1)/2) + 256*(x2/128) + 128*((7*x0+x1)%2) + (x2%128)");
  const Coordinate x{99999, 6, 77777};
  expect_preimages(fused, fused(x), 1, {x});
}

TEST(Inverse, AnEmptyDomainHasNoPreimages) {
  expect_preimages(sum_map("0,5", "x1"), 0, 0, {});
  expect_preimages(sum_map("", "7"), 7, 1, {{}});
  expect_preimages(sum_map("", "7"), 8, 0, {});
}

TEST(Inverse, KnapsackStridesEndWithAnAnswerOrARefusal) {
  std::string extents;
  std::string sum;
  std::uint64_t stride = 1234567;
  for (int k = 0; k < 40; ++k) {
    extents += k == 0 ? "2" : ",2";
    sum += (k == 0 ? "" : " + ") + std::to_string(stride) + "*x" + std::to_string(k);
    stride = (stride * 6364136223846793005U + 1442695040888963407U) % 1000003;
  }
  const auto found = preimages(sum_map(extents, sum), 9999999);
  ASSERT_FALSE(found.has_value());
  EXPECT_EQ(found.error()->code, "map.too_large_to_decide");
}

TEST(Inverse, ASearchForSomeMayBeShort) {
  const Inverse inverse(sum_map("1000000,1000000", "3*x0 + 5*x1"));
  EXPECT_EQ(inverse.some(4000000, 2).value().size(), 2U);
  EXPECT_EQ(inverse.some(4000000, 2, 1000).value().size(), 2U);
  EXPECT_EQ(inverse.some(4000000, 2, 1).error()->code, "map.too_large_to_decide");
  // Where digits tell the coordinate there is no search.
  EXPECT_EQ(Inverse(sum_map("10,10", "10*x0 + x1")).some(42, 2, 0).value().size(), 1U);
}

TEST(Inverse, SomePreimageIsOneThatExists) {
  const IndexMap f = sum_map("1000000,1000000", "3*x0 + 5*x1");
  const auto x = some_preimage(f, 4000000);
  ASSERT_TRUE(x.has_value());
  ASSERT_TRUE(x->has_value());
  EXPECT_EQ(f(**x), 4000000);
}

}  // namespace
}  // namespace tileglot::map
