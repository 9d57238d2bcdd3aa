// SPDX-License-Identifier: Apache-2.0
// modes.h: CuTe's C++ functions that rearrange the modes of layouts and tuples.
//
// What     select<1, 3>(x), take<1, -1>(x), group<0, 2>(x), flatten, append, replace, zip, slice:
//          each returns a value of the kind it was given, Layout<> or IntTuple.
// Why      CuTe users write them this way; one name serves shapes and layouts.
// Example  With a = (_2,_3,_5,_7):(_1,_2,_6,_30), select<1, 3>(a) is (_3,_7):(_2,_30).
//          [tests: vocabulary_test.cc, "modes are taken grouped and replaced"]
// Errors   Refused (refused.h): what tuple/modes.h and layout_modes.h refuse. take<1, 1> of a
//          layout does not compile.
// Source   CuTe 01_layout.md, "Layout manipulation".
#pragma once

#include "tileglot/cute/layout/layout.h"
#include "tileglot/cute/layout/tuple.h"
#include "tileglot/notation/cute/algebra/layout_modes.h"
#include "tileglot/notation/cute/algebra/slice.h"
#include "tileglot/notation/cute/tuple/modes.h"
#include "tileglot/notation/cute/tuple/profile.h"

namespace tileglot::cute {

template <class X>
concept Nested = TupleLike<X> || LayoutLike<X>;

/// The given modes, in the given order.
template <int... Modes, Nested X>
constexpr auto select(const X& x) {
  return answer(notation::cute::select(value_of(x), value_of(make_tuple(Modes...))));
}

/// The modes [Begin, End); End = -1 is the rank. A layout has at least one.
template <int Begin, int End, Nested X>
  requires(TupleLike<X> || End < 0 || Begin < End)
constexpr auto take(const X& x) {
  if constexpr (End < 0) {
    return answer(notation::cute::take(value_of(x), Begin));
  } else {
    return answer(notation::cute::take(value_of(x), Begin, End));
  }
}

/// The modes [Begin, End) become one mode; an empty range changes nothing.
template <int Begin, int End, Nested X>
constexpr auto group(const X& x) {
  const auto& value = value_of(x);
  return answer(notation::cute::group(value, Begin, End < 0 ? notation::cute::rank(value) : End));
}
template <int Begin, int End, Nested X>
constexpr auto group_modes(const X& x) {
  return group<Begin, End>(x);
}

template <TupleLike X>
constexpr IntTuple flatten(const X& x) {
  return IntTuple(core::flatten(value_of(x)));
}
template <LayoutLike X>
constexpr Layout<> flatten(const X& x) {
  return notation::cute::flatten(value_of(x));
}
template <Nested X, TupleLike P>
constexpr auto unflatten(const X& flat, const P& profile) {
  return answer(notation::cute::unflatten(value_of(flat), value_of(profile)));
}

/// x with y added as its last mode.
template <Nested X, Nested Y>
constexpr auto append(const X& x, const Y& y) {
  return answer(notation::cute::append(value_of(x), value_of(y)));
}
/// x with y added as its first mode.
template <Nested X, Nested Y>
constexpr auto prepend(const X& x, const Y& y) {
  return answer(notation::cute::prepend(value_of(x), value_of(y)));
}
/// x with y appended until it has rank N.
template <int N, Nested X, Nested Y>
constexpr auto append(const X& x, const Y& y) {
  return answer(notation::cute::append_n(N, value_of(x), value_of(y)));
}
/// x with y prepended until it has rank N.
template <int N, Nested X, Nested Y>
constexpr auto prepend(const X& x, const Y& y) {
  return answer(notation::cute::prepend_n(N, value_of(x), value_of(y)));
}
/// Layouts are padded with _1:_0.
template <int N, LayoutLike X>
constexpr Layout<> append(const X& x) {
  return append<N>(x, Layout<_1, _0>{});
}
template <int N, LayoutLike X>
constexpr Layout<> prepend(const X& x) {
  return prepend<N>(x, Layout<_1, _0>{});
}

/// x with its mode I replaced by y.
template <int I, Nested X, Nested Y>
constexpr auto replace(const X& x, const Y& y) {
  return answer(notation::cute::replace(value_of(x), I, value_of(y)));
}
/// x with y inserted before its mode I.
template <int I, Nested X, Nested Y>
constexpr auto insert(const X& x, const Y& y) {
  return answer(notation::cute::insert(value_of(x), I, value_of(y)));
}
template <int I, Nested X>
constexpr auto remove(const X& x) {
  return answer(notation::cute::remove(value_of(x), I));
}
/// The modes from last to first.
template <Nested X>
constexpr auto reverse(const X& x) {
  return answer(notation::cute::reverse(value_of(x)));
}
/// ((a,b),(c,d)) to ((a,c),(b,d)).
template <Nested X>
constexpr auto zip(const X& x) {
  return answer(notation::cute::zip(value_of(x)));
}
template <LayoutLike X, LayoutLike Y>
constexpr Layout<> zip(const X& x, const Y& y) {
  return answer(notation::cute::zip(value_of(x), value_of(y)));
}

/// x has a pair at each integer of the guide; splits the pairs into the firsts and the seconds.
template <Nested X, TupleLike G>
constexpr auto zip2_by(const X& x, const G& guide) {
  return answer(notation::cute::zip2_by(value_of(x), value_of(guide)));
}

// --- tuples only ---

template <TupleLike X>
constexpr Integer front(const X& x) {
  return number(notation::cute::front(value_of(x)));
}
template <TupleLike X>
constexpr Integer back(const X& x) {
  return number(notation::cute::back(value_of(x)));
}
template <TupleLike X>
constexpr IntTuple flatten_to_tuple(const X& x) {
  return IntTuple(notation::cute::flatten_to_tuple(value_of(x)));
}
/// wrap makes a number a tuple of one; unwrap removes tuples of one mode, repeatedly.
template <TupleLike X>
constexpr IntTuple wrap(const X& x) {
  return IntTuple(notation::cute::as_tuple(value_of(x)));
}
template <TupleLike X>
constexpr IntTuple unwrap(const X& x) {
  return IntTuple(notation::cute::unwrap(value_of(x)));
}
/// A tuple of N copies of x; x itself for N = 1.
template <int N, TupleLike X>
constexpr IntTuple repeat(const X& x) {
  return answer(notation::cute::repeat(N, value_of(x)));
}
/// The profile with x in place of every leaf.
template <TupleLike P, TupleLike X>
constexpr IntTuple repeat_like(const P& profile, const X& x) {
  return answer(notation::cute::repeat_like(value_of(profile), value_of(x)));
}

// --- slices ---

/// The parts of x under each `_` of a coordinate, in one flat tuple; all of x if it is `_` itself.
template <TupleLike K, Nested X>
constexpr auto slice(const K& coordinate, const X& x) {
  return answer(notation::cute::slice(value_of(coordinate), value_of(x)));
}
/// The parts of x under the numbers of a coordinate.
template <TupleLike K, Nested X>
constexpr auto dice(const K& coordinate, const X& x) {
  return answer(notation::cute::dice(value_of(coordinate), value_of(x)));
}

}  // namespace tileglot::cute
