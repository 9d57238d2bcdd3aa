// SPDX-License-Identifier: Apache-2.0
// units_test.cc: tiles cut into boxes that are contiguous in them.
#include "tileglot/checkpoint/reshard/units.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/checkpoint/pieces/any_cut.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/core/law.h"
#include "tileglot/map/box.h"
#include "tileglot/map/index_map.h"

namespace tileglot::checkpoint::reshard {
namespace {

using pieces::Extents;

constexpr std::int64_t kMebi = std::int64_t{1} << 20;

TEST(Units, UnitsAreRunsOfRows) {
  const Units units = Units::of(Extents{4096, 1024}, 16, kMebi);
  ASSERT_EQ(units.count(), 8);
  EXPECT_EQ(units.box(7), (map::Box{{3584, 0}, {4096, 1024}}));
  EXPECT_EQ(units.begin(7), 7 * kMebi);
  EXPECT_EQ(units.bytes(7), kMebi);
  EXPECT_EQ(units.largest_bytes(), kMebi);
}

TEST(Units, RowsThatAreTooLongAreCutInside) {
  const Units units = Units::of(Extents{2, 3, 5}, 32, 8);
  ASSERT_EQ(units.count(), 18);
  EXPECT_EQ(units.box(5), (map::Box{{0, 1, 4}, {1, 2, 5}}));
  EXPECT_EQ(units.begin(5), 36);
  EXPECT_EQ(units.bytes(5), 4);
  EXPECT_EQ(units.box(9), (map::Box{{1, 0, 0}, {2, 1, 2}}));
}

TEST(Units, RowsThatDoNotFillBytesStayTogether) {
  const Units units = Units::of(Extents{6, 3}, 4, 1);
  ASSERT_EQ(units.count(), 3);
  EXPECT_EQ(units.box(1), (map::Box{{2, 0}, {4, 3}}));
  EXPECT_EQ(units.begin(1), 3);
  EXPECT_EQ(units.bytes(1), 3);
}

TEST(Units, ATileOfNoElementsHasNone) {
  EXPECT_EQ(Units::of(Extents{4, 0, 3}, 32, 8).count(), 0);
  EXPECT_EQ(Units::of(Extents{4, 0, 3}, 32, 8).largest_bytes(), 0);
}

TEST(Units, ATileOfNoDimensionsIsOne) {
  const Units units = Units::of(Extents{}, 32, 1);
  ASSERT_EQ(units.count(), 1);
  EXPECT_EQ(units.box(0), map::Box{});
  EXPECT_EQ(units.bytes(0), 4);
}

TEST(Units, TheLargestTilesAreCut) {
  const Units units = Units::of(Extents{std::int64_t{1} << 40, 1 << 20}, 4, kMebi);
  EXPECT_EQ(units.count(), std::int64_t{1} << 39);
  EXPECT_EQ(units.begin(units.count() - 1), (std::int64_t{1} << 59) - kMebi);
}

/// Elements of the unit, in the tile's row-major order, are its bytes.
void expect_contiguous(const Units& units, const Extents& extents, std::int64_t bits) {
  std::int64_t number = 0;
  std::int64_t unit = 0;
  pieces::for_each_element(extents, [&](const map::Coordinate& x) {
    if (number * bits == 8 * (units.begin(unit) + units.bytes(unit))) ++unit;
    RC_ASSERT(pieces::has(units.box(unit), x));
    ++number;
  });
  RC_ASSERT(unit + 1 == units.count());
  RC_ASSERT(8 * (units.begin(unit) + units.bytes(unit)) == number * bits);
}

TEST(UnitsLaw, UnitsAreTheTileInTurn) {
  int cut = 0;
  core::check_law("units_are_the_tile_in_turn", 5000, [&] {
    const Extents extents = pieces::any_extents(4);
    const std::int64_t bits = *rc::gen::element(1, 2, 4, 6, 8, 16, 32);
    const std::int64_t all = map::Box{map::Coordinate(extents.size(), 0), extents}.size();
    if (all * bits % 8 != 0) return;
    const std::int64_t most = pieces::any_number(1, 40);
    const Units units = Units::of(extents, bits, most);
    expect_contiguous(units, extents, bits);
    if (bits % 8 == 0) RC_ASSERT(units.largest_bytes() <= std::max(most, bits / 8));
    cut += units.count() > 1 ? 1 : 0;
  });
  EXPECT_GE(cut, core::law_minimum(30));
}

}  // namespace
}  // namespace tileglot::checkpoint::reshard
