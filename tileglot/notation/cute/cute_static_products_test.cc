// SPDX-License-Identifier: Apache-2.0
// Composition, division and products in constant expressions: for each operation a nested case and
// one at an edge, from CuTe's own answers.
#include <gtest/gtest.h>

#include <string_view>

#include "tileglot/notation/cute/algebra/blocked_product.h"
#include "tileglot/notation/cute/algebra/compose_by_mode.h"
#include "tileglot/notation/cute/algebra/composition.h"
#include "tileglot/notation/cute/algebra/divide.h"
#include "tileglot/notation/cute/algebra/product.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/layout/tiler.h"
#include "tileglot/notation/cute/tiled/layout_tv.h"

namespace tileglot::notation::cute {
namespace {

consteval IntTuple t(std::string_view text) { return *read_int_tuple(text); }
/// The tiler 4, (4,_) or _.
consteval Tiler extents(std::string_view text) { return *tiler_of(*read_coordinate(text)); }
consteval Tiler whole(std::string_view layout) { return *tiler_of(*read_layout(layout)); }

/// The tiler <first,others..>.
template <class... Texts>
consteval Tiler by_mode(const Texts&... layouts) {
  Tiler tiler;
  ((tiler = *append(tiler, whole(layouts))), ...);
  return tiler;
}

template <class T>
consteval bool refused(const Outcome<T>& outcome) {
  return !outcome.ok();
}

// composition
static_assert(*composition("(_6,_2):(_8,_2)"_layout, "(_4,_3):(_3,_1)"_layout) ==
                  "((_2,_2),_3):((_24,_2),_8)"_layout &&
              *composition("(_4,_4):(_-1,_1)"_layout, "(_2,_4,_2):(_1,_2,_8)"_layout) ==
                  "(_2,(_2,_2),_2):(_-1,(_-2,_1),_2)"_layout);
static_assert(*composition("_1:_0"_layout, "_4:_1"_layout) == "_4:_0"_layout &&
              refused(composition("(6,4):(1,10)"_layout, "4:4"_layout)) &&
              refused(composition("(4,2):(1,8)"_layout, "(2,2):(3,1)"_layout)));

// composition with a tiler
static_assert(*composition("((_4,_2),_8):((_1,_4),_8)"_layout, extents("(_8,_4)")) ==
              "(_8,_4):(_1,_8)"_layout);
static_assert(*composition("_4:_0"_layout, extents("_")) == "_4:_0"_layout &&
              refused(composition("4:1"_layout, extents("(2,2)"))));

// with_shape
static_assert(*with_shape("((_2,(_16,_4))):((_12,(_4,_1)))"_layout, t("(_8,_16)")) ==
              "((_2,_4),(_4,_4)):((_12,_4),(_16,_1))"_layout);
static_assert(*with_shape("_4:_0"_layout, t("_1")) == "_1:_0"_layout &&
              refused(with_shape("(6,4):(1,10)"_layout, t("(4,6)"))));

// logical_divide
static_assert(*logical_divide("(_4,_2,_3):(_2,_1,_8)"_layout, "_4:_2"_layout) ==
                  "((_2,_2),(_2,_3)):((_4,_1),(_2,_8))"_layout &&
              *logical_divide("(_8,_8):(_1,_8)"_layout, by_mode("_4:_1", "_4:_2")) ==
                  "((_4,_2),(_4,_2)):((_1,_4),(_16,_8))"_layout);
static_assert(*logical_divide("_16:_1"_layout, "_4:_0"_layout) == "(_4,_16):(_0,_1)"_layout &&
              *logical_divide("_4:_1"_layout, "_8:_1"_layout) == "(_8,_1):(_1,_0)"_layout &&
              refused(logical_divide("_16:_1"_layout, "(_2,_2):(_1,_1)"_layout)));

// zipped_divide
static_assert(*zipped_divide("((_8,_2),_4,_1):((_1,_8),_16,_16)"_layout, extents("(_8,_4)")) ==
              "((_8,_4),(_2,_1,_1)):((_1,_16),(_8,_0,_16))"_layout);
static_assert(*zipped_divide("_1:_0"_layout, "_1:_0"_layout) == "(_1,_1):(_0,_0)"_layout &&
              refused(zipped_divide("4:1"_layout, extents("(2,2)"))));
static_assert(*zipped_divide("(_8,_8):(_1,_8)"_layout, "_4:_3"_layout) ==
              *logical_divide("(_8,_8):(_1,_8)"_layout, "_4:_3"_layout));

// tiled_divide
static_assert(*tiled_divide("((_8,_2),_4,_1):((_1,_8),_16,_16)"_layout, extents("(_8,_4)")) ==
              "((_8,_4),_2,_1,_1):((_1,_16),_8,_0,_16)"_layout);
static_assert(*tiled_divide("_4:_0"_layout, extents("_4")) == "(_4,_1):(_0,_0)"_layout &&
              refused(tiled_divide("4:1"_layout, extents("(2,2)"))));

// flat_divide
static_assert(*flat_divide("((_8,_2),_4,_1):((_1,_8),_16,_16)"_layout, extents("(_8,_4)")) ==
              "(_8,_4,_2,_1,_1):(_1,_16,_8,_0,_16)"_layout);
static_assert(*flat_divide("_4:_1"_layout, extents("_8")) == "(_8,_1):(_1,_0)"_layout &&
              refused(flat_divide("4:1"_layout, extents("(2,2)"))));

// logical_product
static_assert(*logical_product("_4:_1"_layout, "((_3,_2,_1)):((_2,_1,_0))"_layout) ==
                  "(_4,((_3,_2,_1))):(_1,((_8,_4,_0)))"_layout &&
              *logical_product("(_2,(_16,_1)):(_16,(_1,_1))"_layout, by_mode("_3:_2", "_3:_1")) ==
                  "((_2,_3),((_16,_1),_3)):((_16,_2),((_1,_1),_16))"_layout);
static_assert(*logical_product("_4:_0"_layout, "_1:_0"_layout) == "(_4,_1):(_0,_0)"_layout &&
              refused(logical_product("(4,2):(1,2)"_layout, whole("2:1"))));

// zipped_product
static_assert(*zipped_product("((_4,_6)):((_6,_1))"_layout, whole("(_2,_2,_2):(_4,_0,_0)")) ==
              "(((_4,_6)),(_2,_2,_2)):(((_6,_1)),(_96,_0,_0))"_layout);
static_assert(*zipped_product("(_2,_2):(_2,_1)"_layout, whole("_1:_0")) ==
                  "((_2,_2),_1):((_2,_1),_0)"_layout &&
              refused(zipped_product("4:1"_layout, extents("(2,2)"))));

// tiled_product
static_assert(*tiled_product("(_16,_1):(_1,_0)"_layout, whole("(_2,_4,_1):(_32,_4,_256)")) ==
              "((_16,_1),_2,_4,_1):((_1,_0),_512,_64,_4096)"_layout);
static_assert(*tiled_product("_4:_0"_layout, whole("_3:_1")) == "(_4,_3):(_0,_1)"_layout &&
              refused(tiled_product("4:1"_layout, extents("(2,2)"))));

// flat_product
static_assert(*flat_product("(_6,((_2,_2))):(_2,((_1,_12)))"_layout, whole("(_6):(_1)")) ==
              "(_6,((_2,_2)),(_6)):(_2,((_1,_12)),(_24))"_layout);
static_assert(*flat_product("(_1,_8):(_1,_0)"_layout, whole("_3:_1")) ==
                  "(_1,_8,_3):(_1,_0,_1)"_layout &&
              refused(flat_product("4:1"_layout, extents("(2,2)"))));

// blocked_product
static_assert(*blocked_product("((_4,_6)):((_6,_1))"_layout, "(_2,_2,_2):(_4,_0,_0)"_layout) ==
              "(((_4,_6),_2),(_1,_2),(_1,_2)):(((_6,_1),_96),(_0,_0),(_0,_0))"_layout);
static_assert(*blocked_product("(_1,_4):(_0,_1)"_layout, "_8:_1"_layout) ==
                  "((_1,_8),(_4,_1)):((_0,_4),(_1,_0))"_layout &&
              refused(blocked_product("(4,2):(1,2)"_layout, "2:1"_layout)));

// raked_product
static_assert(*raked_product("((_1,_6),_1):((_0,_0),_0)"_layout, "(_2,_2,_2):(_1,_4,_2)"_layout) ==
              "((_2,(_1,_6)),(_2,_1),(_2,_1)):((_1,(_0,_0)),(_4,_0),(_2,_0))"_layout);
static_assert(*raked_product("(_1,_4):(_0,_1)"_layout, "_8:_1"_layout) ==
                  "((_8,_1),(_1,_4)):((_4,_0),(_0,_1))"_layout &&
              refused(raked_product("(4,2):(1,2)"_layout, "2:1"_layout)));

// tile_to_shape
static_assert(*tile_to_shape("(_2,(_5,_2)):(_1,(_2,_10))"_layout, t("(_4,_40)")) ==
                  "((_2,_2),((_5,_2),_4)):((_1,_20),((_2,_10),_40))"_layout &&
              *tile_to_shape("(_8,_16):(_16,_1)"_layout, t("(_16,_32,_3)"), t("(_2,_1,_3)")) ==
                  "((_8,_2),(_16,_2),(_1,_3)):((_16,_256),(_1,_128),(_0,_512))"_layout);
static_assert(*tile_to_shape("(_1):(_0)"_layout, t("(_1)")) == "((_1,_1)):((_0,_0))"_layout &&
              refused(tile_to_shape("(_6,_5,_2):(_5,_1,_30)"_layout, t("(_13,_11,_5)"))));

// make_layout_tv
static_assert(*make_layout_tv("(((_16,_2))):(((_2,_1)))"_layout, "_4:_1"_layout) ==
              "((_2,_16),_4):((_64,_4),_1)"_layout);
static_assert(*make_layout_tv("_4:_1"_layout, "(_4,_1):(_1,_1)"_layout) ==
                  "(_4,_4):(_4,_1)"_layout &&
              refused(make_layout_tv("4:3"_layout, "2:1"_layout)));

TEST(CuteStatic, ProductsHoldInConstantExpressions) { SUCCEED(); }

}  // namespace
}  // namespace tileglot::notation::cute
