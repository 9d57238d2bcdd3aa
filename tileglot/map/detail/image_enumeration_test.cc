// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/detail/image_enumeration.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "tileglot/map/any_recipe.h"
#include "tileglot/map/example_maps.h"
#include "tileglot/map/example_sums.h"

namespace tileglot::map {
namespace {

TEST(ImageEnumeration, OffsetsAreMetInRowMajorOrder) {
  const IndexMap f = sum_map("3,5", "x1 + 2*(x1/2) + 2*x0 + 8*((x0+x1)/2)");
  std::vector<std::int64_t> met;
  for_each_offset(f, [&](std::int64_t offset) {
    met.push_back(offset);
    return true;
  });
  EXPECT_EQ(met, table_of(f));
}

TEST(ImageEnumeration, ABitmapAndAListCountAlike) {
  const auto marked = ImageEnumeration::of(strided({30, 40}, {3, 5}), "this");
  const auto listed = ImageEnumeration::of(strided({30, 40}, {3000000000, 5000000000}), "this");
  ASSERT_TRUE(marked.has_value() && listed.has_value());
  EXPECT_EQ(marked->distinct(), listed->distinct());
  EXPECT_TRUE(marked->repeated().has_value());
  EXPECT_TRUE(listed->repeated().has_value());
  EXPECT_EQ(marked->first_missing(10), 1);
  EXPECT_EQ(listed->first_missing(10), 1);
}

TEST(ImageEnumeration, ADomainThatIsTooLargeIsRefused) {
  const auto found = ImageEnumeration::of(strided({1000000, 1000000}, {1, 1}), "injectivity");
  ASSERT_FALSE(found.has_value());
  EXPECT_EQ(found.error()->code, "map.too_large_to_decide");
  // A repetition must come before more coordinates are met than there are offsets.
  EXPECT_TRUE(ImageEnumeration::of(strided({1000000, 1000000}, {1, 1}), "it", Until::kRepeated)
                  .has_value());
}

TEST(ImageEnumeration, TheFirstCoordinatesOfAnOffset) {
  const std::vector<Coordinate> expected{{0, 3}, {1, 2}};
  EXPECT_EQ(first_with(strided({3, 4}, {1, 1}), 3, 2), expected);
}

TEST(ImageEnumeration, ASmallEffortEndsEarlier) {
  const IndexMap f = strided({3000, 3000}, {1, 3001});
  EXPECT_TRUE(ImageEnumeration::of(f, "this").has_value());
  const auto quick = ImageEnumeration::of(f, "this", Until::kEnd, kQuickEffort);
  ASSERT_FALSE(quick.has_value());
  EXPECT_EQ(quick.error()->code, "map.too_large_to_decide");
}

}  // namespace
}  // namespace tileglot::map
