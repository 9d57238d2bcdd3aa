// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/inverse/index_lattice.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <array>
#include <cstdint>

#include "tileglot/core/law.h"

namespace tileglot::notation::cute {
namespace {

using Row = std::array<std::int64_t, IndexLattice::kMostUnknowns>;

constexpr IndexLattice unknowns(int count) {
  IndexLattice lattice;
  for (int i = 0; i < count; ++i) lattice.add_unknown();
  return lattice;
}

constexpr Row row(std::int64_t a, std::int64_t b, std::int64_t c = 0) { return {a, b, c}; }

constexpr bool is_solved() {
  IndexLattice lattice = unknowns(2);
  const Row first = row(2, 3);
  const Row second = row(1, 1);
  return lattice.meet(first.data(), 1) && lattice.meet(second.data(), 0) && lattice[0] == -1 &&
         lattice[1] == 1;
}
static_assert(is_solved());

TEST(IndexLattice, EquationsAreMetOneAfterAnother) {
  EXPECT_TRUE(is_solved());
  IndexLattice one = unknowns(1);
  EXPECT_FALSE(one.meet(row(2, 0).data(), 1));
  EXPECT_FALSE(one.overflows);
}

TEST(IndexLattice, WhatIsFixedIsOnlyChecked) {
  IndexLattice lattice = unknowns(1);
  EXPECT_TRUE(lattice.meet(row(3, 0).data(), 6));
  EXPECT_TRUE(lattice.meet(row(2, 0).data(), 4));
  EXPECT_FALSE(lattice.meet(row(2, 0).data(), 5));
}

TEST(IndexLattice, NumbersThatDoNotFitAreNotASolution) {
  IndexLattice lattice = unknowns(2);
  EXPECT_TRUE(lattice.meet(row(1, 0).data(), core::kInt64Max));
  EXPECT_FALSE(lattice.meet(row(2, 1).data(), 0));
  EXPECT_TRUE(lattice.overflows);
}

constexpr int kBound = 4;

std::int64_t dot(const Row& a, const Row& d) { return a[0] * d[0] + a[1] * d[1] + a[2] * d[2]; }

/// Is there a vector with entries up to kBound that solves the equations?
bool has_small_solution(const std::array<Row, 2>& rows, const std::array<std::int64_t, 2>& sums) {
  for (int x = -kBound; x <= kBound; ++x) {
    for (int y = -kBound; y <= kBound; ++y) {
      for (int z = -kBound; z <= kBound; ++z) {
        const Row d{x, y, z};
        if (dot(rows[0], d) == sums[0] && dot(rows[1], d) == sums[1]) return true;
      }
    }
  }
  return false;
}

TEST(IndexLattice, WhatHasASolutionIsSolved) {
  core::check_law("lattice_solves_what_can_be", 10000, [] {
    const auto small = rc::gen::inRange<std::int64_t>(-3, 9);
    const std::array<Row, 2> rows{Row{*small, *small, *small}, Row{*small, *small, *small}};
    const std::array<std::int64_t, 2> sums{*small, *small};
    IndexLattice lattice = unknowns(3);
    const bool is_met =
        lattice.meet(rows[0].data(), sums[0]) && lattice.meet(rows[1].data(), sums[1]);
    ASSERT_TRUE(is_met || !has_small_solution(rows, sums));
    if (!is_met) return;
    const Row found{lattice[0], lattice[1], lattice[2]};
    ASSERT_EQ(dot(rows[0], found), sums[0]);
    ASSERT_EQ(dot(rows[1], found), sums[1]);
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
