// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cute/layout/arithmetic.h"

#include <gtest/gtest.h>

#include <type_traits>

#include "tileglot/cute/layout/relations.h"
#include "tileglot/cute/layout/vocabulary.h"

using namespace tileglot::cute;

namespace {

template <auto Expected, class T>
constexpr bool is_type_of(T) {
  return std::is_same_v<T, C<Expected>>;
}

TEST(Arithmetic, NumbersThatTypesKnowGiveAType) {
  static_assert(is_type_of<6>(product(Shape<_2, _3>{})) && is_type_of<5>(sum(Shape<_2, _3>{})));
  static_assert(is_type_of<2>(ceil_div(_6{}, _4{})) &&
                is_type_of<1>(shape_div(_12{}, Shape<_4, _6>{})));
  static_assert(is_type_of<8>(round_up(_6{}, _4{})));
  static_assert(ceil_div(10, _4{}) == 3 && std::is_same_v<decltype(ceil_div(10, _4{})), Integer>);
  static_assert(ceil_div(make_shape(10, 7), make_tile(_4{}, _2{})) == make_shape(3, 4));
  static_assert(is_type_of<5>(max(Shape<_2, Shape<_5>>{}, _3{})) && min(make_shape(2, 1), 3) == 1);
  static_assert(is_type_of<6>(gcd(Shape<_12, Shape<_18, _30>>{})) && gcd(_0{}, -4) == 4);
}

TEST(Arithmetic, TuplesAreMultipliedModeByMode) {
  constexpr auto nested = make_shape(_2{}, make_shape(_3{}, 4));
  static_assert(product(nested) == 24 && product_each(nested) == make_shape(2, 12));
  static_assert(product_each(_6{}) == make_shape(6));
  static_assert(inner_product(nested, make_stride(5, make_stride(6, 7))) == 56);
  static_assert(product_like(make_shape(nested, _5{}), make_shape(_1{}, _1{})) ==
                make_shape(24, 5));
  static_assert(elem_scale(make_shape(2, 3), make_shape(make_shape(4, 5), 6)) ==
                make_shape(40, 18));
  static_assert(coalesce_shape(make_shape(_2{}, 2, 3, _4{})) == make_shape(2, 6, 4));
}

TEST(Arithmetic, DivisorsAreHandedOnFromModeToMode) {
  static_assert(shape_div(make_shape(_4{}, _5{}, _6{}), _40{}) == make_shape(1, 1, 3));
  static_assert(ceil_div(make_shape(6, 2), 12) == make_shape(1, 1));
  static_assert(round_up(make_shape(6, 4), make_shape(4, 3)) == make_shape(8, 6));
  static_assert(ceil_div(100, Layout<_8, _3>{}) == make_shape(3, 5));
  EXPECT_THROW(ceil_div(1, 0), Refused);
  EXPECT_THROW(shape_div(6, 4), Refused);
  EXPECT_THROW(ceil_div(make_shape(2), make_shape(2, 3)), Refused);
}

TEST(Arithmetic, TuplesAreOrderedInThreeWays) {
  constexpr auto a = make_coord(5, 0);
  constexpr auto b = make_coord(2, 3);
  static_assert(elem_less(make_coord(1, 1), make_shape(2, 2)) && !elem_less(a, b));
  static_assert(elem_leq(a, b) && !elem_gtr(a, b) && elem_geq(a, b));
  static_assert(!lex_less(a, b) && !lex_leq(a, b) && lex_gtr(a, b) && lex_geq(a, b));
  static_assert(colex_less(a, b) && colex_leq(a, b) && !colex_gtr(a, b) && !colex_geq(a, b));
  EXPECT_THROW(elem_less(1, b), Refused);
}

TEST(Arithmetic, TilesDivideAShapeEvenlyOrNot) {
  static_assert(evenly_divides(Shape<Shape<_2, _2>, _6>{}, Shape<_4, _6>{}));
  static_assert(!evenly_divides(_24{}, Shape<_4, _6>{}) && evenly_divides(_0{}, _4{}));
  EXPECT_THROW(evenly_divides(4, 0), Refused);
}

}  // namespace
