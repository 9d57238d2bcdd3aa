// SPDX-License-Identifier: Apache-2.0
// tuple.h: CuTe's tuples of static and dynamic integers, and the values they stand for.
//
// What     make_tuple(2, make_tuple(_3{}, _)) is a type, tuple<int, tuple<_3, Underscore>>; Shape,
//          Stride, Step and Coord are other names of tuple. value_of gives the core::IntTuple that
//          the algebra works on. Empty elements take no space; structured bindings take a tuple
//          apart.
// Why      Users write shapes as types; every operation works on values, once.
// Example  value_of(make_shape(2, Int<4>{})) is (2,_4). rank(make_shape(2, 3)) is _2;
//          is_static<Shape<_2, _3>> is true, is_static<Shape<_2, int>> is false.
//          sizeof(tuple<_1, tuple<_1, int>>) is 4.
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

#include "tileglot/core/int_tuple.h"
#include "tileglot/core/integer.h"
#include "tileglot/cute/layout/constant.h"
#include "tileglot/cute/layout/refused.h"
#include "tileglot/cute/layout/scaled_basis.h"

namespace tileglot::cute {

namespace element {

/// One element of a tuple. An empty one is not stored. Owner makes the type unique, so that the
/// empty elements of a tuple inside a tuple need no addresses of their own.
template <std::size_t Index, class T, class Owner, bool IsEmpty = std::is_empty_v<T>>
struct At {
  T held;
  // NOLINTBEGIN(bugprone-crtp-constructor-accessibility): Owner only makes the type unique.
  constexpr At() : held{} {}
  constexpr explicit At(const T& held_element) : held(held_element) {}
  // NOLINTEND(bugprone-crtp-constructor-accessibility)
  constexpr const T& element() const { return held; }
};

template <std::size_t Index, class T, class Owner>
struct At<Index, T, Owner, true> {
  constexpr At() = default;
  constexpr explicit At(const T&) {}
  constexpr T element() const { return {}; }
};

template <class Indices, class... Ts>
struct All;

template <std::size_t... Indices, class... Ts>
struct All<std::index_sequence<Indices...>, Ts...>
    : At<Indices, Ts, All<std::index_sequence<Indices...>, Ts...>>... {
  constexpr All() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): {_1{}, 7} is a tuple.
  constexpr All(const Ts&... elements) : At<Indices, Ts, All>(elements)... {}
};

/// No elements: the constructor from them is the one from nothing.
template <>
struct All<std::index_sequence<>> {};

template <std::size_t Index, class T, class Owner>
constexpr decltype(auto) at(const At<Index, T, Owner>& place) {
  return place.element();
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

/// The result of size and cosize where it is not a type: a number with its static mark.
struct Integer {
  std::int64_t value = 0;
  bool is_static = false;
  // NOLINTNEXTLINE(google-explicit-constructor): it is used as a number.
  constexpr operator std::int64_t() const { return value; }
};

/// The result of shape, stride and idx2crd where it is not a type: an integer or a tuple, of one
/// C++ type. Equality compares the numbers only.
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

/// A number, static or dynamic, a scaled basis, or `_`.
template <class T>
concept LeafLike = std::integral<T> || is_constant_type<T> || std::same_as<T, Underscore> ||
                   std::same_as<T, Integer> || is_basis_type<T>;

/// A leaf or any tuple.
template <class T>
concept TupleLike = LeafLike<T> || is_tuple_type<T> || std::same_as<T, IntTuple>;

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
template <class T, int... Path>
constexpr core::IntTuple value_of(const ScaledBasis<T, Path...>& basis) {
  return core::Integer(static_cast<std::int64_t>(basis.value()), std::is_empty_v<T>,
                       path_of<Path...>());
}
constexpr core::IntTuple value_of(Integer i) { return core::Integer(i.value, i.is_static); }
constexpr const core::IntTuple& value_of(const IntTuple& tuple) { return tuple.value; }

template <class... Ts>
constexpr core::IntTuple value_of(const tuple<Ts...>& t) {
  return [&]<std::size_t... Is>(std::index_sequence<Is...>) {
    return core::IntTuple(or_refuse(core::tuple_of(value_of(element::at<Is>(t))...)));
  }(std::index_sequence_for<Ts...>{});
}

/// A type where the types of both sides tell, otherwise a bool.
template <TupleLike A, TupleLike B>
  requires(is_tuple_type<A> || is_tuple_type<B> || is_basis_type<A> || is_basis_type<B>)
constexpr auto operator==(const A& a, const B& b) {
  if constexpr (std::is_empty_v<A> && std::is_empty_v<B>) {
    return C<core::equal_values(value_of(A{}), value_of(B{}))>{};
  } else {
    return core::equal_values(value_of(a), value_of(b));
  }
}
template <TupleLike A, TupleLike B>
  requires(is_tuple_type<A> || is_tuple_type<B> || is_basis_type<A> || is_basis_type<B>)
constexpr auto operator!=(const A& a, const B& b) {
  return !(a == b);
}

// NOLINTBEGIN(readability-identifier-naming): CuTe's own names, as of standard traits.

/// True if every number of a value is marked static.
template <class T>
constexpr bool is_marked_static(const T&) {
  return false;
}
constexpr bool is_marked_static(const IntTuple& t) { return core::is_static(t.value); }
constexpr bool is_marked_static(const Integer& i) { return i.is_static; }

/// A number of a built-in C++ type.
template <class T>
struct is_std_integral : std::is_integral<T> {};

/// A number, static or not; `_` and scaled bases count as numbers, as in CuTe.
template <class T>
struct is_integral : std::bool_constant<LeafLike<T>> {};

template <class T>
struct is_tuple : std::bool_constant<is_tuple_type<T>> {};

/// True if the type alone holds the value. is_static(x) also asks the marks of a value, such as an
/// IntTuple or a Layout<>.
template <class T>
struct is_static : std::is_empty<T> {
  bool answer = std::is_empty_v<T>;
  constexpr is_static() = default;
  constexpr explicit is_static(const T& x) {
    if constexpr (!std::is_empty_v<T>) answer = is_marked_static(x);
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
template <class T>
inline constexpr bool is_tuple_v = is_tuple_type<T>;

using std::tuple_element;
using std::tuple_element_t;
using std::tuple_size;
using std::tuple_size_v;

}  // namespace tileglot::cute

// The elements of a tuple by the standard's names, which structured bindings use.
template <class... Ts>
struct std::tuple_size<tileglot::cute::tuple<Ts...>>
    : std::integral_constant<std::size_t, sizeof...(Ts)> {};
template <std::size_t Index, class... Ts>
struct std::tuple_element<Index, tileglot::cute::tuple<Ts...>> {
  using type = std::remove_cvref_t<decltype(tileglot::cute::element::at<Index>(
      std::declval<const tileglot::cute::tuple<Ts...>&>()))>;
};
