// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/algebra/product.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
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

using Offsets = std::vector<std::int64_t>;

constexpr Layout<> kTile = "(_2,_5):(_5,_1)"_layout;
constexpr Tiler kGrid = *tiler_of("(_3,_4):(_1,_3)"_layout);

static_assert(*logical_product("(_2,_2):(_4,_1)"_layout, "_6:_1"_layout) ==
              "((_2,_2),(_2,_3)):((_4,_1),(_2,_8))"_layout);
static_assert(*logical_product("_4:_0"_layout, "_3:_1"_layout) == "(_4,_3):(_0,_1)"_layout);
static_assert(!logical_product("(2,2):(2,3)"_layout, "2:1"_layout).ok());
static_assert(*zipped_product(kTile, kGrid) == "((_2,_5),(_3,_4)):((_5,_1),(_10,_30))"_layout);
static_assert(*tiled_product("_4:_1"_layout, *tiler_of("(_1):(_0)"_layout)) ==
              "(_4,(_1)):(_1,(_0))"_layout);
static_assert(*flat_product("_2:_1"_layout, *tiler_of("(_3,_4):(_4,_1)"_layout)) ==
              "(_2,_3,_4):(_1,_8,_2)"_layout);

TEST(Product, CopiesFillWhatTheLayoutLeavesFree) {
  EXPECT_EQ(print(*logical_product("(2,2):(4,1)"_layout, "6:1"_layout)),
            "((2,2),(2,3)):((4,1),(2,8))");
  EXPECT_EQ(print(*logical_product("4:1"_layout, "3:2"_layout)), "(4,3):(1,8)");
}

TEST(Product, APaddedTileIsCopiedWithItsPadding) {
  EXPECT_EQ(print(*logical_product("(8,8):(9,1)"_layout, "4:1"_layout)), "((8,8),4):((9,1),72)");
  EXPECT_EQ(print(*logical_product("(_4,_8):(_20,_2)"_layout, "(_3,_2):(_2,_1)"_layout)),
            "((4,8),(3,2)):((20,2),(80,1))");
}

std::set<std::int64_t> places_of(const Layout<>& layout) {
  std::set<std::int64_t> places;
  for (std::int64_t i = 0; i < size(layout)->value; ++i) places.insert(crd2idx(i, layout)->value);
  return places;
}

TEST(Product, CopiesNeverMeet) {
  int copied = 0;
  core::check_law("product_copies_never_meet", 10000, [&copied] {
    const Layout<> tile = *any_layout();
    const Layout<> order = *make_layout(IntTuple(*rc::gen::inRange<std::int64_t>(1, 9)));
    const auto product = logical_product(tile, order);
    if (!product || has_zero(tile.shape)) return;
    ++copied;
    ASSERT_EQ(places_of(*product).size(), places_of(tile).size() * std::size_t(size(order)->value))
        << print(*product);
  });
  EXPECT_GT(copied, core::law_minimum(100));
}

TEST(Product, TheProductsDifferInTheirBrackets) {
  EXPECT_EQ(print(*logical_product(kTile, kGrid)), "((2,5),(3,4)):((5,1),(10,30))");
  EXPECT_EQ(print(*tiled_product(kTile, kGrid)), "((2,5),3,4):((5,1),10,30)");
  EXPECT_EQ(print(*flat_product(kTile, kGrid)), "(2,5,3,4):(5,1,10,30)");
}

TEST(Product, ATilerMultipliesModeByMode) {
  const Tiler tiler = *parse_tiler("<3:5,4:6>");
  EXPECT_EQ(print(*logical_product(kTile, tiler)), "((2,3),(5,4)):((5,10),(1,30))");
  EXPECT_EQ(print(*zipped_product(kTile, tiler)), "((2,5),(3,4)):((5,1),(10,30))");
  const Tiler some = *parse_tiler("<3,_>");
  EXPECT_EQ(print(*logical_product(kTile, some)), "((2,3),5):((5,1),1)");
  EXPECT_EQ(print(*zipped_product(kTile, some)), "((2,1),(3,5)):((5,0),(1,1))");
  EXPECT_EQ(logical_product(kTile, *parse_tiler("<1,1,1>")).refusal.reason, Reason::kTilerRank);
}

TEST(Product, AnUnderscoreForTheWholeKeepsTheWhole) {
  EXPECT_EQ(*zipped_product(kTile, *parse_tiler("_")), kTile);
  EXPECT_EQ(*tiled_product(kTile, *parse_tiler("_")), kTile);
}

/// The k-th offset from 0 upwards that no copy before has reached begins copy k.
Offsets starts_by_search(const Layout<>& block, std::int64_t count) {
  const Offsets image = offsets_of(block);
  std::vector<bool> reached;
  Offsets starts;
  for (std::int64_t start = 0; std::int64_t(starts.size()) < count; ++start) {
    reached.resize(std::max(reached.size(), std::size_t(start + cosize(block)->value)));
    if (reached[std::size_t(start)]) continue;
    for (const std::int64_t offset : image) reached[std::size_t(start + offset)] = true;
    starts.push_back(start);
  }
  return starts;
}

TEST(Product, CopyJBeginsWhereTheOrderSays) {
  core::check_law("product_copies_the_block", 10000, [] {
    const Layout<> block = *any_nested_layout();
    const Layout<> order = *any_nested_layout();
    const auto product = logical_product(block, order);
    if (!product) {
      ASSERT_TRUE(has_zero(block.shape) || !copies_of(block, order).ok()) << print(block);
      return;
    }
    ASSERT_EQ(*mode(*product, 0), block);
    const Layout<> copies = *mode(*product, 1);
    if (cosize(order)->value > 512) return;
    const Offsets starts = starts_by_search(block, cosize(order)->value);
    for (std::int64_t j = 0; j < size(order)->value; ++j) {
      ASSERT_EQ(crd2idx(j, copies)->value, starts[std::size_t(crd2idx(j, order)->value)])
          << print(block) << " by " << print(order);
    }
  });
}

TEST(Product, BracketsDoNotChangeOffsets) {
  core::check_law("products_are_rebracketings", 10000, [] {
    const Layout<> block = *any_nested_layout();
    const Layout<> order = *any_nested_layout();
    const Tiler tiler = *tiler_of(order);
    const auto logical = logical_product(block, tiler);
    const auto zipped = zipped_product(block, tiler);
    const auto tiled = tiled_product(block, tiler);
    const auto flat = flat_product(block, tiler);
    ASSERT_EQ(logical.ok(), zipped.ok());
    if (!logical || !tiled || !flat) return;
    ASSERT_EQ(*logical, *zipped);
    ASSERT_EQ(*mode(*tiled, 0), block);
    const std::int64_t elements = std::min<std::int64_t>(size(*logical)->value, 2048);
    for (std::int64_t i = 0; i < elements; ++i) {
      const std::int64_t offset = crd2idx(i, *logical)->value;
      ASSERT_EQ(crd2idx(i, *tiled)->value, offset) << print(*tiled);
      ASSERT_EQ(crd2idx(i, *flat)->value, offset) << print(*flat);
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
