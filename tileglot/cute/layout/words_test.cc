// SPDX-License-Identifier: Apache-2.0
// words_test.cc: what kernel authors type compiles, and means what it means in CuTe.
#include <gtest/gtest.h>

#include <cstdint>
#include <type_traits>

#include "tileglot/cute/layout/composed_algebra.h"
#include "tileglot/cute/layout/vocabulary.h"

using namespace tileglot::cute;

namespace {

/// Code without `using namespace`: the words are found by the types of their arguments.
namespace stranger {

template <class L>
constexpr auto columns(const L& layout) {
  return size<1>(layout);
}
template <class L>
constexpr auto halves(const L& layout) {
  return logical_divide(coalesce(layout), make_layout(get<0>(shape(layout))));
}
template <class L, class T>
constexpr auto asked(const L& layout, const T& tuple) {
  return rank(layout) + depth(tuple) + cosize(layout) + product(tuple) + get<0>(tuple);
}

}  // namespace stranger

TEST(Words, ArgumentLookupFindsThem) {
  static_assert(stranger::columns(Layout<Shape<_4, _8>>{}) == 8);
  static_assert(stranger::columns("(4,8):(8,1)"_layout) == 8);
  static_assert(stranger::columns(composition(Swizzle<3, 0, 3>{}, "(8,4):(4,1)"_layout)) == 4);
  static_assert(stranger::halves(Layout<Shape<_4, _8>>{}) == Layout<Shape<_4, _8>>{});
  static_assert(stranger::asked(Layout<Shape<_4, _8>>{}, Shape<_3, _5>{}) == 2 + 1 + 32 + 15 + 3);
}

TEST(Words, ALayoutIsAskedByItsMembers) {
  constexpr Layout rows =
      make_layout(make_shape(3, make_shape(2, 2)), make_stride(4, make_stride(2, 1)));
  static_assert(rows.shape() == make_shape(3, make_shape(2, 2)) && rows.shape<1, 0>() == 2);
  static_assert(rows.stride<1>() == make_stride(2, 1) && rows.layout() == rows);
  static_assert(rows.get_hier_coord(7) == make_coord(1, make_coord(1, 1)));
  static_assert(rows.get_flat_coord(7) == make_coord(1, 3) && rows.get_1d_coord(7) == 10);
  static_assert(rows.compose("2:1"_layout) == composition(rows, "2:1"_layout));
  static_assert(rows.compose(_3{}, _2{}) == composition(rows, make_tile(_3{}, _2{})));
  static_assert(rows.with_shape(12) == with_shape(rows, 12));
  static_assert(rows.with_shape(3, 4) == with_shape(rows, make_shape(3, 4)));
  static_assert(rows.tile("3:1"_layout) == tiled_divide(rows, "3:1"_layout));
  static_assert(rows.tile(_3{}, _2{}) == tiled_divide(rows, make_tile(_3{}, _2{})));
}

TEST(Words, MembersOfATypeGiveTypes) {
  constexpr auto rows = Layout<Shape<_3, Shape<_2, _2>>, Stride<_4, Stride<_2, _1>>>{};
  static_assert(std::is_same_v<decltype(rows.shape<1>()), Shape<_2, _2>>);
  static_assert(std::is_same_v<decltype(rows.stride()), Stride<_4, Stride<_2, _1>>>);
  static_assert(std::is_same_v<decltype(rows.get_1d_coord(_7{})), _10>);
  static_assert(rows.rank == 2 && std::is_same_v<decltype(rows(_1{}, _3{})), _7>);
  static_assert(std::is_same_v<decltype(rows.tile(_3{})), decltype(tiled_divide(rows, _3{}))>);
}

TEST(Words, AComposedLayoutIsNamedAndAsked) {
  using Tile = ComposedLayout<Swizzle<3, 0, 3>, _0, Layout<Shape<_8, _8>, Stride<_8, _1>>>;
  constexpr Tile tile;
  static_assert(sizeof(Tile) == 1 && tile == composition(Swizzle<3, 0, 3>{}, tile.layout_b()));
  static_assert(tile.layout_a()(8) == 9 && tile.offset() == 0 && tile.layout_b()(1, 0) == 8);
  static_assert(tile(2, 1) == 19 && std::is_same_v<decltype(tile(_2{}, _1{})), C<19>>);
  static_assert(std::is_same_v<decltype(tile.shape()), Shape<_8, _8>>);
  static_assert(size<0>(tile) == 8 && cosize_v<Tile> == 64 && tile.layout() == tile);
  constexpr ComposedLayout value = composition(Swizzle<3, 0, 3>{}, "(8,8):(8,1)"_layout);
  static_assert(value.layout_a()(8) == 9 && value.shape() == make_shape(8, 8));
  static_assert(value == tile && value.tile(_4{}, _4{}) == tiled_divide(value, Shape<_4, _4>{}));
  static_assert(compatible(tile, value) && compatible("64:1"_layout, tile));
  static_assert(!compatible(tile, "64:1"_layout) && weakly_compatible(Layout<_16>{}, tile));
}

TEST(Words, ConstantsAreThoseOfCuTe) {
  static_assert(_m1{} == -1 && _m32{} == -32 && _160{} == 160 && _262144{} == 262144);
  static_assert(_524288{} == 524288 && std::is_same_v<decltype(8_c), _8>);
  static_assert(std::is_same_v<decltype(4294967296_c)::value_type, std::int64_t>);
  static_assert(std::is_same_v<decltype(_1{} && false_type{}), false_type>);
}

TEST(Words, ShapesAreCompared) {
  static_assert(weakly_compatible(_4{}, Shape<_2, _8>{}) && !weakly_compatible(5, _4{}));
  static_assert(!weakly_compatible(Shape<_4, _3>{}, Shape<_4, _8>{}));
  static_assert(std::is_same_v<decltype(evenly_divides(Shape<_32, _64>{}, Int<128>{})), C<true>>);
  static_assert(evenly_divides(Shape<_32, _64>{}, Tile<Layout<_8, _2>, _32>{}));
  static_assert(!evenly_divides(Shape<_32, _64>{}, Tile<Layout<_8, _3>, _32>{}));
  static_assert(std::is_same_v<decltype(lcm(_6{}, Int<15>{})), Int<30>> && lcm(4, 6) == 12);
  static_assert(std::is_same_v<decltype(abs(_m3{})), _3> && sgn(-7) == -1);
  static_assert(has_single_bit(_64{}) && shiftl(_1{}, _4{}) == 16 && shiftr(8, 2) == 2);
  static_assert(safe_div(_12{}, _4{}) == 3);
}

TEST(Words, TuplesTakeNoSpaceForTypes) {
  static_assert(sizeof(tuple<_1, tuple<_1, int>>) == 4 && sizeof(tuple<_8, _4>) == 1);
  static_assert(sizeof(tuple<tuple<int, _2>, int, int>) == 12);
  static_assert(sizeof(tuple<tuple<_1, int>, tuple<_1, int>>) == 8);
  static_assert(sizeof(Layout<Shape<_4, _8>>) == 1 && sizeof(Swizzle<3, 4, 3>) == 1);
  constexpr tuple<_1, tuple<_2, int>> nested = {_1{}, {_2{}, 7}};
  static_assert(get<1, 1>(nested) == 7);
}

TEST(Words, ATupleIsTakenApart) {
  const auto [m, n] = make_shape(_4{}, 7);
  static_assert(std::is_same_v<decltype(m), const _4>);
  EXPECT_EQ(n, 7);
  static_assert(tuple_size<Shape<_2, int>>::value == 2);
  static_assert(std::is_same_v<tuple_element_t<1, Shape<_2, int>>, int>);
}

}  // namespace
