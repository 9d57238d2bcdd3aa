// SPDX-License-Identifier: Apache-2.0
// layout.h: CuTe's C++ functions that make layouts and query them, on values.
//
// What     Under `using namespace tileglot::cute` code written for CuTe builds layouts and queries
//          them: make_layout(make_shape(Int<2>{}, 4), LayoutRight{}), size<0>(l), layout<1, 0>(l),
//          print(l). Every operation returns a value, Layout<> for a layout;
//          Layout<Shape<_4, Shape<_3, _6>>>{} only names one.
// Why      CuTe users can start at once, and their layouts compile in a tenth of the time.
// Example  Layout s2xd4 = make_layout(make_shape(Int<2>{}, 4)); prints (_2,4):(_1,_2).
//          [tests: seed_layouts_test.cc, "the nine layouts"]
// Errors   Refused (refused.h): everything that notation/cute/layout/layout.h and coordinate.h refuse.
// Source   CuTe 01_layout.md. docs/reference/cute-cpp.md lists the functions and what differs.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "tileglot/cute/layout/refused.h"
#include "tileglot/cute/layout/tuple.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/tuple/coordinate_conversion.h"
#include "tileglot/notation/cute/tuple/profile.h"
#include "tileglot/notation/cute/tuple/relations.h"

namespace tileglot::notation::cute::structural {

/// Names a layout whose numbers are all in the types; column-major if no stride is given.
template <class Shape, class Stride>
struct Layout {
  static constexpr Layout<> value = [] {
    const core::IntTuple shape = tileglot::cute::value_of(Shape{});
    if constexpr (std::is_void_v<Stride>) {
      return tileglot::cute::or_refuse(make_layout(shape));
    } else {
      return tileglot::cute::or_refuse(make_layout(shape, tileglot::cute::value_of(Stride{})));
    }
  }();

  // NOLINTNEXTLINE(google-explicit-constructor): the name stands for the value.
  constexpr operator Layout<>() const { return value; }
  /// Compares two names; if one side is a value, the name converts to a value.
  template <class S, class D>
    requires(!std::is_void_v<S>)
  friend constexpr bool operator==(const Layout& /*a*/, const Layout<S, D>& /*b*/) {
    return value == Layout<S, D>::value;
  }
  template <class... Coordinates>
  constexpr auto operator()(const Coordinates&... coordinates) const {
    return value(coordinates...);
  }
};

}  // namespace tileglot::notation::cute::structural

namespace tileglot::cute {

// NOLINTNEXTLINE(google-build-using-namespace): a namespace of literals is there for this.
using namespace notation::cute::literals;

/// Column-major and row-major, regardless of nesting.
struct LayoutLeft {};
struct LayoutRight {};
/// The older names of these tags.
using GenColMajor = LayoutLeft;
using GenRowMajor = LayoutRight;

// NOLINTNEXTLINE(bugprone-return-const-ref-from-parameter): used within one expression.
constexpr const Layout<>& value_of(const Layout<>& layout) { return layout; }
template <class S, class D>
constexpr const Layout<>& value_of(const Layout<S, D>&) {
  return Layout<S, D>::value;
}

constexpr auto number(const core::Outcome<core::Integer>& outcome) {
  const core::Integer& n = or_refuse(outcome);
  return Integer{n.value, n.is_static};
}
constexpr auto answer(const core::Outcome<core::IntTuple>& outcome) {
  return IntTuple(or_refuse(outcome));
}
constexpr auto answer(const core::Outcome<Layout<>>& outcome) { return or_refuse(outcome); }

// --- making layouts ---

template <TupleLike S>
constexpr Layout<> make_layout(const S& shape) {
  return or_refuse(notation::cute::make_layout(value_of(shape)));
}
template <TupleLike S, TupleLike D>
constexpr Layout<> make_layout(const S& shape, const D& stride) {
  return or_refuse(notation::cute::make_layout(value_of(shape), value_of(stride)));
}
template <TupleLike S>
constexpr Layout<> make_layout(const S& shape, LayoutLeft) {
  return make_layout(shape);
}
template <TupleLike S>
constexpr Layout<> make_layout(const S& shape, LayoutRight) {
  return or_refuse(notation::cute::make_layout_right(value_of(shape)));
}
/// Each layout becomes a mode; a single one is wrapped in a tuple.
template <LayoutLike... Ls>
  requires(sizeof...(Ls) > 0)
constexpr Layout<> make_layout(const Ls&... modes) {
  return or_refuse(
      notation::cute::make_layout(or_refuse(core::tuple_of(value_of(modes).shape...)),
                                  or_refuse(core::tuple_of(value_of(modes).stride...))));
}

// --- one mode ---

template <int... Path, LayoutLike L>
constexpr Layout<> get(const L& layout) {
  Layout<> part = value_of(layout);
  ((part = or_refuse(notation::cute::mode(part, Path))), ...);
  return part;
}
template <int... Path>
constexpr IntTuple get(const IntTuple& tuple) {
  IntTuple part = tuple;
  ((part.value = or_refuse(core::mode(part.value, Path))), ...);
  return part;
}
/// The mode of a tuple of types, with its type unchanged.
template <LeafLike T>
constexpr T get(const T& leaf) {
  return leaf;
}
template <int First, int... Path, LeafLike T>
constexpr auto get(const T& leaf) {
  static_assert(First == 0, "a number has only mode 0");
  return get<Path...>(leaf);
}
template <class... Ts>
constexpr tuple<Ts...> get(const tuple<Ts...>& t) {
  return t;
}
template <int First, int... Path, class... Ts>
constexpr auto get(const tuple<Ts...>& t) {
  static_assert(First >= 0 && First < int(sizeof...(Ts)), "the tuple has no such mode");
  return get<Path...>(element::at<std::size_t(First)>(t));
}

template <int... Path, LayoutLike L>
constexpr Layout<> layout(const L& l) {
  return get<Path...>(l);
}
template <int... Path, LayoutLike L>
constexpr IntTuple shape(const L& layout) {
  return IntTuple(get<Path...>(layout).shape);
}
template <int... Path, TupleLike T>
constexpr auto shape(const T& tuple) {
  return get<Path...>(tuple);
}
template <int... Path, LayoutLike L>
constexpr IntTuple stride(const L& layout) {
  return IntTuple(get<Path...>(layout).stride);
}

// --- queries ---

template <int... Path, LayoutLike L>
constexpr int rank(const L& layout) {
  return notation::cute::rank(get<Path...>(layout));
}
template <int... Path, TupleLike T>
constexpr auto rank(const T& tuple) {
  const auto part = get<Path...>(tuple);
  using Part = std::remove_const_t<decltype(part)>;
  if constexpr (is_tuple_type<Part>) {
    return C<Part::kRank>{};
  } else if constexpr (LeafLike<Part>) {
    return _1{};
  } else {
    return core::rank(part.value);
  }
}

/// The nesting depth of a tuple type.
template <class T>
inline constexpr int depth_of_type = 0;
template <class... Ts>
inline constexpr int depth_of_type<tuple<Ts...>> = [] {
  int deepest = 0;
  ((deepest = depth_of_type<Ts> > deepest ? depth_of_type<Ts> : deepest), ...);
  return deepest + 1;
}();

template <int... Path, LayoutLike L>
constexpr int depth(const L& layout) {
  return notation::cute::depth(get<Path...>(layout));
}
template <int... Path, TupleLike T>
constexpr auto depth(const T& tuple) {
  const auto part = get<Path...>(tuple);
  using Part = std::remove_const_t<decltype(part)>;
  if constexpr (std::is_same_v<Part, IntTuple>) {
    return core::depth(part.value);
  } else {
    return C<depth_of_type<Part>>{};
  }
}

template <int... Path, LayoutLike L>
constexpr Integer size(const L& layout) {
  return number(core::size(get<Path...>(layout).shape));
}
template <std::int64_t N>
constexpr auto constant() {
  if constexpr (N >= std::numeric_limits<int>::min() && N <= std::numeric_limits<int>::max()) {
    return C<int(N)>{};
  } else {
    return C<N>{};
  }
}

template <int... Path, TupleLike T>
constexpr auto size(const T& tuple) {
  const auto part = get<Path...>(tuple);
  using Part = std::remove_const_t<decltype(part)>;
  if constexpr (std::is_empty_v<Part>) {
    return constant<number(core::size(value_of(Part{}))).value>();
  } else {
    return number(core::size(value_of(part)));
  }
}

template <int... Path, LayoutLike L>
constexpr Integer cosize(const L& layout) {
  return number(notation::cute::cosize(get<Path...>(layout)));
}

template <TupleLike A, TupleLike B>
constexpr bool congruent(const A& a, const B& b) {
  return core::congruent(value_of(a), value_of(b));
}
template <LayoutLike A, LayoutLike B>
constexpr bool congruent(const A& a, const B& b) {
  return core::congruent(value_of(a).shape, value_of(b).shape);
}
template <TupleLike A, TupleLike B>
constexpr bool weakly_congruent(const A& a, const B& b) {
  return notation::cute::weakly_congruent(value_of(a), value_of(b));
}

/// True if each integer of a equals the size of the part of b that it covers. Every coordinate of a
/// is then a coordinate of b as well.
template <TupleLike A, TupleLike B>
constexpr bool compatible(const A& a, const B& b) {
  return notation::cute::compatible(value_of(a), value_of(b));
}
template <LayoutLike A, LayoutLike B>
constexpr bool compatible(const A& a, const B& b) {
  return compatible(shape(a), shape(b));
}

// --- coordinates ---

template <TupleLike I, TupleLike S>
constexpr IntTuple idx2crd(const I& index, const S& shape) {
  return answer(notation::cute::idx2crd(value_of(index), value_of(shape)));
}
/// The coordinate at an offset of a compact layout.
template <TupleLike I, TupleLike S, TupleLike D>
constexpr IntTuple idx2crd(const I& index, const S& shape, const D& stride) {
  return answer(notation::cute::idx2crd(value_of(index), value_of(shape), value_of(stride)));
}
template <TupleLike K, TupleLike S, TupleLike D>
constexpr Integer crd2idx(const K& coordinate, const S& shape, const D& stride) {
  return number(notation::cute::crd2idx(value_of(coordinate), make_layout(shape, stride)));
}
template <TupleLike K, TupleLike S>
constexpr Integer crd2idx(const K& coordinate, const S& shape) {
  return number(notation::cute::crd2idx(value_of(coordinate), value_of(shape)));
}
/// Maps a coordinate of one shape to the coordinate of another that has the same index.
template <TupleLike K, TupleLike S, TupleLike T>
constexpr IntTuple crd2crd(const K& coordinate, const S& from, const T& to) {
  return answer(notation::cute::crd2crd(value_of(coordinate), value_of(from), value_of(to)));
}

// --- text on the standard output, as CuTe writes it ---

void print(const core::IntTuple& tuple);
void print(const Layout<>& layout);

template <TupleLike T>
void print(const T& tuple) {
  print(core::IntTuple(value_of(tuple)));
}
template <class S, class D>
  requires(!std::is_void_v<S>)
void print(const Layout<S, D>& layout) {
  print(layout.value);
}

/// CuTe's table of a layout, and CuTe's LaTeX document of it.
void print_table(const Layout<>& layout);
void print_document(const Layout<>& layout);

template <LayoutLike L>
void print_layout(const L& layout) {
  print_table(value_of(layout));
}
template <LayoutLike L>
void print_latex(const L& layout) {
  print_document(value_of(layout));
}

}  // namespace tileglot::cute
