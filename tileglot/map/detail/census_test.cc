// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/detail/census.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "tileglot/map/any_recipe.h"
#include "tileglot/map/example_maps.h"
#include "tileglot/map/example_sums.h"

namespace tileglot::map {
namespace {

TEST(Census, OffsetsAreMetInRowMajorOrder) {
  const IndexMap f = sum_map("3,5", "x1 + 2*(x1/2) + 2*x0 + 8*((x0+x1)/2)");
  std::vector<std::int64_t> met;
  for_each_offset(f, [&](std::int64_t offset) {
    met.push_back(offset);
    return true;
  });
  EXPECT_EQ(met, table_of(f));
}

TEST(Census, ABitmapAndAListCountAlike) {
  const auto marked = Census::of(strided({30, 40}, {3, 5}), "this");
  const auto listed = Census::of(strided({30, 40}, {3000000000, 5000000000}), "this");
  ASSERT_TRUE(marked.has_value() && listed.has_value());
  EXPECT_EQ(marked->distinct(), listed->distinct());
  EXPECT_TRUE(marked->repeated().has_value());
  EXPECT_TRUE(listed->repeated().has_value());
  EXPECT_EQ(marked->first_missing(10), 1);
  EXPECT_EQ(listed->first_missing(10), 1);
}

TEST(Census, ADomainThatIsTooLargeIsRefused) {
  const auto census = Census::of(strided({1000000, 1000000}, {1, 1}), "injectivity");
  ASSERT_FALSE(census.has_value());
  EXPECT_EQ(census.error()->code, "map.too_large_to_decide");
  // A repetition must come before more coordinates are met than there are offsets.
  EXPECT_TRUE(Census::of(strided({1000000, 1000000}, {1, 1}), "it", Until::kRepeated).has_value());
}

TEST(Census, TheFirstCoordinatesOfAnOffset) {
  const std::vector<Coordinate> expected{{0, 3}, {1, 2}};
  EXPECT_EQ(first_with(strided({3, 4}, {1, 1}), 3, 2), expected);
}

TEST(Census, ASmallEffortEndsEarlier) {
  const IndexMap f = strided({3000, 3000}, {1, 3001});
  EXPECT_TRUE(Census::of(f, "this").has_value());
  const auto quick = Census::of(f, "this", Until::kEnd, kQuickEffort);
  ASSERT_FALSE(quick.has_value());
  EXPECT_EQ(quick.error()->code, "map.too_large_to_decide");
}

}  // namespace
}  // namespace tileglot::map
