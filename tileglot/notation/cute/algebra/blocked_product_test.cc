// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/algebra/blocked_product.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

constexpr Layout<> kTile = "(_2,_5):(_5,_1)"_layout;
constexpr Layout<> kGrid = "(_3,_4):(_1,_3)"_layout;

static_assert(*blocked_product(kTile, kGrid) == "((_2,_3),(_5,_4)):((_5,_10),(_1,_30))"_layout);
static_assert(*blocked_product("(_2,_2):(_4,_1)"_layout, "_6:_1"_layout) ==
              "((_2,(_2,_3)),(_2,_1)):((_4,(_2,_8)),(_1,_0))"_layout);
static_assert(*raked_product("_4:_1"_layout, "_3:_2"_layout) == "((_3,_4)):((_8,_1))"_layout);
static_assert(*tile_to_shape("(_8,_16):(_16,_1)"_layout, *tuple_of(16, 32, 3)) ==
              "((_8,2),(_16,2),(_1,3)):((_16,_128),(_1,256),(_0,512))"_layout);
static_assert(tile_to_shape("4:1"_layout, *tuple_of(9)).refusal ==
              Refusal{Reason::kTileDoesNotDivide, 9, 4});

TEST(BlockedProduct, BlocksOfTilesAndDealtElements) {
  EXPECT_EQ(print(*blocked_product(kTile, kGrid)), "((2,3),(5,4)):((5,10),(1,30))");
  EXPECT_EQ(print(*raked_product(kTile, kGrid)), "((3,2),(4,5)):((10,5),(30,1))");
}

TEST(BlockedProduct, AnIntegerAndATupleOfOneModeArePairedWhole) {
  EXPECT_EQ(print(*blocked_product("4:1"_layout, "(3):(2)"_layout)), "((4,(3))):((1,(8)))");
  EXPECT_EQ(print(*raked_product("((2,8)):((1,2))"_layout, "2:1"_layout)),
            "((2,((2,8)))):((16,((1,2))))");
}

TEST(BlockedProduct, ATileFillsAShape) {
  EXPECT_EQ(print(*tile_to_shape("(8,8):(8,1)"_layout, *tuple_of(32, 64))),
            "((8,4),(8,8)):((8,64),(1,256))");
  const IntTuple rows_last = *tuple_of(core::static_integer(2), core::static_integer(1));
  EXPECT_EQ(print(*tile_to_shape("(8,8):(8,1)"_layout, *tuple_of(32, 64), rows_last)),
            "((8,4),(8,8)):((8,512),(1,64))");
}

TEST(BlockedProduct, AShapeOfFewerModesIsRefused) {
  EXPECT_EQ(tile_to_shape("(2,2):(1,2)"_layout, 4).refusal.reason, Reason::kRanksDiffer);
}

/// Mode i of both: (a_i, b_i) or (b_i, a_i), at A(a) + C(b) with C of the logical product.
TEST(BlockedProduct, EachModeIsATileAndItsCopies) {
  core::check_law("blocked_and_raked_interleave", 10000, [] {
    const Layout<> tile = *any_nested_layout();
    const Layout<> order = *any_nested_layout();
    const auto blocked = blocked_product(tile, order);
    const auto raked = raked_product(tile, order);
    ASSERT_EQ(blocked.ok(), raked.ok());
    if (!blocked) return;
    const int modes = std::max(rank(tile), rank(order));
    ASSERT_EQ(rank(*blocked), modes);
    const Layout<> block = *padded(tile, modes);
    const Layout<> grid = *padded(order, modes);
    const Layout<> copies = *copies_of(block, grid);
    for (int i = 0; i < modes; ++i) {
      const Layout<> element = *mode(block, i);
      const Layout<> pair = *mode(*blocked, i);
      const Layout<> dealt = *mode(*raked, i);
      const std::int64_t a = size(element)->value;
      const std::int64_t b = size(*mode(grid, i))->value;
      ASSERT_EQ(size(pair)->value, a * b) << print(*blocked);
      for (std::int64_t x = 0; x < a; ++x) {
        for (std::int64_t y = 0; y < b; ++y) {
          IntTuple at = grid.shape.is_scalar ? IntTuple(y) : IntTuple{};
          for (int k = 0; k < modes && !grid.shape.is_scalar; ++k) at = *append(at, k == i ? y : 0);
          const std::int64_t offset = crd2idx(x, element)->value + crd2idx(at, copies)->value;
          ASSERT_EQ(crd2idx(x + a * y, pair)->value, offset) << print(tile) << print(order);
          ASSERT_EQ(crd2idx(y + b * x, dealt)->value, offset) << print(tile) << print(order);
        }
      }
    }
  });
}

TEST(BlockedProduct, TheShapeIsFilledByTheTile) {
  core::check_law("tile_to_shape_fills_the_shape", 10000, [] {
    const Layout<> tile = *any_nested_layout();
    if (has_zero(tile.shape)) return;
    IntTuple shape;
    for (int i = 0; i < rank(tile); ++i) {
      const std::int64_t times = *rc::gen::inRange<std::int64_t>(1, 4);
      shape = *append(shape, times * size(*mode(tile, i))->value);
    }
    const auto filled = tile_to_shape(tile, shape);
    if (!filled) {
      ASSERT_FALSE(complement(*padded(tile, rank(shape)), size(shape)->value * 8).ok() &&
                   core::is_static(shape))
          << print(tile) << print(shape);
      return;
    }
    for (int i = 0; i < rank(shape); ++i) {
      ASSERT_EQ(size(*mode(*filled, i))->value, shape.values[i]) << print(*filled);
      const Layout<> first = *mode(*mode(*filled, i), 0);
      ASSERT_EQ(first, tile.shape.is_scalar ? tile : *mode(tile, i)) << print(*filled);
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
