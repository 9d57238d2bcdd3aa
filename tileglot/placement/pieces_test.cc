// SPDX-License-Identifier: Apache-2.0
#include "tileglot/placement/pieces.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/law.h"
#include "tileglot/map/box.h"
#include "tileglot/placement/any_side.h"

namespace tileglot::placement {
namespace {

TEST(Pieces, EqualBoxesAreCopies) {
  const map::Box low{{0}, {3}};
  const map::Box high{{3}, {8}};
  const auto pieces = Pieces::of({8}, {{2, high}, {0, low}, {1, high}});
  ASSERT_TRUE(pieces);
  ASSERT_EQ(pieces->tiles(), 2);
  EXPECT_EQ(pieces->box(0), low);
  EXPECT_EQ(pieces->copies(1), 2);
  EXPECT_EQ(pieces->holder(1, 1), 2);
  EXPECT_EQ(pieces->held_by(1), (std::vector<std::int64_t>{1}));
  EXPECT_EQ(pieces->held_by(7), (std::vector<std::int64_t>{}));
}

TEST(Pieces, OverlapsAreRefusedWithTheElement) {
  const auto pieces = Pieces::of({8, 2}, {{0, {{0, 0}, {5, 2}}}, {1, {{3, 1}, {8, 2}}}});
  ASSERT_FALSE(pieces);
  EXPECT_EQ(pieces.error()->code, "placement.overlap");
  EXPECT_EQ(pieces.error()->message,
            "two pieces that are not equal have the element (3,1): at place 0 (0,0) to (5,2), at "
            "place 1 (3,1) to (8,2)");
}

TEST(Pieces, WhatIsNotABoxOfTheArrayIsRefused) {
  EXPECT_EQ(Pieces::of({8}, {{0, {{0}, {9}}}}).error()->code, "placement.pieces");
  EXPECT_EQ(Pieces::of({8}, {{0, {{-1}, {3}}}}).error()->code, "placement.pieces");
  EXPECT_EQ(Pieces::of({8}, {{0, {{0, 0}, {1, 1}}}}).error()->code, "placement.pieces");
  EXPECT_EQ(Pieces::of({8}, {{-2, {{0}, {1}}}}).error()->code, "placement.pieces");
  EXPECT_EQ(Pieces::of({8}, {{0, {{0}, {8}}}, {0, {{0}, {8}}}}).error()->message,
            "place 0 has the piece that begins at (0) twice");
  EXPECT_EQ(Pieces::of({core::kInt64Max, 2}, {}).error()->code, "placement.limit");
}

TEST(Pieces, EmptyPiecesAreDropped) {
  const auto pieces = Pieces::of({8}, {{3, {{2}, {2}}}});
  ASSERT_TRUE(pieces);
  EXPECT_EQ(pieces->tiles(), 0);
  EXPECT_EQ(pieces->end(), 0);
  pieces->for_each_meeting({{0}, {8}}, [](std::int64_t, const map::Box&) { FAIL(); });
}

TEST(Pieces, AFineGridIsBuiltInTheTimeOfASort) {
  std::vector<Piece> pieces;
  for (std::int64_t i = 0; i < 256; ++i) {
    for (std::int64_t j = 0; j < 256; ++j)
      pieces.push_back({i * 256 + j, {{i, j}, {i + 1, j + 1}}});
  }
  const auto grid = Pieces::of({256, 256}, std::move(pieces));
  ASSERT_TRUE(grid);
  std::int64_t met = 0;
  grid->for_each_meeting({{3, 0}, {4, 256}}, [&](std::int64_t, const map::Box&) { ++met; });
  EXPECT_EQ(met, 256);
}

TEST(PiecesLaw, MeetingsAreTheSharedElementsOfPieces) {
  core::check_law("meetings_of_pieces", 10000, [] {
    const Pieces pieces = any_pieces(any_extents(3, 7), 12);
    const map::Box box = any_box(pieces.extents());
    std::map<std::int64_t, map::Box> met;
    pieces.for_each_meeting(box, [&](std::int64_t tile, const map::Box& both) {
      RC_ASSERT(met.emplace(tile, both).second);
    });
    for (std::int64_t tile = 0; tile < pieces.tiles(); ++tile) {
      const auto both = map::intersection(pieces.box(tile), box);
      const auto found = met.find(tile);
      RC_ASSERT(both.has_value() == (found != met.end()));
      if (both) RC_ASSERT(found->second == *both);
    }
  });
}

TEST(PiecesLaw, ABoxThatIsShiftedOverlaps) {
  core::check_law("a_box_that_is_shifted_overlaps", 5000, [] {
    const Pieces pieces = any_pieces(any_extents(3, 7), 12);
    const map::Box other = any_box(pieces.extents());
    std::vector<Piece> all{{20, other}};
    bool equal = false;
    for (std::int64_t tile = 0; tile < pieces.tiles(); ++tile) {
      equal = equal || pieces.box(tile) == other;
      all.push_back({pieces.holder(tile, 0), pieces.box(tile)});
    }
    const auto both = Pieces::of(pieces.extents(), std::move(all));
    RC_ASSERT(both.has_value() == equal);
    if (!both) RC_ASSERT(both.error()->code == "placement.overlap");
  });
}

}  // namespace
}  // namespace tileglot::placement
