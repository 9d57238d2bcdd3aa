// SPDX-License-Identifier: Apache-2.0
#include "tileglot/placement/cuts.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/law.h"

namespace tileglot::placement {
namespace {

TEST(Cuts, TheLastTileIsWhatIsLeft) {
  const auto cuts = Cuts::even(10, 4);
  ASSERT_TRUE(cuts);
  EXPECT_EQ(cuts->tile(2), (Interval{6, 9}));
  EXPECT_EQ(cuts->tile(3), (Interval{9, 10}));
  EXPECT_EQ(cuts->meeting({4, 7}), (Interval{1, 3}));
}

TEST(Cuts, TilesCanBeEmpty) {
  const auto cuts = Cuts::even(2, 4);
  ASSERT_TRUE(cuts);
  EXPECT_EQ(cuts->tile(1), (Interval{1, 2}));
  EXPECT_EQ(cuts->tile(3), (Interval{2, 2}));
  const auto none = Cuts::even(0, 3);
  ASSERT_TRUE(none);
  EXPECT_EQ(none->tile(2), (Interval{0, 0}));
}

TEST(Cuts, ListedTilesThatAreEvenAreEven) {
  EXPECT_EQ(*Cuts::at({0, 3, 6, 9, 10}), *Cuts::even(10, 4));
  EXPECT_NE(*Cuts::at({0, 4, 6, 9, 10}), *Cuts::even(10, 4));
  EXPECT_EQ(Cuts::at({0, 4, 6, 9, 10})->largest(), 4);
}

TEST(Cuts, WhatDoesNotAscendIsRefused) {
  EXPECT_EQ(Cuts::at({0, 4, 3}).error()->code, "placement.cuts");
  EXPECT_EQ(Cuts::at({1, 4}).error()->code, "placement.cuts");
  EXPECT_EQ(Cuts::at({0}).error()->code, "placement.cuts");
  EXPECT_EQ(Cuts::even(-1, 2).error()->code, "placement.cuts");
  EXPECT_EQ(Cuts::even(4, 0).error()->code, "placement.cuts");
}

TEST(Cuts, LargeExtentsDoNotOverflow) {
  const auto cuts = Cuts::even(core::kInt64Max, 3);
  ASSERT_TRUE(cuts);
  EXPECT_EQ(cuts->tile(2).end, core::kInt64Max);
  const auto many = Cuts::even(4, core::kInt64Max);
  ASSERT_TRUE(many);
  EXPECT_EQ(many->tile(core::kInt64Max - 1), (Interval{4, 4}));
}

Cuts any_cuts() {
  const std::int64_t extent = *rc::gen::inRange<std::int64_t>(1, 20);
  if (*rc::gen::arbitrary<bool>())
    return *Cuts::even(extent, *rc::gen::inRange<std::int64_t>(1, 8));
  auto begins =
      *rc::gen::container<std::vector<std::int64_t>>(rc::gen::inRange<std::int64_t>(0, extent + 1));
  begins.push_back(0);
  begins.push_back(extent);
  std::ranges::sort(begins);
  return *Cuts::at(begins);
}

TEST(CutsLaw, MeetingFindsTheTilesThatShareACoordinate) {
  core::check_law("meeting_finds_the_tiles", 20000, [] {
    const Cuts cuts = any_cuts();
    const std::int64_t lo = *rc::gen::inRange<std::int64_t>(0, cuts.extent());
    const std::int64_t hi = *rc::gen::inRange<std::int64_t>(lo + 1, cuts.extent() + 1);
    const Interval met = cuts.meeting({lo, hi});
    std::int64_t next = 0;
    for (std::int64_t t = 0; t < cuts.tiles(); ++t) {
      const Interval tile = cuts.tile(t);
      RC_ASSERT(tile.begin == next);
      next = tile.end;
      const bool shares = std::max(tile.begin, lo) < std::min(tile.end, hi);
      RC_ASSERT(!shares || (met.begin <= t && t < met.end));
    }
    RC_ASSERT(next == cuts.extent());
    const Interval first = cuts.tile(met.begin);
    const Interval last = cuts.tile(met.end - 1);
    RC_ASSERT(first.begin <= lo && lo < first.end);
    RC_ASSERT(last.begin < hi && hi <= last.end);
  });
}

}  // namespace
}  // namespace tileglot::placement
