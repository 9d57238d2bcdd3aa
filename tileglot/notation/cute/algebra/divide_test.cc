// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/algebra/divide.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/parse.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

constexpr Tiler by_mode(const IntTuple& extents) { return *tiler_of(extents); }
constexpr Tiler by_four_and_two() { return by_mode(*tuple_of(4, 2)); }

static_assert(logical_divide("24:1"_layout, "4:2"_layout).value == "(4,(2,3)):(2,(1,8))"_layout);
static_assert(logical_divide("_4:_1"_layout, "_8:_1"_layout).value == "(_8,_1):(_1,_0)"_layout);
static_assert(logical_divide("16:1"_layout, "(2,2):(1,1)"_layout).refusal.reason ==
              Reason::kNotInjective);
static_assert(zipped_divide("(8,(2,4)):(1,(8,16))"_layout, by_four_and_two()).value ==
              "((4,2),(2,4)):((1,8),(4,16))"_layout);
static_assert(zipped_divide("6:1"_layout, by_four_and_two()).refusal.reason == Reason::kTilerRank);
static_assert(tiled_divide("(8,6,5):(1,8,48)"_layout, by_four_and_two()).value ==
              "((4,2),2,3,5):((1,8),4,16,48)"_layout);
static_assert(tiled_divide("_4:_1"_layout, "_8:_1"_layout).value == "(_8,_1):(_1,_0)"_layout);
static_assert(flat_divide("(8,6,5):(1,8,48)"_layout, by_four_and_two()).value ==
              "(4,2,2,3,5):(1,8,4,16,48)"_layout);
static_assert(flat_divide("16:1"_layout, "(2,2):(1,8)"_layout).value == "(2,2,4):(1,8,2)"_layout);
using Divide = Outcome<Layout<>> (*)(const Layout<>&, const Tiler&);

std::string divided(Divide divide, std::string_view layout, std::string_view tiler) {
  const auto r = divide(*read_layout(layout), *parse_tiler(tiler));
  return r ? print(*r, Marks::kShow) : "refused";
}

TEST(Divide, TheFourDividesAreOneInOtherBrackets) {
  EXPECT_EQ(divided(logical_divide, "(_12,_32):(_1,_12)", "<_4,_8>"),
            "((_4,_3),(_8,_4)):((_1,_4),(_12,_96))");
  EXPECT_EQ(divided(zipped_divide, "(_12,_32):(_1,_12)", "<_4,_8>"),
            "((_4,_8),(_3,_4)):((_1,_12),(_4,_96))");
  EXPECT_EQ(divided(tiled_divide, "(_12,_32):(_1,_12)", "<_4,_8>"),
            "((_4,_8),_3,_4):((_1,_12),_4,_96)");
  EXPECT_EQ(divided(flat_divide, "(_12,_32):(_1,_12)", "<_4,_8>"), "(_4,_8,_3,_4):(_1,_12,_4,_96)");
}

TEST(Divide, ATileMayBeALayoutOrATupleOfTiles) {
  EXPECT_EQ(divided(logical_divide, "(_9,(_4,_8)):(_59,(_13,_1))", "<_3:_3,(_2,_4):(_1,_8)>"),
            "((_3,_3),((_2,_4),(_2,_2))):((_177,_59),((_13,_2),(_26,_1)))");
  EXPECT_EQ(divided(zipped_divide, "(_8,(_2,_4)):(_1,(_8,_16))", "<_4,<_2,_2>>"),
            "((_4,(_2,_2)),(_2,(_1,_2))):((_1,(_8,_16)),(_4,(_0,_32)))");
  EXPECT_EQ(divided(logical_divide, "(_12,_32):(_1,_12)", "(_4,_8):(_1,_4)"),
            "((_4,_8),_12):((_1,_4),_32)");
}

TEST(Divide, WhatIsNotDividedIsARest) {
  EXPECT_EQ(divided(logical_divide, "(_8,_8):(_8,_1)", "<_,_4>"), "(_8,(_4,_2)):(_8,(_1,_4))");
  EXPECT_EQ(divided(zipped_divide, "(_8,_8):(_8,_1)", "<_,_4>"),
            "((_1,_4),(_8,_2)):((_0,_1),(_8,_4))");
  EXPECT_EQ(divided(logical_divide, "(_4,_2,_3):(_2,_1,_8)", "<_2,_2>"),
            "((_2,_2),(_2,_1),_3):((_2,_4),(_1,_0),_8)");
}

TEST(Divide, AnUnderscoreAloneKeepsTheLayout) {
  for (const Divide divide :
       {Divide(logical_divide), Divide(zipped_divide), Divide(tiled_divide), Divide(flat_divide)}) {
    EXPECT_EQ(divided(divide, "(_6,_2):(_2,_1)", "_"), "(_6,_2):(_2,_1)");
    EXPECT_EQ(divided(divide, "8:1", "_"), "8:1");
    EXPECT_EQ(divided(divide, "(2,(3,4),5):(1,(2,6),24)", "_"), "(2,(3,4),5):(1,(2,6),24)");
  }
}

TEST(Divide, ATupleOfOneIsNotOpened) {
  EXPECT_EQ(divided(flat_divide, "(_8,_8):(_8,_1)", "<_4:_2>"), "((_4),_2,_8):((_16),_8,_1)");
  EXPECT_EQ(divided(tiled_divide, "(_8):(_1)", "<_4>"), "((_4),(_2)):((_1),(_4))");
}

TEST(Divide, ATileThatDoesNotDivideRunsBeyondTheEnd) {
  EXPECT_EQ(divided(logical_divide, "_15:_1", "_4"), "(_4,_4):(_1,_4)");
  EXPECT_EQ(divided(zipped_divide, "(_12,(_4,_8)):(_7,(_1,_30))", "128"), "refused");
}

TEST(Divide, MoreElementsThanCanBeCountedAreRefused) {
  EXPECT_EQ(divided(logical_divide, "16:1", "4:0"), "(4,16):(0,1)");
  const Reason too_large = Reason::kProductTooLarge;
  const Layout<> still = "4611686018427387904:0"_layout;
  const Layout<> matrix = "(6,4):(1,10)"_layout;
  for (const auto divide : {Divide(logical_divide), Divide(zipped_divide), Divide(flat_divide)}) {
    EXPECT_EQ(divide("16:1"_layout, *tiler_of(still)).refusal.reason, too_large);
    // Each mode's tiles can be counted, but not those of both.
    const Tiler both = *append(*append(Tiler{}, *tiler_of(still)), *tiler_of("2:1"_layout));
    EXPECT_EQ(divide("(1,4):(1,1)"_layout, both).refusal.reason, too_large);
    // The 3:4 carries in the 6:1; what the tile and its rests would be is not even searched.
    EXPECT_EQ(divide(matrix, *tiler_of("(2305843009213693952,3):(0,4)"_layout)).refusal.reason,
              too_large);
  }
}

Layout<> mode_of(const Layout<>& layout, int i) { return *mode(layout, i); }

std::vector<std::int64_t> offsets_of(const Layout<>& layout) {
  std::vector<std::int64_t> all;
  for (std::int64_t i = 0; i < size(layout)->value; ++i) all.push_back(crd2idx(i, layout)->value);
  return all;
}

/// A(B(i) + C(j)), tile by tile.
std::vector<std::int64_t> tiles_of(const Layout<>& a, const Layout<>& b, const Layout<>& c) {
  std::vector<std::int64_t> all;
  for (const std::int64_t rest : offsets_of(c)) {
    for (const std::int64_t place : offsets_of(b)) all.push_back(crd2idx(place + rest, a)->value);
  }
  return all;
}

TEST(Divide, ADivideIsTheTileAndItsComplementSeenThroughTheLayout) {
  core::check_law("divide_is_tile_and_rest", 10000, [] {
    const Layout<> a = *any_layout();
    const Layout<> b = *any_nested_layout();
    const auto divided = logical_divide(a, b);
    if (!divided || has_zero(a.shape)) return;
    const Layout<> c = *complement(b, a.shape);
    ASSERT_EQ(rank(*divided), 2);
    ASSERT_EQ(size(mode_of(*divided, 0))->value, size(b)->value);
    ASSERT_EQ(offsets_of(*divided), tiles_of(a, b, c)) << print(a) << " by " << print(b);
  });
}

TEST(Divide, EveryDivideHasTheSameModes) {
  core::check_law("divides_rebracket", 10000, [] {
    const Layout<> a = *any_layout();
    if (a.shape.is_scalar || rank(a) < 2 || has_zero(a.shape)) return;
    const Tiler tiler = by_mode(
        *tuple_of(*rc::gen::inRange<std::int64_t>(1, 5), *rc::gen::inRange<std::int64_t>(1, 5)));
    const auto logical = logical_divide(a, tiler);
    const auto zipped = zipped_divide(a, tiler);
    const auto tiled = tiled_divide(a, tiler);
    const auto flat = flat_divide(a, tiler);
    ASSERT_EQ(logical.refusal, zipped.refusal) << print(a);
    if (!logical) return;
    for (int i = 0; i < rank(a); ++i) {
      const bool divided = i < 2;
      const Layout<> mode = mode_of(*logical, i);
      const Layout<> rest = divided ? mode_of(mode, 1) : mode;
      const Layout<> tile = divided ? mode_of(mode, 0) : Layout<>{};
      const Layout<> zipped_tile = divided ? mode_of(mode_of(*zipped, 0), i) : Layout<>{};
      ASSERT_EQ(zipped_tile, tile) << print(a);
      ASSERT_EQ(mode_of(mode_of(*zipped, 1), i), rest) << print(a);
      ASSERT_EQ(mode_of(*tiled, 1 + i), rest) << print(a);
      ASSERT_EQ(mode_of(*flat, 2 + i), rest) << print(a);
    }
    ASSERT_EQ(mode_of(*tiled, 0), mode_of(*zipped, 0)) << print(a);
  });
}

TEST(Divide, AStaticOneHasNoStrideAsADivisor) {
  EXPECT_EQ(*logical_divide("_2:_5"_layout, *tiler_of(core::static_integer(1))),
            "(_1,_2):(_0,_5)"_layout);
  EXPECT_EQ(
      *zipped_divide("(_2,_3):(_1,_2)"_layout,
                     *tiler_of(*core::tuple_of(core::static_integer(2), core::static_integer(1)))),
      "((_2,_1),(_1,_3)):((_1,_0),(_0,_2))"_layout);
  EXPECT_EQ(*logical_divide("2:5"_layout, *tiler_of(IntTuple(1))), "(1,2):(5,5)"_layout);
}

TEST(Divide, ADivisorThatLeavesHolesIsRefused) {
  const auto refused = logical_divide("48:1"_layout, "(4,6):(1,6)"_layout);
  EXPECT_EQ(refused.refusal.reason, Reason::kNotNested);
}

}  // namespace
}  // namespace tileglot::notation::cute
