// SPDX-License-Identifier: Apache-2.0
// tuple.h: CuTe's tuples of static and dynamic integers, and the values they stand for.
//
// What     make_tuple(2, make_tuple(_3{}, _)) is a type, tuple<int, tuple<_3, Underscore>>; Shape,
//          Stride, Step and Coord are other names of tuple. value_of gives the core::IntTuple that
//          the algebra works on; operations return IntTuple and Integer.
// Why      Users write shapes as types; every operation works on values, once.
// Example  value_of(make_shape(2, Int<4>{})) is (2,_4). rank(make_shape(2, 3)) is _2;
//          is_static<Shape<_2, _3>> is true, is_static<Shape<_2, int>> is false.
//          [tests: vocabulary_test.cc, "traits answer by type for integers and tuples"]
// Errors   Refused (refused.h): more than 64 leaves, deeper than 16, an unsigned number beyond
//          int64.
// Source   CuTe 01_layout.md, "Integers", "Tuple", "IntTuple"; cute/container/tuple.hpp.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "tileglot/cute/layout/constant.h"
#include "tileglot/cute/layout/refused.h"
#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::cute {

using notation::cute::Layout;

namespace element {

/// One element of a tuple; an empty one takes no space.
template <std::size_t Index, class T, bool IsEmpty = std::is_empty_v<T>>
struct At {
  T held;
  constexpr const T& get() const { return held; }
};

template <std::size_t Index, class T>
struct At<Index, T, true> {
  constexpr At() = default;
  constexpr explicit At(T) {}
  constexpr T get() const { return {}; }
};

template <class Indices, class... Ts>
struct All;

template <std::size_t... Indices, class... Ts>
struct All<std::index_sequence<Indices...>, Ts...> : At<Indices, Ts>... {
  constexpr All() = default;
  constexpr explicit All(const Ts&... elements)
    requires(sizeof...(Ts) > 0)
      : At<Indices, Ts>{elements}... {}
};

template <std::size_t Index, class T>
constexpr decltype(auto) at(const At<Index, T>& element) {
  return element.get();
}

}  // namespace element

// NOLINTBEGIN(readability-identifier-naming): CuTe's own name.
template <class... Ts>
struct tuple : element::All<std::index_sequence_for<Ts...>, Ts...> {
  using element::All<std::index_sequence_for<Ts...>, Ts...>::All;
  static constexpr int kRank = int(sizeof...(Ts));
};

template <class... Ts>
tuple(Ts...) -> tuple<Ts...>;
// NOLINTEND(readability-identifier-naming)

template <class... Ts>
using Shape = tuple<Ts...>;
template <class... Ts>
using Stride = tuple<Ts...>;
template <class... Ts>
using Step = tuple<Ts...>;
template <class... Ts>
using Coord = tuple<Ts...>;
template <class... Ts>
using Tile = tuple<Ts...>;

template <class... Ts>
constexpr tuple<Ts...> make_tuple(const Ts&... elements) {
  return tuple<Ts...>(elements...);
}
template <class... Ts>
constexpr Shape<Ts...> make_shape(const Ts&... extents) {
  return make_tuple(extents...);
}
template <class... Ts>
constexpr Stride<Ts...> make_stride(const Ts&... strides) {
  return make_tuple(strides...);
}
template <class... Ts>
constexpr Step<Ts...> make_step(const Ts&... steps) {
  return make_tuple(steps...);
}
template <class... Ts>
constexpr Coord<Ts...> make_coord(const Ts&... coordinates) {
  return make_tuple(coordinates...);
}
template <class... Ts>
constexpr Tile<Ts...> make_tile(const Ts&... tilers) {
  return make_tuple(tilers...);
}

/// The result of size and cosize: a number with its static mark.
struct Integer {
  std::int64_t value = 0;
  bool is_static = false;
  // NOLINTNEXTLINE(google-explicit-constructor): it is used as a number.
  constexpr operator std::int64_t() const { return value; }
};

/// The result of shape, stride and idx2crd: an integer or a tuple, of one C++ type. Equality
/// compares the numbers only.
struct IntTuple {
  core::IntTuple value;

  constexpr IntTuple() = default;
  constexpr explicit IntTuple(const core::IntTuple& tuple) : value(tuple) {}

  // NOLINTNEXTLINE(google-explicit-constructor): an integer is used as a number.
  constexpr operator std::int64_t() const {
    if (!value.is_scalar) refuse({core::Reason::kNotCongruent, 0, 0});
    return value.values[0];
  }
  friend constexpr bool operator==(const IntTuple& a, const IntTuple& b) {
    return core::equal_values(a.value, b.value);
  }
};

template <class T>
inline constexpr bool is_tuple_type = false;
template <class... Ts>
inline constexpr bool is_tuple_type<tuple<Ts...>> = true;

template <class T>
inline constexpr bool is_layout_type = false;
template <class S, class D>
inline constexpr bool is_layout_type<Layout<S, D>> = true;

/// A number, static or dynamic, or `_`.
template <class T>
concept LeafLike = std::integral<T> || is_constant_type<T> || std::same_as<T, Underscore> ||
                   std::same_as<T, Integer>;

/// A leaf or any tuple.
template <class T>
concept TupleLike = LeafLike<T> || is_tuple_type<T> || std::same_as<T, IntTuple>;

template <class T>
concept LayoutLike = is_layout_type<T>;

template <std::integral T>
constexpr core::IntTuple value_of(T number) {
  if (!std::in_range<std::int64_t>(number))
    refuse({core::Reason::kSumTooLarge, core::kInt64Max, 1});
  return core::Integer(static_cast<std::int64_t>(number));
}
template <auto Value>
constexpr core::IntTuple value_of(C<Value>) {
  return core::static_integer(static_cast<std::int64_t>(Value));
}
constexpr core::IntTuple value_of(Underscore) { return core::Underscore{}; }
constexpr core::IntTuple value_of(Integer i) { return core::Integer(i.value, i.is_static); }
constexpr const core::IntTuple& value_of(const IntTuple& tuple) { return tuple.value; }

template <class... Ts>
constexpr core::IntTuple value_of(const tuple<Ts...>& t) {
  return [&]<std::size_t... Is>(std::index_sequence<Is...>) {
    return core::IntTuple(or_refuse(core::tuple_of(value_of(element::at<Is>(t))...)));
  }(std::index_sequence_for<Ts...>{});
}

template <TupleLike A, TupleLike B>
  requires(is_tuple_type<A> || is_tuple_type<B>)
constexpr bool operator==(const A& a, const B& b) {
  return core::equal_values(value_of(a), value_of(b));
}

// NOLINTBEGIN(readability-identifier-naming): CuTe's own names, as of standard traits.

/// A number of a built-in C++ type.
template <class T>
struct is_std_integral : std::is_integral<T> {};

/// A number, static or not; `_` counts as one, as in CuTe.
template <class T>
struct is_integral : std::bool_constant<std::is_integral_v<T> || is_constant_type<T> ||
                                        std::is_same_v<T, Underscore>> {};

/// True if the type alone holds the value; is_static(l) tests whether every number of a layout's
/// value is marked static.
template <class T>
struct is_static : std::is_empty<T> {
  bool answer = std::is_empty_v<T>;
  constexpr is_static() = default;
  constexpr explicit is_static(const T& x) {
    if constexpr (is_layout_type<T>) {
      const Layout<> layout = x;
      answer = core::is_static(layout.shape) && core::is_static(layout.stride);
    } else if constexpr (std::is_same_v<T, IntTuple>) {
      answer = core::is_static(x.value);
    } else if constexpr (std::is_same_v<T, Integer>) {
      answer = x.is_static;
    }
  }
  // NOLINTNEXTLINE(google-explicit-constructor): is_static(l) is asked as a question.
  constexpr operator bool() const { return answer; }
};
template <class T>
is_static(const T&) -> is_static<T>;

/// Static and equal to N.
template <auto N, class T>
struct is_constant : std::false_type {};
template <auto N, auto Value>
struct is_constant<N, C<Value>> : std::bool_constant<N == Value> {};

// NOLINTEND(readability-identifier-naming)

template <class T>
inline constexpr bool is_std_integral_v = is_std_integral<T>::value;
template <class T>
inline constexpr bool is_integral_v = is_integral<T>::value;
template <class T>
inline constexpr bool is_static_v = is_static<T>::value;
template <auto N, class T>
inline constexpr bool is_constant_v = is_constant<N, T>::value;

}  // namespace tileglot::cute
