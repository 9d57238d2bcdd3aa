// SPDX-License-Identifier: Apache-2.0
// coordinate_layout_test.cc: layouts whose values are coordinates.
#include <gtest/gtest.h>

#include <type_traits>

#include "tileglot/cute/layout/vocabulary.h"

using namespace tileglot::cute;

namespace {

TEST(CoordinateLayout, AnIdentityIsCalled) {
  constexpr auto identity = make_identity_layout(make_shape(4, 8));
  static_assert(identity(5) == make_coord(1, 1) && identity(1, 2) == make_coord(1, 2));
  for (int i = 0; i < 32; ++i) EXPECT_EQ(identity(i), make_coord(i % 4, i / 4)) << i;
  constexpr auto known = make_identity_layout(Shape<_4, _8>{});
  static_assert(known(5) == make_coord(1, 1) && known == identity);
  static_assert(std::is_same_v<decltype(known(_1{}, _2{})), Coord<_1, _2>>);
  static_assert(make_identity_layout(make_shape(4, make_shape(2, 3)))(1, 5) ==
                make_coord(1, make_coord(1, 2)));
}

TEST(CoordinateLayout, BasesAreStridesInTypes) {
  constexpr auto transposed = Layout<Shape<_4, _8>, Stride<E<1>, E<0>>>{};
  static_assert(transposed(1, 2) == make_coord(2, 1));
  static_assert(transposed == "(4,8):(1@1,1@0)"_layout);
  static_assert(Layout<_4, E<1, 0>>{}(3) == make_coord(0, make_coord(3)));
  constexpr auto dynamic = make_layout(make_shape(4, 8), make_stride(E<1>{}, 2 * E<0>{}));
  static_assert(dynamic(1, 2) == make_coord(4, 1));
  static_assert(std::is_same_v<decltype(_3{} * E<1>{}), ScaledBasis<_3, 1>>);
}

TEST(CoordinateLayout, PartsOfItAreCalledToo) {
  constexpr auto identity = make_identity_layout(make_shape(4, 8));
  constexpr auto tiles = zipped_divide(identity, make_tile(_2{}, _4{}));
  static_assert(tiles(make_coord(1, 2), make_coord(1, 1)) == make_coord(3, 6));
  static_assert(layout<1>(identity)(3) == make_coord(0, 3));
  static_assert(identity(_, 3)(2) == make_coord(2));
  static_assert(composition(identity, "4:2"_layout)(3) == make_coord(2, 1));
}

TEST(CoordinateLayout, BasesThatNoTypeShowsAreRefused) {
  EXPECT_THROW("(4,8):(1@0,1@1)"_layout(5), Refused);
}

}  // namespace
