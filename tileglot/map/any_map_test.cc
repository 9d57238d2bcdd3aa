// SPDX-License-Identifier: Apache-2.0
// any_map_test.cc: the generators keep what they promise.
#include "tileglot/map/any_map.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <iostream>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/law.h"
#include "tileglot/map/any_recipe.h"
#include "tileglot/map/any_route.h"

namespace tileglot::map {
namespace {

TEST(AnyMap, RecipesOfEachKindAreFrequentAndSound) {
  Tally tally;
  core::check_law("any_recipe_is_sound", 5000, [&] {
    const Recipe recipe = *any_recipe();
    tally.count(recipe.map());
    EXPECT_TRUE(is_sound(recipe)) << recipe;
    EXPECT_LE(recipe.points(), 128);
  });
  EXPECT_TRUE(tally.is_balanced()) << tally;
}

TEST(AnyMap, OptionsHold) {
  core::check_law("any_recipe_keeps_options", 3000, [] {
    const Recipe large = *any_recipe({.min_points = 300, .max_points = 2500});
    EXPECT_GE(large.points(), 300);
    EXPECT_LE(large.points(), 2500);
    const Recipe powers = *any_recipe({.powers_of_two = true});
    for (const std::int64_t extent : powers.extents) EXPECT_TRUE(core::is_power_of_two(extent));
    EXPECT_FALSE(powers.map().is_deep());
    EXPECT_EQ((*any_recipe({.extents = {7, 4}})).extents, (std::vector<std::int64_t>{7, 4}));
  });
}

TEST(AnyMap, TwoRoutesAreOneFunction) {
  std::int64_t routes = 0;
  std::int64_t equal = 0;
  std::int64_t pairs = 0;
  core::check_law("two_routes_are_one_function", 10000, [&] {
    const RecipePair pair = *any_recipe_pair();
    const bool same = table_of(pair.f) == table_of(pair.g);
    EXPECT_TRUE(same || !pair.one_function) << pair;
    EXPECT_EQ(pair.f.extents, pair.g.extents);
    ++pairs;
    routes += pair.one_function ? 1 : 0;
    equal += same ? 1 : 0;
  });
  std::cout << pairs << " pairs, " << routes << " by two routes, " << equal << " equal\n";
  EXPECT_GE(10 * routes, pairs);
}

TEST(AnyMap, SimplerRecipesAreSoundAndEnd) {
  core::check_law("simpler_recipes_are_sound", 100, [] {
    Recipe recipe = *any_recipe({.max_points = 32});
    for (int steps = 0; steps < 200; ++steps) {
      const std::vector<Recipe> next = simpler(recipe);
      if (next.empty()) return;
      EXPECT_TRUE(is_sound(next.front()));
      recipe = next.front();
    }
    ADD_FAILURE() << "still not simple: " << recipe;
  });
}

}  // namespace
}  // namespace tileglot::map
