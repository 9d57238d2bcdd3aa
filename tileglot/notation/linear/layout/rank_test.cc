// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/layout/rank.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>

#include "tileglot/core/law.h"
#include "tileglot/notation/linear/layout/any_layout.h"
#include "tileglot/notation/linear/layout/apply.h"
#include "tileglot/notation/linear/text/parse.h"

namespace tileglot::notation::linear {
namespace {

TEST(Rank, RankCountsTheOutputsReached) {
  const Layout layout = parse("{register: [[1],[0],[2]], lane: [[4],[4]]} -> {dim0: 8}").value();
  EXPECT_EQ(rank(layout), 3);
  EXPECT_TRUE(is_surjective(layout));
  EXPECT_FALSE(is_injective(layout));
  EXPECT_FALSE(first_unreached(layout));
}

TEST(Rank, ThePredicatesAreThoseOfTheTable) {
  core::check_law("linear_rank_counts", 10000, [] {
    const Layout layout = *any_layout();
    std::set<std::uint64_t> reached;
    const std::uint64_t inputs = std::uint64_t{1} << layout.in_bits();
    for (std::uint64_t x = 0; x < inputs; ++x) reached.insert(apply_flat(layout, x));
    const bool onto = reached.size() == std::size_t{1} << layout.out_bits();
    EXPECT_EQ(reached.size(), std::size_t{1} << rank(layout));
    EXPECT_EQ(is_surjective(layout), onto);
    EXPECT_EQ(is_injective(layout), reached.size() == inputs);
    EXPECT_EQ(is_invertible(layout), onto && reached.size() == inputs);
    std::uint64_t missing = 0;
    while (reached.contains(missing)) ++missing;
    EXPECT_EQ(first_unreached(layout).value_or(reached.size()), missing);
  });
}

}  // namespace
}  // namespace tileglot::notation::linear
