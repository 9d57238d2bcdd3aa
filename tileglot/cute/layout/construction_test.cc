// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cute/layout/construction.h"

#include <gtest/gtest.h>

#include "tileglot/cute/layout/recast.h"
#include "tileglot/cute/layout/vocabulary.h"

using namespace tileglot::cute;

namespace {

TEST(Construction, LayoutsAreMadeForAPurpose) {
  constexpr auto shape = Shape<_2, _3, _4>{};
  static_assert(make_ordered_layout(shape, Step<_2, _0, _1>{}) == "(_2,_3,_4):(_12,_1,_3)"_layout);
  static_assert(make_ordered_layout(shape, LayoutRight{}) == make_layout(shape, GenRowMajor{}));
  static_assert(make_ordered_layout(shape, LayoutLeft{}) == make_layout(shape, GenColMajor{}));
  static_assert(make_layout_like("(_2,_2,_2,_2):(_0,_2,_4,_1)"_layout) ==
                "(_2,_2,_2,_2):(_0,_2,_4,_1)"_layout);
  static_assert(make_fragment_like("(_2,_1,_6):(_4,_7,_8)"_layout) ==
                "(_2,_1,_6):(_1,_0,_2)"_layout);
  static_assert(make_fragment_like(shape) == make_layout(shape));
  static_assert(make_layout_tv("(_4,_8):(_8,_1)"_layout, "(_2,_2):(_1,_2)"_layout) ==
                "((_8,_4),(_2,_2)):((_16,_2),(_1,_8))"_layout);
  static_assert(domain_distribute(Shape<_15, _14, _16>{}, _32{}) == "(_2,_16):(_15,_210)"_layout);
  EXPECT_THROW(domain_distribute(shape, 0), Refused);
  EXPECT_THROW(make_layout_tv("4:3"_layout, "2:1"_layout), Refused);
}

TEST(Construction, AnIdentityCountsAlongItsOwnModes) {
  constexpr Layout identity = make_identity_layout(Shape<_4, Shape<_2, _3>>{});
  static_assert(stride(identity) == make_basis_like(shape(identity)));
  static_assert(composition(identity, make_tile(_2{}, _2{})) ==
                composition(identity, make_tile(Layout<_2>{}, Layout<_2>{})));
  static_assert(make_identity_layout(_4{}) == "_4:_1"_layout);
  static_assert(coshape(identity) == shape(identity) &&
                coprofile(identity) == make_shape(0, make_shape(0, 0)));
  static_assert(domain_offset(make_coord(1, make_coord(0, 2)), identity).offset ==
                make_coord(1, make_coord(0, 2)));
}

TEST(Construction, StridesAreCompactInAnyOrder) {
  constexpr auto nested = make_shape(_3{}, make_shape(4, _5{}));
  static_assert(compact_col_major(nested) == make_stride(1, make_stride(3, 12)));
  static_assert(compact_row_major(nested) == make_stride(20, make_stride(5, 1)));
  static_assert(compact_col_major(_2{}, _3{}) == IntTuple(value_of(3)));
  static_assert(compact_row_major(_1{}, _3{}) == IntTuple(value_of(0)));
  static_assert(compact_order(nested, Step<_1, _0>{}) == make_stride(20, make_stride(1, 4)));
  static_assert(idx2crd(5, make_shape(3, 4), make_stride(4, 1)) == make_coord(1, 1));
  EXPECT_THROW(compact_order(nested, Step<_1>{}), Refused);
}

TEST(Construction, TheSameMemoryIsSeenInOtherElements) {
  constexpr Layout rows = "(_4,_8):(_8,_1)"_layout;
  static_assert(recast_layout<float, double>(rows) == "(_4,_4):(_4,_1)"_layout);
  static_assert(recast_layout<32, 8>(rows) == "(_4,_32):(_32,_1)"_layout);
  static_assert(recast_layout<int, float>(rows) == rows && upcast<2>(downcast<2>(rows)) == rows);
  static_assert(max_alignment("(_2,_4,_6):(_1,_6,_2)"_layout) == 6 &&
                max_alignment("_2:_2"_layout) == 1);
  EXPECT_THROW(upcast<3>(rows), Refused);
}

TEST(Construction, ASliceTellsWhereItBegins) {
  constexpr Layout a = "((_2,_2),(_4,_2)):((_1,_8),(_2,_16))"_layout;
  constexpr auto part = slice_and_offset(make_coord(make_coord(_, 1), make_coord(2, _)), a);
  static_assert(part.layout == "(_2,_2):(_1,_16)"_layout && part.offset == 12);
  const auto [rest, begin] = domain_offset(make_coord(1, 2), "(_4,_8):(_8,_1)"_layout);
  EXPECT_EQ(rest, "(_4,_8):(_8,_1)"_layout);
  EXPECT_EQ(begin, 10);
}

}  // namespace
