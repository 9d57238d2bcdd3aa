// SPDX-License-Identifier: Apache-2.0
#include "tileglot/placement/spread.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/law.h"
#include "tileglot/map/box.h"
#include "tileglot/placement/any_side.h"
#include "tileglot/placement/cuts.h"
#include "tileglot/placement/places.h"

namespace tileglot::placement {
namespace {

TEST(Spread, CopiesAreAtNeighbouringPlaces) {
  const auto spread = Spread::of({*Cuts::even(8, 2)}, 2, *Places::of_digits({{4, 1}}));
  ASSERT_TRUE(spread);
  EXPECT_EQ(spread->holder(1, 0), 2);
  EXPECT_EQ(spread->held_by(1), (Spread::Held{0, 1}));
  EXPECT_EQ(spread->held_by(4), std::nullopt);
  EXPECT_EQ(spread->box(1), (map::Box{{4}, {8}}));
}

TEST(Spread, AScalarIsOneTile) {
  const auto spread = Spread::of({}, 3, *Places::of_digits({{3, 1}}));
  ASSERT_TRUE(spread);
  std::int64_t met = 0;
  spread->for_each_meeting({}, [&](std::int64_t tile, const map::Box& both) {
    EXPECT_EQ(tile, 0);
    EXPECT_EQ(both.size(), 1);
    ++met;
  });
  EXPECT_EQ(met, 1);
}

TEST(Spread, EachCopyNeedsAPlace) {
  const Places four = *Places::of_digits({{4, 1}});
  EXPECT_EQ(Spread::of({*Cuts::even(8, 2)}, 3, four).error()->code, "placement.places");
  EXPECT_EQ(Spread::of({*Cuts::even(8, 2)}, 0, four).error()->code, "placement.places");
  const Cuts large = *Cuts::even(core::kInt64Max, 1);
  EXPECT_EQ(Spread::of({large, large}, 1, four).error()->code, "placement.limit");
}

TEST(SpreadLaw, MeetingsAreTheSharedElements) {
  core::check_law("meetings_are_the_shared_elements", 10000, [] {
    const Spread spread = any_spread(any_extents(3, 7), 12);
    const map::Box box = any_box(spread.extents());
    std::map<std::int64_t, map::Box> met;
    spread.for_each_meeting(box, [&](std::int64_t tile, const map::Box& both) {
      RC_ASSERT(met.emplace(tile, both).second);
    });
    std::int64_t elements = 0;
    for (std::int64_t tile = 0; tile < spread.tiles(); ++tile) {
      elements += spread.box(tile).size();
      const auto both = map::intersection(spread.box(tile), box);
      const auto found = met.find(tile);
      RC_ASSERT(both.has_value() == (found != met.end()));
      if (both) RC_ASSERT(found->second == *both);
    }
    std::int64_t size = 1;
    for (const std::int64_t extent : spread.extents()) size *= extent;
    RC_ASSERT(elements == size);
  });
}

TEST(SpreadLaw, HoldersHoldTheirTile) {
  core::check_law("holders_hold_their_tile", 10000, [] {
    const Spread spread = any_spread(any_extents(3, 7), 12);
    std::int64_t holders = 0;
    for (std::int64_t tile = 0; tile < spread.tiles(); ++tile) {
      for (std::int64_t copy = 0; copy < spread.copies(); ++copy) {
        const auto held = spread.held_by(spread.holder(tile, copy));
        RC_ASSERT(held == std::optional(Spread::Held{tile, copy}));
        ++holders;
      }
    }
    std::int64_t held = 0;
    for (std::int64_t place = 0; place < spread.places().end(); ++place)
      held += spread.held_by(place).has_value() ? 1 : 0;
    RC_ASSERT(held == holders);
  });
}

}  // namespace
}  // namespace tileglot::placement
