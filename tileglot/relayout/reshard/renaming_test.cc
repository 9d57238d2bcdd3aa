// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/reshard/renaming.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/xla/sharding/parse.h"
#include "tileglot/placement/any_side.h"
#include "tileglot/placement/xla.h"
#include "tileglot/relayout/reshard/assignment.h"
#include "tileglot/relayout/reshard/resharding.h"

namespace tileglot::relayout::reshard {
namespace {

std::int64_t moved_bits(const Resharding& resharding) {
  std::int64_t bits = 0;
  for (std::int64_t rank = 0; rank < resharding.ranks(); ++rank) bits += resharding.bound(rank);
  return bits;
}

TEST(Renaming, ASwapMovesNothing) {
  const std::vector<std::int64_t> extents{8};
  const auto at = [&](const char* text) {
    return *placement::spread_of(*notation::xla::parse_sharding(text), extents);
  };
  Resharding resharding;
  ASSERT_TRUE(
      resharding.add({.source = at("{devices=[2]<=[2]}"), .target = at("{devices=[2]1,0}")}));
  EXPECT_EQ(moved_bits(resharding), 64);
  const auto weights = overlaps(resharding);
  ASSERT_TRUE(weights);
  const auto best = best_assignment(*weights);
  ASSERT_TRUE(best);
  EXPECT_EQ(best->of_target, (std::vector<std::int64_t>{1, 0}));
  const auto other = renamed(resharding, best->of_target);
  ASSERT_TRUE(other);
  EXPECT_EQ(moved_bits(*other), 0);
}

TEST(Renaming, TooManyRanksAreRefused) {
  const std::vector<std::int64_t> extents{std::int64_t{1} << 20};
  const auto spread = *placement::spread_of(
      *notation::xla::parse_sharding("{devices=[1048576]<=[1048576]}"), extents);
  Resharding resharding;
  ASSERT_TRUE(resharding.add({.source = spread, .target = spread}));
  EXPECT_EQ(overlaps(resharding).error()->code, "reshard.ranks");
}

/// Against every permutation of the target ranks.
TEST(RenamingLaw, NoOtherRenamingMovesLess) {
  core::check_law("no_other_renaming_moves_less", 1000, [] {
    Resharding resharding;
    for (int arrays = *rc::gen::inRange(1, 3); arrays > 0; --arrays) {
      const auto extents = placement::any_extents(2, 6);
      RC_ASSERT(resharding
                    .add({.source = placement::any_spread(extents, 4),
                          .target = placement::any_spread(extents, 4)})
                    .has_value());
    }
    if (resharding.ranks() > 6) return;
    const auto weights = overlaps(resharding);
    RC_ASSERT(weights.has_value());
    const auto best = best_assignment(*weights);
    RC_ASSERT(best.has_value());
    RC_ASSERT(check(*best, *weights).has_value());
    const std::int64_t least = moved_bits(*renamed(resharding, best->of_target));
    std::vector<std::int64_t> names(static_cast<std::size_t>(resharding.ranks()));
    std::iota(names.begin(), names.end(), std::int64_t{0});
    do {
      RC_ASSERT(moved_bits(*renamed(resharding, names)) >= least);
    } while (std::ranges::next_permutation(names).found);
  });
}

}  // namespace
}  // namespace tileglot::relayout::reshard
