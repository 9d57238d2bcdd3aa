// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cute/layout/tuple_algorithms.h"

#include <gtest/gtest.h>

#include <functional>
#include <type_traits>
#include <vector>

#include "tileglot/cute/layout/vocabulary.h"

using namespace tileglot::cute;

namespace {

template <class Expected, class T>
constexpr bool is_type_of(T) {
  return std::is_same_v<T, Expected>;
}

TEST(TupleAlgorithms, FunctionsGoOverTheElementsOfATuple) {
  static_assert(is_type_of<_6>(fold(make_tuple(_2{}, _3{}), _1{}, std::multiplies<>{})));
  static_assert(is_type_of<_5>(fold_first(make_tuple(_2{}, _3{}), std::plus<>{})));
  static_assert(fold(make_tuple(2, 3), 10, std::minus<>{}) == 5 &&
                fold_first(7, std::plus<>{}) == 7);
  static_assert(transform(make_tuple(_2{}, 3), [](auto x) { return x * _2{}; }) ==
                make_tuple(4, 6));
  static_assert(transform(make_tuple(2, 3), make_tuple(4, 5), std::plus<>{}) == make_tuple(6, 8));
  static_assert(transform(1, 2, 3, [](int a, int b, int c) { return a + b * c; }) == 7);
  static_assert(transform_leaf(make_tuple(1, make_tuple(2, 3)), [](int x) { return -x; }) ==
                make_tuple(-1, make_tuple(-2, -3)));
  static_assert(apply(make_tuple(1, 2, 3), [](int a, int b, int c) { return a + b + c; }) == 6);
  static_assert(transform_apply(make_tuple(1, 2), std::negate<>{}, std::plus<>{}) == -3);
}

TEST(TupleAlgorithms, ALoopOverASequenceKnowsItsNumbers) {
  std::vector<int> seen;
  for_each(make_seq<4>{}, [&seen](auto i) { seen.push_back(decltype(i)::value); });
  EXPECT_EQ(seen, (std::vector<int>{0, 1, 2, 3}));
  seen.clear();
  for_each_leaf(make_tuple(7, make_tuple(_8{}, 9)), [&seen](int i) { seen.push_back(i); });
  EXPECT_EQ(seen, (std::vector<int>{7, 8, 9}));
  static_assert(std::is_same_v<make_int_sequence<3>, seq<0, 1, 2>>);
}

TEST(TupleAlgorithms, ElementsAreFoundByTypeAndByValue) {
  static_assert(is_type_of<_1>(find<int>(make_tuple(_1{}, 7))) && find<_4>(make_tuple(_1{})) == 1);
  static_assert(is_type_of<_1>(find(make_tuple(_1{}, _4{}), _4{})));
  static_assert(is_type_of<_2>(find_if(Shape<_1, _2, _8>{}, [](auto x) { return x > _4{}; })));
  static_assert(any_of(Shape<_1, _2>{}, [](auto x) { return x == _2{}; }));
  static_assert(!all_of(make_tuple(1, 2), [](int x) { return x == 2; }));
  static_assert(none_of(make_tuple(1, 2), [](int x) { return x == 3; }));
}

TEST(TupleAlgorithms, TuplesAreJoined) {
  static_assert(tuple_cat(make_tuple(1), make_tuple(_2{}, 3), tuple<>{}) == make_tuple(1, 2, 3));
  static_assert(filter_tuple(make_tuple(1, _2{}), [](auto x) {
                  if constexpr (is_static<decltype(x)>::value) {
                    return make_tuple(x);
                  } else {
                    return tuple<>{};
                  }
                }) == make_tuple(2));
  static_assert(tuple_repeat<2>(_7{}) == make_tuple(7, 7));
}

}  // namespace
