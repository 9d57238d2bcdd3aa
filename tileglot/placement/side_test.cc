// SPDX-License-Identifier: Apache-2.0
#include "tileglot/placement/side.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/map/box.h"
#include "tileglot/placement/any_side.h"
#include "tileglot/placement/pieces.h"
#include "tileglot/placement/places.h"
#include "tileglot/placement/spread.h"

namespace tileglot::placement {
namespace {

Side listed(const Spread& spread) {
  std::vector<Piece> pieces;
  for (std::int64_t tile = 0; tile < spread.tiles(); ++tile) {
    for (std::int64_t copy = 0; copy < spread.copies(); ++copy)
      pieces.push_back({spread.holder(tile, copy), spread.box(tile)});
  }
  return *Pieces::of(spread.extents(), std::move(pieces));
}

std::vector<map::Box> boxes_of(const Side& side, std::int64_t place) {
  std::vector<map::Box> boxes;
  for (const std::int64_t tile : side.held_by(place)) {
    boxes.push_back(side.box(tile));
    const auto copy = side.copy_at(tile, place);
    EXPECT_TRUE(copy && side.holder(tile, *copy) == place);
  }
  return boxes;
}

TEST(SideLaw, ASpreadAndItsPiecesAreOneSide) {
  core::check_law("a_spread_and_its_pieces_are_one_side", 10000, [] {
    const Spread spread = any_spread(any_extents(3, 6), 12);
    const Side closed = spread;
    const Side open = listed(spread);
    RC_ASSERT(closed.extents() == open.extents());
    for (std::int64_t place = 0; place < closed.end() + 1; ++place) {
      RC_ASSERT(boxes_of(closed, place) == boxes_of(open, place));
      for (const std::int64_t tile : closed.held_by(place))
        RC_ASSERT(closed.copy_at(tile, place + 1000) == std::nullopt);
    }
  });
}

TEST(SideLaw, RenamedPlacesHaveTheSameTiles) {
  core::check_law("renamed_places_have_the_same_tiles", 5000, [] {
    const Side side = any_side(any_extents(3, 6), 12);
    std::vector<std::int64_t> names(static_cast<std::size_t>(side.end()));
    for (std::size_t i = 0; i < names.size(); ++i)
      names[i] = static_cast<std::int64_t>((i * 7 + 3) % names.size());
    const auto places = Places::listed(names);
    if (!places) return;  // 7 divides the number of places
    const auto renamed = side.renamed(*places);
    RC_ASSERT(renamed.has_value());
    for (std::int64_t place = 0; place < side.end(); ++place)
      RC_ASSERT(boxes_of(*renamed, places->at(place)) == boxes_of(side, place));
    const map::Box box = any_box(side.extents());
    std::int64_t met = 0;
    side.for_each_meeting(box, [&](std::int64_t, const map::Box&) { ++met; });
    RC_ASSERT(side.most_meeting(box) >= met);
  });
}

}  // namespace
}  // namespace tileglot::placement
