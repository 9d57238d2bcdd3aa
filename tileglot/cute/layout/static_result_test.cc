// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cute/layout/static_result.h"

#include <gtest/gtest.h>

#include <type_traits>

#include "tileglot/cute/layout/composed_algebra.h"
#include "tileglot/cute/layout/vocabulary.h"

using namespace tileglot::cute;

namespace {

template <class Expected, class T>
constexpr bool is_type_of(T) {
  return std::is_same_v<T, Expected>;
}

TEST(StaticResult, AnOperationOnTypesGivesAType) {
  using Rows = Layout<Shape<_4, Shape<_2, _3>>, Stride<_6, Stride<_3, _1>>>;
  static_assert(is_type_of<Layout<_4, _2>>(composition(Layout<_8, _2>{}, Layout<_4, _1>{})));
  static_assert(is_type_of<Rows>(make_layout(Shape<_4, Shape<_2, _3>>{}, LayoutRight{})));
  static_assert(is_type_of<Layout<Shape<_2, _3>, Stride<_3, _1>>>(layout<1>(Rows{})));
  static_assert(is_type_of<Layout<_6, _4>>(complement(Layout<_4>{}, _24{})));
  static_assert(is_type_of<Shape<Shape<_2, _3>>>(shape(take<1, 2>(Rows{}))));
  static_assert(is_type_of<_24>(size(Rows{})) && is_type_of<_2>(rank(Rows{})));
  static_assert(
      is_type_of<Stride<_0, Stride<_1, _2>>>(compact_col_major(Shape<_1, Shape<_2, _3>>{})));
  static_assert(is_type_of<C<true>>(Rows{} == Rows{}) && rank_v<Rows> == 2 && size_v<Rows> == 24);
}

TEST(StaticResult, AKernelNamesItsTilesByDecltype) {
  using Atom = decltype(composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{}));
  using Shared = decltype(tile_to_shape(Atom{}, Shape<_128, _64>{}));
  static_assert(sizeof(Shared) == 1 && cosize_v<Shared> == 8192);
  static_assert(
      is_type_of<Shared>(ComposedLayout<Swizzle<3, 3, 3>, _0,
                                        Layout<Shape<Shape<_8, _16>, Shape<_64, _1>>,
                                               Stride<Stride<_64, _512>, Stride<_1, _0>>>>{}));
  static_assert(is_type_of<Layout<_4, _1>>(composition(Swizzle<0, 4, 3>{}, Layout<_4, _1>{})));
}

TEST(StaticResult, ASliceOfATypeIsATypeWhateverTheNumbers) {
  constexpr auto rows = Layout<Shape<_4, _8>, Stride<_8, _1>>{};
  static_assert(is_type_of<Layout<Shape<_8>, Stride<_1>>>(rows(3, _)));
  static_assert(is_type_of<Layout<Shape<_8>, Stride<_1>>>(slice(make_coord(3, _), rows)));
  const auto part = slice_and_offset(make_coord(_3{}, _), rows);
  static_assert(std::is_same_v<decltype(part.offset), C<24>>);
}

TEST(StaticResult, OneDynamicNumberMakesItAValue) {
  static_assert(is_type_of<Layout<>>(make_layout(make_shape(_4{}, 8))));
  static_assert(is_type_of<Layout<>>(composition(Layout<_8, _2>{}, "4:1"_layout)));
  static_assert(is_type_of<IntTuple>(shape("4:1"_layout)) && is_type_of<bool>(compatible(4, 4)));
  static_assert(composition(Layout<_8, _2>{}, "4:1"_layout) == Layout<_4, _2>{});
}

}  // namespace
