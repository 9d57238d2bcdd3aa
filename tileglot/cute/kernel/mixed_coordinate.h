// SPDX-License-Identifier: Apache-2.0
// mixed_coordinate.h: the numbers of a coordinate, and the leaves that each of them covers.
//
// What     Covered<Form, Pattern> has the leaves that each number of a coordinate of that pattern
//          covers; number_at reads the number in a slot; begin_of(c) is where a slice begins.
// Why      A kernel takes a coordinate apart by its type: a tuple value would be put on its stack.
// Example  In ((4,M),N), the coordinate (5,n): 5 covers leaves 0 and 1, n covers leaf 2.
//          [tests: mixed_layout_test.cc, "every form of coordinate has the offset of the value"]
// Errors   A coordinate that does not fit the shape does not compile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "tileglot/cute/layout/vocabulary.h"

namespace tileglot::cute::mixed {

/// The coordinate of the first element of a slice.
template <class T>
constexpr auto begin_of(const T& c) {
  if constexpr (std::is_same_v<T, Underscore>) {
    return _0{};
  } else {
    return c;
  }
}
template <class... Ts>
constexpr auto begin_of(const tuple<Ts...>& c) {
  return [&]<std::size_t... Is>(std::index_sequence<Is...>) {
    return make_tuple(begin_of(element::at<Is>(c))...);
  }(std::index_sequence_for<Ts...>{});
}

/// The leaves [begin, end) that each number of a coordinate covers.
struct Ranges {
  int begin[core::kMaxLeaves] = {};
  int end[core::kMaxLeaves] = {};
};

template <class Form, class Pattern>
struct Covered {
  static constexpr Ranges ranges = [] {
    Ranges all;
    const auto note = [&all](int k, int begin, int end) {
      all.begin[k] = begin;
      all.end[k] = end;
      return core::Refusal{};
    };
    const core::IntTuple coordinate = value_of(Pattern{});
    const auto refused =
        notation::cute::for_each_covered(coordinate, Form::value.numbers.shape, note);
    if (refused != core::Refusal{}) refuse(refused);
    return all;
  }();
};

/// How many slots of a core::IntTuple a type takes; `()` takes one.
template <class T>
inline constexpr int numbers_in = 1;
template <class First, class... Ts>
inline constexpr int numbers_in<tuple<First, Ts...>> = (numbers_in<First> + ... + numbers_in<Ts>);

template <class... Ts>
constexpr int numbers_before(tuple<Ts...>*, int element) {
  int count = 0;
  int i = 0;
  ((count += i++ < element ? numbers_in<Ts> : 0), ...);
  return count;
}
template <class Coordinate>
constexpr int numbers_before(int element) {
  return numbers_before(static_cast<Coordinate*>(nullptr), element);
}

/// The element of a tuple type that contains a slot.
template <int Slot, class T>
constexpr int element_with() {
  int element = 0;
  while (numbers_before<T>(element + 1) <= Slot) ++element;
  return element;
}

/// The number in a slot of a nested tuple, without making the tuple's value, which a kernel would
/// store.
template <int Slot, class T>
constexpr std::int64_t number_at(const T& t) {
  if constexpr (is_tuple_type<T>) {
    constexpr int kElement = element_with<Slot, T>();
    return number_at<Slot - numbers_before<T>(kElement)>(element::at<std::size_t(kElement)>(t));
  } else {
    return static_cast<std::int64_t>(t);
  }
}

}  // namespace tileglot::cute::mixed
