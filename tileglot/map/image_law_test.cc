// SPDX-License-Identifier: Apache-2.0
// image_law_test.cc: image size, onto and the first gap against a full scan.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <optional>
#include <set>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/map/any_map.h"
#include "tileglot/map/any_recipe.h"
#include "tileglot/map/image.h"

namespace tileglot::map {
namespace {

std::set<std::int64_t> image_of(const Recipe& recipe) {
  const std::vector<std::int64_t> table = table_of(recipe);
  return {table.begin(), table.end()};
}

std::optional<std::int64_t> scanned_gap(const std::set<std::int64_t>& image, std::int64_t size) {
  for (std::int64_t offset = 0; offset < size; ++offset) {
    if (!image.contains(offset)) return offset;
  }
  return std::nullopt;
}

/// An eighth with extents and divisors that are powers of two, a quarter plain.
RecipeOptions some_options() {
  const int sort = *rc::gen::inRange(0, 8);
  return {.powers_of_two = sort == 0, .kind = sort >= 6 ? MapKind::kPlain : MapKind::kAny};
}

TEST(ImageLaw, ImageSizeIsTheNumberOfOffsets) {
  Tally tally;
  core::check_law("image_size_counts", 51000, [&] {
    const Recipe recipe = *any_recipe(some_options());
    tally.count(recipe.map());
    const auto size = image_size(recipe.map());
    ASSERT_TRUE(size.has_value()) << size.error()->message;
    EXPECT_EQ(*size, static_cast<std::int64_t>(image_of(recipe).size())) << recipe;
  });
  std::cout << tally << "\n";
  EXPECT_TRUE(tally.is_balanced()) << tally;
}

TEST(ImageLaw, OntoIffNoGap) {
  std::int64_t onto_count = 0;
  core::check_law("onto_iff_no_gap", 30000, [&] {
    const Recipe recipe = *any_recipe(some_options());
    const std::set<std::int64_t> image = image_of(recipe);
    const std::int64_t cosize = std::max<std::int64_t>(*image.rbegin() + 1, 0);
    for (const std::int64_t size : {cosize, cosize / 2, cosize + 1}) {
      const std::optional<std::int64_t> expected = scanned_gap(image, size);
      const auto onto = is_onto(recipe.map(), size);
      const auto gap = first_unreached(recipe.map(), size);
      ASSERT_TRUE(onto.has_value() && gap.has_value());
      EXPECT_EQ(*onto, !expected.has_value()) << recipe << " onto " << size;
      EXPECT_EQ(*gap, expected) << recipe << " onto " << size;
      onto_count += *onto ? 1 : 0;
    }
  });
  std::cout << onto_count << " were onto\n";
  EXPECT_GT(onto_count, 0);
}

}  // namespace
}  // namespace tileglot::map
