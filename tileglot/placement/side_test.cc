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

}  // namespace
}  // namespace tileglot::placement
