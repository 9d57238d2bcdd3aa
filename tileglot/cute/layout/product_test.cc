// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cute/layout/product.h"

#include <gtest/gtest.h>

#include "tileglot/cute/layout/vocabulary.h"

using namespace tileglot::cute;

namespace {

TEST(Product, ProductsRepeatABlock) {
  constexpr Layout block = "(_2,_5):(_5,_1)"_layout;
  constexpr Layout order = "(_3,_4):(_1,_3)"_layout;
  static_assert(logical_product(block, order) == "((_2,_5),(_3,_4)):((_5,_1),(_10,_30))"_layout);
  static_assert(logical_product(block, make_tile(_3{}, _)) == "((_2,_3),_5):((_5,_1),_1)"_layout);
  static_assert(zipped_product(block, order) == logical_product(block, order));
  static_assert(tiled_product(block, order) == "((_2,_5),_3,_4):((_5,_1),_10,_30)"_layout);
  static_assert(flat_product(block, order) == "(_2,_5,_3,_4):(_5,_1,_10,_30)"_layout);
  static_assert(blocked_product(block, order) == "((_2,_3),(_5,_4)):((_5,_10),(_1,_30))"_layout);
  static_assert(raked_product(block, order) == "((_3,_2),(_4,_5)):((_10,_5),(_30,_1))"_layout);
  static_assert(logical_product("_4:_0"_layout, Layout<_1, _0>{}) == "(_4,_1):(_0,_0)"_layout);
  EXPECT_THROW(zipped_product("4:1"_layout, make_tile(2, 2)), Refused);
  EXPECT_THROW(raked_product("(4,2):(1,2)"_layout, "2:1"_layout), Refused);
}

TEST(Product, ATileFillsAShapeInAnyOrder) {
  constexpr Layout tile = "(_8,_8):(_8,_1)"_layout;
  constexpr auto target = make_shape(_32{}, _64{});
  static_assert(tile_to_shape(tile, target) == "((_8,_4),(_8,_8)):((_8,_64),(_1,_256))"_layout);
  static_assert(tile_to_shape(tile, target, Step<_2, _1>{}) ==
                "((_8,_4),(_8,_8)):((_8,_512),(_1,_64))"_layout);
  static_assert(tile_to_shape(tile, target, LayoutRight{}) ==
                tile_to_shape(tile, target, Step<_1, _0>{}));
  static_assert(tile_to_shape(tile, target, LayoutLeft{}) == tile_to_shape(tile, target));
  static_assert(tile_to_shape(tile, make_shape(32, 64)) ==
                "((_8,4),(_8,8)):((_8,_64),(_1,256))"_layout);
  EXPECT_THROW(tile_to_shape(tile, make_shape(12, 64)), Refused);
}

TEST(Product, CommonVectorsAreFoundByValue) {
  constexpr Layout a = "(_2,((_16,_2))):(_32,((_2,_1)))"_layout;
  static_assert(max_common_vector("(_16,_2):(_1,_16)"_layout, "(_16,_2):(_1,_16)"_layout) == 32);
  static_assert(max_common_vector(a, "(_2,((_16,_2))):(_1,((_2,_32)))"_layout) == 1);
  static_assert(max_common_layout("(_4,_8):(_8,_1)"_layout, "(_4,_8):(_8,_1)"_layout) ==
                "(_8,_4):(_4,_1)"_layout);
}

TEST(Product, ProfilesChooseWhatIsSimplified) {
  constexpr Layout a = "(_2,(_1,_6)):(_1,(_6,_2))"_layout;
  static_assert(coalesce(a, make_shape(_1{}, _1{})) == "(_2,_6):(_1,_2)"_layout);
  static_assert(coalesce(a, _1{}) == "_12:_1"_layout);
  constexpr Layout still = "(_4,_3):(_0,_1)"_layout;
  static_assert(filter(still) == "_3:_1"_layout && filter_zeros(still) == "(_1,_3):(_0,_1)"_layout);
  static_assert(filter(still, make_shape(_1{}, _1{})) == "(_1,_3):(_0,_1)"_layout);
}

}  // namespace
