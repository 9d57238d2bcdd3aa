// SPDX-License-Identifier: Apache-2.0
// injective_law_test.cc: injectivity against a full scan.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <set>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/map/any_map.h"
#include "tileglot/map/any_recipe.h"
#include "tileglot/map/injective.h"

namespace tileglot::map {
namespace {

bool has_collision(const Recipe& recipe) {
  const std::vector<std::int64_t> table = table_of(recipe);
  return std::set<std::int64_t>(table.begin(), table.end()).size() != table.size();
}

/// An eighth with extents and divisors that are powers of two, where the rank decides.
RecipeOptions some_options() {
  const bool powers = *rc::gen::inRange(0, 8) == 0;
  return {.powers_of_two = powers};
}

TEST(InjectiveLaw, InjectiveIffNoCollision) {
  Tally tally;
  std::int64_t collide = 0;
  std::int64_t enumerated = 0;
  core::check_law("injective_iff_no_collision", 51000, [&] {
    const Recipe recipe = *any_recipe(some_options());
    const IndexMap map = recipe.map();
    tally.count(map);
    const auto answer = injectivity(map);
    ASSERT_TRUE(answer.has_value()) << answer.error()->message;
    EXPECT_EQ(answer->injective, !has_collision(recipe))
        << recipe << "\nrule " << static_cast<int>(answer->rule);
    collide += answer->injective ? 0 : 1;
    enumerated += answer->rule == InjectiveRule::kEnumerate ? 1 : 0;
  });
  std::cout << tally << "; " << collide << " not injective, " << enumerated
            << " decided by enumeration\n";
  EXPECT_TRUE(tally.is_balanced()) << tally;
  EXPECT_LT(5 * enumerated, tally.maps());
}

TEST(InjectiveLaw, CollisionWitnessCollides) {
  core::check_law("collision_witness_collides", 20000, [] {
    const Recipe recipe = *any_recipe(some_options());
    const auto answer = injectivity(recipe.map());
    ASSERT_TRUE(answer.has_value()) << answer.error()->message;
    if (answer->injective) return;
    ASSERT_TRUE(answer->collision.has_value()) << recipe;
    const auto& [first, second, offset] = *answer->collision;
    EXPECT_LT(first, second);
    EXPECT_EQ(recipe(first), offset) << recipe;
    EXPECT_EQ(recipe(second), offset) << recipe;
    for (std::size_t k = 0; k < recipe.rank(); ++k) {
      EXPECT_LT(second[k], recipe.extents[k]);
      EXPECT_LT(first[k], recipe.extents[k]);
    }
  });
}

}  // namespace
}  // namespace tileglot::map
