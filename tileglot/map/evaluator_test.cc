// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/evaluator.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/law.h"
#include "tileglot/map/any_map.h"
#include "tileglot/map/any_recipe.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/example_maps.h"
#include "tileglot/map/index_map.h"

namespace tileglot::map {
namespace {

/// Numbers where a factor that is a little off shows: beside multiples of d, and at both ends of
/// int64.
std::vector<std::int64_t> critical_numbers(std::int64_t d) {
  std::vector<std::int64_t> numbers{core::kInt64Min,     core::kInt64Min + 1, -1, 0, 1,
                                    core::kInt64Max - 1, core::kInt64Max};
  const std::int64_t last = core::kInt64Max / d;
  for (const std::int64_t quotient : {std::int64_t{1}, last / 2, last}) {
    for (const std::int64_t sign : {1, -1}) {
      numbers.push_back(sign * quotient * d);
      numbers.push_back(sign * quotient * d - 1);
    }
  }
  return numbers;
}

TEST(Evaluator, ADividerGivesTheFloorOfEveryNumber) {
  std::vector<std::int64_t> divisors{2, 3, 5, 7, 641, core::kInt64Max, core::kInt64Max - 1};
  for (int i = 2; i < 63; ++i) {
    const std::int64_t power = std::int64_t{1} << i;
    divisors.insert(divisors.end(), {power - 1, power, power + 1});
  }
  for (const std::int64_t d : divisors) {
    const Divider divider(d);
    for (const std::int64_t n : critical_numbers(d)) {
      ASSERT_EQ(divider.floor(n), core::floor_div(n, d)) << n << " / " << d;
    }
  }
}

TEST(Evaluator, AnyNumberByAnyDivisor) {
  core::check_law("divider_is_floor", 100000, [] {
    const auto d = *rc::gen::suchThat<std::int64_t>([](std::int64_t n) { return n >= 2; });
    const auto n = *rc::gen::arbitrary<std::int64_t>();
    RC_ASSERT(Divider(d).floor(n) == core::floor_div(n, d));
  });
}

TEST(Evaluator, TheEssaysTile) {
  const Evaluator f(tiled({3, 5}, {{2, 2}}));
  EXPECT_EQ(f(Coordinate{2, 3}), 17);
  EXPECT_EQ(f(Coordinate{0, 0}), 0);
}

TEST(Evaluator, ManySourcesNeedNoRoomOnTheStack) {
  Extents extents(100, 1);
  std::fill_n(extents.begin(), 62, 2);
  const IndexMap f = map_of(extents, [](MapBuilder& b) {
    Value v = b.constant(0);
    for (std::size_t k = 0; k < 62; ++k) v = b.add(v, b.scale(b.dim(k), 3));
    return b.floor_div(v, 2);
  });
  Coordinate last(100, 0);
  std::fill_n(last.begin(), 62, 1);
  EXPECT_EQ(Evaluator(f)(last), 62 * 3 / 2);
}

TEST(EvaluatorLaw, EvaluatorIsItsMap) {
  Tally tally;
  core::check_law("evaluator_is_its_map", 25000, [&] {
    const Recipe recipe = *any_recipe();
    const IndexMap f = recipe.map();
    tally.count(f);
    const Evaluator evaluate(f);
    for_each_coordinate(recipe.extents,
                        [&](const Coordinate& x) { EXPECT_EQ(evaluate(x), recipe(x)) << recipe; });
  });
  EXPECT_TRUE(tally.is_balanced()) << tally;
}

}  // namespace
}  // namespace tileglot::map
