// SPDX-License-Identifier: Apache-2.0
// inverse_law_test.cc: preimages against a full scan.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <map>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/map/any_map.h"
#include "tileglot/map/any_recipe.h"
#include "tileglot/map/inverse.h"

namespace tileglot::map {
namespace {

using Fibres = std::map<std::int64_t, std::vector<Coordinate>>;

Fibres fibres_of(const Recipe& recipe) {
  Fibres fibres;
  const std::vector<std::int64_t> table = table_of(recipe);
  std::size_t place = 0;
  for_each_coordinate(recipe.extents,
                      [&](const Coordinate& x) { fibres[table[place++]].push_back(x); });
  return fibres;
}

void expect_fibre(const Inverse& inverse, std::int64_t offset,
                  const std::vector<Coordinate>& expected, std::size_t at_most) {
  const auto found = inverse(offset, at_most);
  ASSERT_TRUE(found.has_value()) << found.error()->message;
  EXPECT_EQ(found->count, static_cast<std::int64_t>(expected.size())) << "at offset " << offset;
  const auto listed = static_cast<std::ptrdiff_t>(std::min(at_most, expected.size()));
  EXPECT_EQ(found->coordinates, std::vector(expected.begin(), expected.begin() + listed))
      << "at offset " << offset;
}

TEST(InverseLaw, PreimagesAreAll) {
  Tally tally;
  std::int64_t queries = 0;
  std::int64_t padding = 0;
  std::int64_t several = 0;
  core::check_law("preimages_are_all", 6000, [&] {
    const Recipe recipe = *any_recipe();
    const IndexMap map = recipe.map();
    tally.count(map);
    const Inverse inverse(map);
    const Fibres fibres = fibres_of(recipe);
    const std::int64_t low = fibres.begin()->first;
    const std::int64_t high = fibres.rbegin()->first;
    const std::int64_t step = std::max<std::int64_t>(1, (high - low) / 40);
    for (std::int64_t y = low - 1; y <= high + step; y += step) {
      const auto fibre = fibres.find(y);
      const auto expected = fibre == fibres.end() ? std::vector<Coordinate>{} : fibre->second;
      expect_fibre(inverse, y, expected, y % 3 == 0 ? 2 : kListed);
      ++queries;
      padding += expected.empty() ? 1 : 0;
      several += expected.size() > 1 ? 1 : 0;
    }
    for (const auto& [y, expected] : fibres) expect_fibre(inverse, y, expected, kListed);
  });
  std::cout << queries << " queries, " << padding << " padding, " << several << " with several; "
            << tally << "\n";
  EXPECT_TRUE(tally.is_balanced()) << tally;
}

TEST(InverseLaw, PreimagesOfPowerOfTwoMapsAreAll) {
  core::check_law("preimages_of_power_of_two_maps_are_all", 10000, [] {
    const Recipe recipe = *any_recipe({.powers_of_two = true});
    const Inverse inverse(recipe.map());
    for (const auto& [y, expected] : fibres_of(recipe)) {
      expect_fibre(inverse, y, expected, 3);
      expect_fibre(inverse, y, expected, kListed);
    }
  });
}

/// Offsets from below the image to above it, at most 40 or so.
void expect_padding_is_not_found(const Inverse& inverse, const Recipe& recipe) {
  std::vector<std::int64_t> image = table_of(recipe);
  std::sort(image.begin(), image.end());
  const std::int64_t step = std::max<std::int64_t>(1, (image.back() - image.front()) / 40);
  Coordinate x(recipe.rank());
  for (std::int64_t y = image.front() - 1; y <= image.back() + step; y += step) {
    if (std::binary_search(image.begin(), image.end(), y)) continue;
    ASSERT_FALSE(inverse.find(y, x)) << recipe << " at offset " << y;
  }
}

TEST(InverseLaw, ADirectInverseUndoesTheMap) {
  std::int64_t direct = 0;
  core::check_law("direct_inverse_undoes", 20000, [&] {
    const Recipe recipe = *any_recipe({.kind = MapKind::kPlain});
    const Inverse inverse(recipe.map());
    if (!inverse.is_direct()) return;
    ++direct;
    for_each_coordinate(recipe.extents, [&](const Coordinate& x) {
      Coordinate found(x.size());
      ASSERT_TRUE(inverse.find(recipe(x), found)) << recipe;
      ASSERT_EQ(found, x) << recipe;
    });
    expect_padding_is_not_found(inverse, recipe);
  });
  std::cout << direct << " maps had a direct inverse\n";
  EXPECT_GT(direct, 0);
}

}  // namespace
}  // namespace tileglot::map
