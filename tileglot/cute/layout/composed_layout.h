// SPDX-License-Identifier: Apache-2.0
// composed_layout.h: composed layouts under CuTe's C++ names, on values.
//
// What     composition(Swizzle<3, 3, 3>{}, layout) and make_composed_layout(a, offset, b) are
//          values of one type, ComposedLayout, which is queried, called and sliced like a layout.
//          If nothing is left to swizzle, the value is a plain layout: is_plain(c), plain(c).
// Why      A swizzled tile is used like any other.
// Units    Offsets are in elements, of a type as in layout_call.h.
// Example  With sw = Sw<3,0,3> o _0 o (_8,_8):(_8,_1), sw(2, 1) is 19 and slice_and_offset(
//          make_coord(_2{}, _), sw) is (((_2,_2,_2)):((_1,_-2,_4)),_18).
//          [tests: composed_layout_test.cc, "a swizzled tile is called and sliced"]
// Errors   Refused (refused.h): what composed/function.h and composed/slice.h refuse; plain(c) of a
//          layout that is still swizzled.
// Source   cute/layout_composed.hpp, cute/swizzle_layout.hpp.
#pragma once

#include <concepts>
#include <cstdint>
#include <variant>

#include "tileglot/cute/layout/layout.h"
#include "tileglot/cute/layout/layout_call.h"
#include "tileglot/cute/layout/swizzle.h"
#include "tileglot/cute/layout/tuple.h"
#include "tileglot/notation/cute/composed/function.h"
#include "tileglot/notation/cute/composed/modes.h"
#include "tileglot/notation/cute/composed/slice.h"
#include "tileglot/notation/cute/layout/composed_layout.h"

namespace tileglot::cute {

/// A o offset o B; a plain layout has no swizzle, Sw<0,0,0>, at offset _0.
struct ComposedLayout {
  notation::cute::ComposedLayout value;

  /// The offset at a coordinate, or the part that `_` keeps.
  template <class... Coordinates>
  constexpr auto operator()(const Coordinates&... coordinates) const;
  /// B and the offset, by CuTe's names.
  constexpr Layout<> layout_b() const { return or_refuse(notation::cute::inner_layout(value)); }
  constexpr Integer offset() const { return {value.offset.value, value.offset.is_static}; }

  friend constexpr bool operator==(const ComposedLayout&, const ComposedLayout&) = default;
};

template <class T>
concept ComposedLike = std::same_as<T, ComposedLayout>;

// --- between the two ---

constexpr ComposedLayout composed_of(const notation::cute::CuteLayout& layout) {
  if (const auto* composed = std::get_if<notation::cute::ComposedLayout>(&layout)) {
    return {*composed};
  }
  return {{notation::cute::Swizzle{}, core::static_integer(0), std::get<Layout<>>(layout)}};
}
constexpr ComposedLayout answer(const core::Outcome<notation::cute::CuteLayout>& outcome) {
  return composed_of(or_refuse(outcome));
}
constexpr ComposedLayout answer(const core::Outcome<notation::cute::ComposedLayout>& outcome) {
  return {or_refuse(outcome)};
}

constexpr notation::cute::CuteLayout variant_of(const ComposedLayout& composed) {
  return notation::cute::compose(composed.value.outer, composed.value.offset, composed.layout_b());
}
template <LayoutLike L>
constexpr notation::cute::CuteLayout variant_of(const L& layout) {
  return value_of(layout);
}

constexpr bool is_plain(const ComposedLayout& composed) {
  return std::holds_alternative<Layout<>>(variant_of(composed));
}
/// The composed layout as a plain layout, if nothing is left to swizzle.
constexpr Layout<> plain(const ComposedLayout& composed) {
  const notation::cute::Swizzle& s = composed.value.outer.swizzle;
  if (!is_plain(composed)) refuse({core::Reason::kSwizzled, s.bits, s.shift});
  return composed.layout_b();
}

// --- making ---

template <LayoutLike L>
constexpr notation::cute::Stage stage_of(const L& layout) {
  return value_of(layout);
}
template <SwizzleLike S>
constexpr notation::cute::Stage stage_of(S) {
  return S::value;
}

/// A o offset o B, not simplified.
template <class A, LeafLike O, LayoutLike B>
  requires(LayoutLike<A> || SwizzleLike<A>)
constexpr ComposedLayout make_composed_layout(const A& a, const O& offset, const B& b) {
  const core::IntTuple distance = value_of(offset);
  return {{stage_of(a), distance.at(0), value_of(b)}};
}
/// The same; a swizzle of no bits is dropped.
template <class A, LeafLike O, LayoutLike B>
  requires(LayoutLike<A> || SwizzleLike<A>)
constexpr ComposedLayout composition(const A& a, const O& offset, const B& b) {
  return composed_of(variant_of(make_composed_layout(a, offset, b)));
}
template <SwizzleLike A, LayoutLike B>
constexpr ComposedLayout composition(A a, const B& b) {
  return composition(a, _0{}, b);
}

// --- queries, answered by the inner layout ---

template <int... Path>
constexpr IntTuple shape(const ComposedLayout& composed) {
  return shape<Path...>(composed.layout_b());
}
template <int... Path>
constexpr int rank(const ComposedLayout& composed) {
  return rank<Path...>(composed.layout_b());
}
template <int... Path>
constexpr int depth(const ComposedLayout& composed) {
  return depth<Path...>(composed.layout_b());
}
template <int... Path>
constexpr Integer size(const ComposedLayout& composed) {
  return size<Path...>(composed.layout_b());
}
/// CuTe's cosize: that of the inner layout, not of the swizzled offsets.
template <int... Path>
constexpr Integer cosize(const ComposedLayout& composed) {
  return cosize<Path...>(composed.layout_b());
}

// --- calls and slices ---

template <class Coordinate>
constexpr auto call(const ComposedLayout& composed, const Coordinate& coordinate) {
  if constexpr (has_underscore_type<Coordinate>) {
    return answer(notation::cute::slice(value_of(coordinate), composed.value));
  } else {
    using Offset = OffsetOf<Coordinate>;
    return narrowed<Offset>(notation::cute::crd2idx(value_of(coordinate), composed.value));
  }
}

template <class... Coordinates>
constexpr auto ComposedLayout::operator()(const Coordinates&... coordinates) const {
  static_assert(sizeof...(Coordinates) > 0, "a coordinate has at least one number");
  if constexpr (sizeof...(Coordinates) == 1) {
    return call(*this, coordinates...);
  } else {
    return call(*this, make_coord(coordinates...));
  }
}

template <TupleLike K>
constexpr ComposedLayout slice(const K& coordinate, const ComposedLayout& composed) {
  return answer(notation::cute::slice(value_of(coordinate), composed.value));
}

/// A composed layout and where it begins.
struct ComposedAtOffset {
  ComposedLayout layout;
  Integer offset;
};

constexpr ComposedAtOffset at_offset(const core::Outcome<notation::cute::ComposedSlice>& outcome) {
  const notation::cute::ComposedSlice& part = or_refuse(outcome);
  return {composed_of(part.layout), {part.offset.value, part.offset.is_static}};
}
template <TupleLike K>
constexpr ComposedAtOffset slice_and_offset(const K& coordinate, const ComposedLayout& composed) {
  return at_offset(notation::cute::slice_and_offset(value_of(coordinate), composed.value));
}
template <TupleLike K>
constexpr ComposedAtOffset domain_offset(const K& coordinate, const ComposedLayout& composed) {
  return at_offset(notation::cute::domain_offset(value_of(coordinate), composed.value));
}

// --- text on the standard output, as CuTe writes it ---

void print(const ComposedLayout& composed);
void print(const notation::cute::Swizzle& swizzle);
template <int B, int M, int S>
void print(Swizzle<B, M, S> named) {
  cute::print(named.value);  // not the overload that returns a text
}
void print_layout(const ComposedLayout& composed);
void print_latex(const ComposedLayout& composed);

}  // namespace tileglot::cute
