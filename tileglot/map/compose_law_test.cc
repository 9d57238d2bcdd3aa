// SPDX-License-Identifier: Apache-2.0
// compose_law_test.cc: A(B(x)) at every coordinate, and the freedom of brackets.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/map/any_map.h"
#include "tileglot/map/any_recipe.h"
#include "tileglot/map/compose.h"
#include "tileglot/map/equal.h"

namespace tileglot::map {
namespace {

/// The recipe raised so that its smallest value is 0.
Recipe raised(Recipe recipe) {
  const std::vector<std::int64_t> table = table_of(recipe);
  const std::int64_t least = *std::min_element(table.begin(), table.end());
  const std::size_t last = recipe.rank() + recipe.stages.size() - 1;
  recipe.stages.push_back({Stage::Kind::kSum, {{last, 1}}, -least, {}});
  return recipe;
}

/// One or two extents that hold the numbers 0 .. largest, with some to spare.
std::vector<std::int64_t> extents_for(std::int64_t largest) {
  const std::int64_t spare = *rc::gen::inRange<std::int64_t>(0, 3);
  if (*rc::gen::arbitrary<bool>()) return {largest + 1 + spare};
  const std::int64_t minor = *rc::gen::inRange<std::int64_t>(1, 12);
  return {largest / minor + 1 + spare, minor};
}

/// A recipe whose domain holds all values of `inner`.
Recipe any_outer_of(const Recipe& inner) {
  const std::vector<std::int64_t> table = table_of(inner);
  const std::int64_t largest = *std::max_element(table.begin(), table.end());
  return *any_recipe({.extents = extents_for(largest)});
}

bool is_small(const Recipe& recipe) {
  const std::vector<std::int64_t> table = table_of(recipe);
  return *std::max_element(table.begin(), table.end()) < 400;
}

/// The table of outer is row-major, so a row-major number is a place in it.
void expect_composes(const IndexMap& composed, const Recipe& outer, const Recipe& inner) {
  const std::vector<std::int64_t> places = table_of(outer);
  std::vector<std::int64_t> expected;
  for (const std::int64_t y : table_of(inner)) {
    expected.push_back(places[static_cast<std::size_t>(y)]);
  }
  EXPECT_EQ(table_of(composed), expected) << "outer " << outer << "\ninner " << inner;
}

TEST(ComposeLaw, ComposeIsComposition) {
  Tally tally;
  core::check_law("compose_is_composition", 51000, [&] {
    const Recipe inner = raised(*any_recipe({.max_points = 64}));
    if (!is_small(inner)) return;
    const Recipe outer = any_outer_of(inner);
    const auto composed = compose(outer.map(), inner.map());
    ASSERT_TRUE(composed.has_value()) << composed.error()->message << "\n"
                                      << composed.error()->code;
    tally.count(*composed);
    expect_composes(*composed, outer, inner);
  });
  std::cout << "results: " << tally << "\n";
  EXPECT_GT(tally.maps(), 0);
}

TEST(ComposeLaw, CompositionRefusesExactlyWhatLeavesTheDomain) {
  std::int64_t refused = 0;
  core::check_law("compose_refuses_what_leaves", 5000, [&] {
    const Recipe inner = *any_recipe({.max_points = 64});
    const std::int64_t extent = *rc::gen::inRange<std::int64_t>(1, 80);
    const Recipe outer = *any_recipe({.extents = {extent}});
    const std::vector<std::int64_t> table = table_of(inner);
    const auto [least, most] = std::minmax_element(table.begin(), table.end());
    const auto composed = compose(outer.map(), inner.map());
    ASSERT_EQ(composed.has_value(), *least >= 0 && *most < extent) << inner;
    if (composed) return;
    ++refused;
    EXPECT_EQ(composed.error()->code, "map.out_of_domain");
    EXPECT_NE(composed.error()->witness.find("at ("), std::string::npos)
        << composed.error()->witness;
  });
  EXPECT_GT(refused, 0);
}

TEST(ComposeLaw, ComposeAssociates) {
  core::check_law("compose_associates", 8000, [] {
    const Recipe c = raised(*any_recipe({.max_points = 48}));
    if (!is_small(c)) return;
    const Recipe b = raised(any_outer_of(c));
    if (!is_small(b)) return;
    const IndexMap outer = any_outer_of(b).map();
    const auto right = compose(b.map(), c.map());
    const auto left = compose(outer, b.map());
    ASSERT_TRUE(right.has_value() && left.has_value());
    // Both read numbers row-major, so the brackets do not matter.
    const auto one = compose(*left, c.map());
    const auto other = compose(outer, *right);
    ASSERT_TRUE(one.has_value() && other.has_value());
    const auto difference = first_difference(*one, *other);
    ASSERT_TRUE(difference.has_value()) << difference.error()->message;
    EXPECT_FALSE(difference->has_value());
    EXPECT_EQ(table_of(*one), table_of(*other));
  });
}

}  // namespace
}  // namespace tileglot::map
