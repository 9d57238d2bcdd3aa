// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cute/layout/vocabulary.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <type_traits>

using namespace tileglot::cute;

namespace {

template <auto Expected, class T>
constexpr bool is_type_of(T) {
  return std::is_same_v<T, C<Expected>>;
}

TEST(Vocabulary, StaticIntegersCombineInTheirTypes) {
  static_assert(is_type_of<8>(_4{} * _2{}) && is_type_of<1>(_4{} / _3{}) && is_type_of<-4>(-_4{}));
  static_assert(is_type_of<0>(_0{} * 2) && is_type_of<0>(2 * _0{}) && is_type_of<0>(_0{} / 2));
  static_assert(is_type_of<0>(7 % _1{}) && is_type_of<0>(_0{} % 7));
  static_assert(is_type_of<true>(_2{} < _3{}));
  static_assert(std::is_same_v<decltype(_4{} * 2), int> && _4{} * 2 == 8);
  static_assert(std::is_same_v<decltype(_0{} + 2), int> && std::is_same_v<decltype(_1{} * 2), int>);
}

TEST(Vocabulary, TraitsAnswerByTypeForIntegersAndTuples) {
  static_assert(is_integral<int>::value && is_integral<_2>::value && !is_integral<float>::value);
  static_assert(is_std_integral<std::uint16_t>::value && !is_std_integral<_2>::value);
  static_assert(is_static<_2>::value && !is_static<int>::value);
  static_assert(is_static<Shape<_2, Shape<_3, _2>>>::value && !is_static<Shape<_2, int>>::value);
  static_assert(is_constant<2, _2>::value && !is_constant<2, _3>::value &&
                !is_constant<2, int>::value);
  static_assert(is_type_of<2>(rank(make_shape(2, 3))) && is_type_of<1>(rank(7)));
  static_assert(is_type_of<2>(depth(make_shape(2, make_shape(3, _4{})))));
  static_assert(is_type_of<24>(size(make_shape(_2{}, make_shape(_3{}, _4{})))));
  static_assert(is_type_of<3>(get<1, 0>(make_shape(_2{}, make_shape(_3{}, 4)))));
}

TEST(Vocabulary, IsStaticAsksTheValueOfALayout) {
  static_assert(is_static(make_layout(make_shape(_2{}, _4{}))));
  static_assert(!is_static(make_layout(make_shape(_2{}, 4))));
  static_assert(is_static(Layout<Shape<_2, _4>>{}) && is_static(_2{}) && !is_static(2));
}

TEST(Vocabulary, NamesOfLayoutsAreComparedByWhatTheyName) {
  static_assert(Layout<_3, _1>{} == Layout<_3, _1>{});
  static_assert(Layout<Shape<_4, _2>>{} == Layout<Shape<_4, _2>, Stride<_1, _4>>{});
  static_assert(Layout<_3, _1>{} != Layout<_3, _2>{} && Layout<_3>{} != Layout<_4>{});
  static_assert(Layout<_3, _1>{} == make_layout(_3{}, _1{}));
  static_assert(make_layout(_3{}, _2{}) != Layout<_3, _1>{});
}

constexpr Layout kRows = make_layout(make_shape(_4{}, make_shape(_2{}, 3)), LayoutRight{});

TEST(Vocabulary, ACallIsAnIntForIntsAndASliceForUnderscores) {
  static_assert(kRows(1, 2) == 7 && kRows(1, make_coord(0, 1)) == 7 && kRows(9) == 7);
  static_assert(std::is_same_v<decltype(kRows(1, 2)), int>);
  static_assert(std::is_same_v<decltype(kRows(1, std::int64_t{2})), std::int64_t>);
  static_assert(kRows(2, _) == "((_2,3)):((3,_1))"_layout);
  static_assert(kRows(_, make_coord(_, 1)) == "(_4,_2):(6,3)"_layout);
  static_assert(kRows(_) == kRows);
  EXPECT_THROW(make_layout(2, std::int64_t{1} << 31U)(1), Refused);
  EXPECT_EQ(make_layout(2, std::int64_t{1} << 31U)(std::int64_t{1}), std::int64_t{1} << 31U);
}

TEST(Vocabulary, ARefusalThrowsAtRunTime) {
  try {
    make_layout(make_shape(2, 3), make_stride(1));
    FAIL() << "not refused";
  } catch (const Refused& refused) {
    EXPECT_EQ(refused.error()->code, "cute.congruent");
    EXPECT_EQ(std::string(refused.what()),
              "cute.congruent: shape and stride differ in structure at integer 1; write one stride "
              "for each extent, nested in the same way");
  }
}

TEST(Vocabulary, ModesAreTakenGroupedAndReplaced) {
  constexpr auto a = Layout<Shape<_2, _3, _5, _7>>{};
  static_assert(take<2, -1>(a) == "(_5,_7):(_6,_30)"_layout);
  static_assert(append(a, layout<0>(a)) == "(_2,_3,_5,_7,_2):(_1,_2,_6,_30,_1)"_layout);
  static_assert(prepend<5>(a) == "(_1,_2,_3,_5,_7):(_0,_1,_2,_6,_30)"_layout);
  static_assert(append<3>(make_shape(_7{}), _1{}) == make_shape(7, 1, 1));
  static_assert(replace<1>(a, make_layout(_9{})) == "(_2,_9,_5,_7):(_1,_1,_6,_30)"_layout);
  static_assert(replace<0>(_7{}, _1{}) == IntTuple(value_of(_1{})));
  static_assert(group<1, 1>(a) == a &&
                group<0, -1>(make_shape(2, 3)) == make_shape(make_shape(2, 3)));
  static_assert(group<0, 1>(_7{}) == make_shape(make_shape(7)));
  EXPECT_THROW(append<1>(Layout<>(a)), Refused);
}

TEST(Vocabulary, TuplesAreWrappedRepeatedAndSplit) {
  constexpr auto nested = make_shape(make_shape(_2{}, 3), _4{});
  static_assert(front(nested) == 2 && back(nested) == 4 && front(_7{}) == 7);
  static_assert(flatten_to_tuple(nested) == make_shape(2, 3, 4) && wrap(_3{}) == make_shape(3));
  static_assert(unwrap(make_shape(make_shape(_3{}))) == IntTuple(value_of(3)));
  static_assert(repeat<3>(make_shape(7, 9)) == repeat_like(make_shape(1, 1, 1), make_shape(7, 9)));
  static_assert(repeat<1>(_7{}) == IntTuple(value_of(7)) && repeat<0>(_7{}) == make_shape());
  static_assert(zip2_by(make_shape(make_shape(2, 7), make_shape(3, 8)), Shape<_1, _1>{}) ==
                make_shape(make_shape(2, 3), make_shape(7, 8)));
  static_assert(zip2_by("((2,3),(4,5)):((1,2),(6,24))"_layout, Shape<_1, _1>{}) ==
                "((2,4),(3,5)):((1,6),(2,24))"_layout);
  EXPECT_THROW(front(IntTuple{}), Refused);
}

template <Layout L>
constexpr std::int64_t kColumns = size<1>(L);

TEST(Vocabulary, ALayoutIsATemplateArgument) {
  static_assert(kColumns<kRows> == 6 && kColumns<make_layout(make_shape(_2{}, _4{}))> == 4);
}

TEST(Vocabulary, CoordinatesConvertBetweenShapes) {
  static_assert(idx2crd(16, make_shape(3, make_shape(2, 3))) == make_coord(1, make_coord(1, 2)));
  static_assert(crd2idx(make_coord(1, 5), make_shape(3, make_shape(2, 3)),
                        make_stride(3, make_stride(12, 1))) == 17);
  static_assert(crd2idx(make_coord(1, 5), make_shape(3, 6)) == 16);
  static_assert(crd2crd(make_coord(1, 5), make_shape(3, 6), make_shape(3, make_shape(2, 3))) ==
                make_coord(1, make_coord(1, 2)));
}

TEST(Vocabulary, TheAlgebraGivesValues) {
  static_assert(complement(make_layout(_4{}), _24{}) == "_6:_4"_layout);
  static_assert(coalesce(Layout<Shape<_2, Shape<_1, _6>>, Stride<_1, Stride<_6, _2>>>{}) ==
                "_12:_1"_layout);
  static_assert(tiler_of(make_tile(Layout<_4, _1>{}, _)).is_by_mode());
  EXPECT_THROW(complement("(4,4):(1,2)"_layout), Refused);
}

TEST(Vocabulary, TilersAreLayoutsNumbersAndTuplesOfThem) {
  constexpr auto a = Layout<Shape<_12, _32>>{};
  static_assert(logical_divide(a, make_tile(_4{}, _8{})) ==
                "((_4,_3),(_8,_4)):((_1,_4),(_12,_96))"_layout);
  static_assert(zipped_divide(a, make_tile(Layout<_4, _3>{}, _8{})) ==
                "((_4,_8),(_3,_4)):((_3,_12),(_1,_96))"_layout);
  static_assert(composition("(_6,_2):(_8,_2)"_layout, "(_4,_3):(_3,_1)"_layout) ==
                "((_2,_2),_3):((_24,_2),_8)"_layout);
  static_assert(composition("(_4,_3):(_3,_1)"_layout, _24{}) == "(_4,_6):(_3,_1)"_layout);
  EXPECT_THROW(composition("(6,4):(1,10)"_layout, "4:4"_layout), Refused);
}

}  // namespace
