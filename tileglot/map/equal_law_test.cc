// SPDX-License-Identifier: Apache-2.0
// equal_law_test.cc: equality and first differences against complete tables.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <optional>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/law.h"
#include "tileglot/map/any_map.h"
#include "tileglot/map/any_recipe.h"
#include "tileglot/map/equal.h"
#include "tileglot/map/index_map.h"

namespace tileglot::map {
namespace {

/// The first difference by looking at every coordinate.
std::optional<Difference> first_by_table(const Recipe& f, const Recipe& g) {
  const std::vector<std::int64_t> left = table_of(f);
  const std::vector<std::int64_t> right = table_of(g);
  const auto [i, j] = std::mismatch(left.begin(), left.end(), right.begin());
  if (i == left.end()) return std::nullopt;
  std::int64_t rest = i - left.begin();
  Coordinate x(f.rank());
  for (std::size_t k = x.size(); k-- > 0; rest /= f.extents[k]) x[k] = rest % f.extents[k];
  return Difference{x, *i, *j};
}

/// What the pairs of a law were, so that it cannot pass on easy ones only.
struct Shares {
  Tally tally = {};
  std::int64_t pairs = 0;
  std::int64_t equal = 0;
  std::int64_t one_function = 0;

  void count(const RecipePair& pair, const IndexMap& f, bool is_equal) {
    tally.count(f);
    ++pairs;
    equal += is_equal ? 1 : 0;
    one_function += pair.one_function ? 1 : 0;
  }
  void print() const {
    std::cout << pairs << " pairs, " << equal << " equal, " << one_function
              << " one function by two routes; " << tally << "\n";
  }
};

void expect_first_difference_is_first(const RecipePair& pair, Shares& shares) {
  const IndexMap f = pair.f.map();
  const IndexMap g = pair.g.map();
  const std::optional<Difference> truth = first_by_table(pair.f, pair.g);
  const core::Result<std::optional<Difference>> answer = first_difference(f, g);
  ASSERT_TRUE(answer.has_value()) << answer.error()->message;
  EXPECT_EQ(answer->has_value(), truth.has_value()) << pair;
  if (*answer && truth) {
    EXPECT_EQ((*answer)->at, truth->at) << pair;
    EXPECT_EQ((*answer)->left, truth->left) << pair;
    EXPECT_EQ((*answer)->right, truth->right) << pair;
  }
  EXPECT_EQ(is_equal(f, g), core::Result<bool>(!truth.has_value())) << pair;
  shares.count(pair, f, !truth.has_value());
}

void check_first_difference(const char* name, int count, const RecipeOptions& options) {
  Shares shares;
  core::check_law(name, count,
                  [&] { expect_first_difference_is_first(*any_recipe_pair(options), shares); });
  shares.print();
  EXPECT_TRUE(options.powers_of_two || shares.tally.is_balanced()) << shares.tally;
  EXPECT_GE(10 * shares.one_function, shares.pairs);
}

TEST(EqualLaw, FirstDifferenceIsFirst) {
  check_first_difference("first_difference_is_first", 320450, {.max_points = 128});
}

TEST(EqualLaw, FirstDifferenceIsFirstOnLargerDomains) {
  check_first_difference("first_difference_is_first_larger", 40080,
                         {.min_points = 300, .max_points = 2500});
}

TEST(EqualLaw, FirstDifferenceByFixingBits) {
  check_first_difference("first_difference_by_fixing_bits", 20000,
                         {.max_points = 256, .powers_of_two = true});
}

/// Extents are large against tiles, so that the window is a small part of the domain.
TEST(EqualLaw, WindowIsEnough) {
  check_first_difference("window_is_enough", 4000,
                         {.min_points = 2000, .max_points = 6000, .max_rank = 2});
}

}  // namespace
}  // namespace tileglot::map
