// SPDX-License-Identifier: Apache-2.0
#include "tileglot/analysis/contiguous_chains.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "tileglot/core/law.h"

namespace tileglot::analysis {
namespace {

TEST(ContiguousChains, ChainsAreToldApartByEveryEntry) {
  const std::vector<Chain> chains = contiguous_chains({{0, 8}, {1, 9}, {0, 16}, {1, 17}, {1, 9}});
  EXPECT_EQ(chains, (std::vector<Chain>{{{0, 8}, 2}, {{0, 16}, 2}}));
  EXPECT_EQ(widest_vector(chains, 8), 2);
  EXPECT_EQ(widest_vector(chains, 1), 1);
}

TEST(ContiguousChains, AnOddHeadLeavesTheRunButNoVector) {
  const std::vector<Chain> chains = contiguous_chains({{1, 0}, {2, 1}, {3, 2}, {4, 3}});
  EXPECT_EQ(widest_run(chains, 16), 4);
  EXPECT_EQ(widest_vector(chains, 16), 1);
}

TEST(ContiguousChains, AnOrderThatTurnsRoundInOneEntryIsNotAChain) {
  EXPECT_EQ(contiguous_chains({{0, 1}, {1, 0}}).size(), 2U);
}

/// Tries to cover all columns by aligned vectors of n, from the definition.
bool can_be_cut(const std::set<Column>& columns, std::int64_t n, bool aligned) {
  std::set<Column> left = columns;
  while (!left.empty()) {
    const Column head = *left.begin();
    for (std::int64_t step = 0; step < n; ++step) {
      Column want = head;
      for (std::int64_t& entry : want) entry += step;
      if (left.erase(want) == 0) return false;
    }
    for (const std::int64_t entry : head) {
      if (aligned && entry % n != 0) return false;
    }
  }
  return true;
}

TEST(ContiguousChainsLaw, VectorsCoverEveryColumnOnce) {
  std::int64_t wide = 0;
  core::check_law("vectors_cover_every_column", 10000, [&] {
    // Blocks of a common length, so that some vectors are wide, with a column taken away at times.
    const std::int64_t block = *rc::gen::element<std::int64_t>(1, 2, 3, 4, 8);
    const std::size_t entries = *rc::gen::inRange<std::size_t>(1, 4);
    const std::int64_t step = *rc::gen::element<std::int64_t>(1, 2, 4, 8);
    std::vector<Column> columns;
    for (int i = *rc::gen::inRange(1, 6); i > 0; --i) {
      Column head;
      for (std::size_t k = 0; k < entries; ++k) {
        head.push_back(step * *rc::gen::inRange<std::int64_t>(0, 12));
      }
      for (std::int64_t j = 0; j < block; ++j) {
        columns.push_back(head);
        for (std::int64_t& entry : columns.back()) entry += j;
      }
    }
    if (*rc::gen::inRange(0, 6) == 0) columns.pop_back();
    if (columns.empty()) return;
    const std::set<Column> all(columns.begin(), columns.end());
    const std::vector<Chain> chains = contiguous_chains(columns);
    for (const bool aligned : {false, true}) {
      std::int64_t widest = 1;
      for (std::int64_t n = 2; n <= 8; n *= 2) {
        if (can_be_cut(all, n, aligned)) widest = n;
      }
      if (aligned && widest > 1) ++wide;
      ASSERT_EQ(aligned ? widest_vector(chains, 8) : widest_run(chains, 8), widest);
    }
  });
  EXPECT_GT(wide, 0);
}

}  // namespace
}  // namespace tileglot::analysis
