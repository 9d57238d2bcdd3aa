// SPDX-License-Identifier: Apache-2.0
// modes.h: CuTe's C++ functions that rearrange the modes of layouts and tuples.
//
// What     select<1, 3>(x), take<1, -1>(x), group<0, 2>(x), flatten, append, replace, zip, slice:
//          each returns what it was given: a layout or a tuple, as a value or as a type.
// Why      CuTe users write them this way; one name serves shapes and layouts.
// Example  With a = (_2,_3,_5,_7):(_1,_2,_6,_30), select<1, 3>(a) is (_3,_7):(_2,_30).
//          [tests: vocabulary_test.cc, "modes are taken grouped and replaced"]
// Errors   Refused (refused.h): what tuple/modes.h and layout_modes.h refuse. take<1, 1> of a
//          layout does not compile.
// Source   CuTe 01_layout.md, "Layout manipulation".
#pragma once

#include <type_traits>

#include "tileglot/cute/layout/layout.h"
#include "tileglot/cute/layout/static_result.h"
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
  return result_of(
      [](const auto& u) {
        return notation::cute::select(value_of(u), value_of(make_tuple(Modes...)));
      },
      x);
}

/// The modes [Begin, End); End = -1 is the rank. A layout has at least one.
template <int Begin, int End, Nested X>
  requires(TupleLike<X> || End < 0 || Begin < End)
constexpr auto take(const X& x) {
  return result_of(
      [](const auto& u) {
        if constexpr (End < 0) {
          return notation::cute::take(value_of(u), Begin);
        } else {
          return notation::cute::take(value_of(u), Begin, End);
        }
      },
      x);
}

/// The modes [Begin, End) become one mode; an empty range changes nothing.
template <int Begin, int End, Nested X>
constexpr auto group(const X& x) {
  return result_of(
      [](const auto& u) {
        const auto& value = value_of(u);
        return notation::cute::group(value, Begin, End < 0 ? notation::cute::rank(value) : End);
      },
      x);
}
template <int Begin, int End, Nested X>
constexpr auto group_modes(const X& x) {
  return group<Begin, End>(x);
}

template <TupleLike X>
constexpr auto flatten(const X& x) {
  return result_of([](const auto& u) { return core::flatten(value_of(u)); }, x);
}
template <LayoutLike X>
constexpr auto flatten(const X& x) {
  return result_of([](const auto& u) { return notation::cute::flatten(value_of(u)); }, x);
}
template <Nested X, TupleLike P>
constexpr auto unflatten(const X& flat, const P& profile) {
  return result_of(
      [](const auto& f, const auto& p) {
        return notation::cute::unflatten(value_of(f), value_of(p));
      },
      flat, profile);
}

/// x with y added as its last mode.
template <Nested X, Nested Y>
constexpr auto append(const X& x, const Y& y) {
  return result_of(
      [](const auto& u, const auto& v) { return notation::cute::append(value_of(u), value_of(v)); },
      x, y);
}
/// x with y added as its first mode.
template <Nested X, Nested Y>
constexpr auto prepend(const X& x, const Y& y) {
  return result_of([](const auto& u,
                      const auto& v) { return notation::cute::prepend(value_of(u), value_of(v)); },
                   x, y);
}
/// x with y appended until it has rank N.
template <int N, Nested X, Nested Y>
constexpr auto append(const X& x, const Y& y) {
  return result_of(
      [](const auto& u, const auto& v) {
        return notation::cute::append_n(N, value_of(u), value_of(v));
      },
      x, y);
}
/// x with y prepended until it has rank N.
template <int N, Nested X, Nested Y>
constexpr auto prepend(const X& x, const Y& y) {
  return result_of(
      [](const auto& u, const auto& v) {
        return notation::cute::prepend_n(N, value_of(u), value_of(v));
      },
      x, y);
}
/// Layouts are padded with _1:_0.
template <int N, LayoutLike X>
constexpr auto append(const X& x) {
  return append<N>(x, Layout<_1, _0>{});
}
template <int N, LayoutLike X>
constexpr auto prepend(const X& x) {
  return prepend<N>(x, Layout<_1, _0>{});
}

/// x with its mode I replaced by y.
template <int I, Nested X, Nested Y>
constexpr auto replace(const X& x, const Y& y) {
  return result_of(
      [](const auto& u, const auto& v) {
        return notation::cute::replace(value_of(u), I, value_of(v));
      },
      x, y);
}
/// x with y inserted before its mode I.
template <int I, Nested X, Nested Y>
constexpr auto insert(const X& x, const Y& y) {
  return result_of(
      [](const auto& u, const auto& v) {
        return notation::cute::insert(value_of(u), I, value_of(v));
      },
      x, y);
}
template <int I, Nested X>
constexpr auto remove(const X& x) {
  return result_of([](const auto& u) { return notation::cute::remove(value_of(u), I); }, x);
}
/// The modes from last to first.
template <Nested X>
constexpr auto reverse(const X& x) {
  return result_of([](const auto& u) { return notation::cute::reverse(value_of(u)); }, x);
}
/// ((a,b),(c,d)) to ((a,c),(b,d)).
template <Nested X>
constexpr auto zip(const X& x) {
  return result_of([](const auto& u) { return notation::cute::zip(value_of(u)); }, x);
}
template <LayoutLike X, LayoutLike Y>
constexpr auto zip(const X& x, const Y& y) {
  return result_of(
      [](const auto& u, const auto& v) { return notation::cute::zip(value_of(u), value_of(v)); }, x,
      y);
}

/// x has a pair at each integer of the guide; splits the pairs into the firsts and the seconds.
template <Nested X, TupleLike G>
constexpr auto zip2_by(const X& x, const G& guide) {
  return result_of([](const auto& u,
                      const auto& g) { return notation::cute::zip2_by(value_of(u), value_of(g)); },
                   x, guide);
}

// --- tuples only ---

template <TupleLike X>
constexpr auto front(const X& x) {
  return result_of([](const auto& u) { return notation::cute::front(value_of(u)); }, x);
}
template <TupleLike X>
constexpr auto back(const X& x) {
  return result_of([](const auto& u) { return notation::cute::back(value_of(u)); }, x);
}
template <TupleLike X>
constexpr auto flatten_to_tuple(const X& x) {
  return result_of([](const auto& u) { return notation::cute::flatten_to_tuple(value_of(u)); }, x);
}
/// wrap makes a number a tuple of one; unwrap removes tuples of one mode, repeatedly.
template <TupleLike X>
constexpr auto wrap(const X& x) {
  return result_of([](const auto& u) { return notation::cute::as_tuple(value_of(u)); }, x);
}
template <TupleLike X>
constexpr auto unwrap(const X& x) {
  return result_of([](const auto& u) { return notation::cute::unwrap(value_of(u)); }, x);
}
/// A tuple of N copies of x; x itself for N = 1.
template <int N, TupleLike X>
constexpr auto repeat(const X& x) {
  return result_of([](const auto& u) { return notation::cute::repeat(N, value_of(u)); }, x);
}
/// The profile with x in place of every leaf.
template <TupleLike P, TupleLike X>
constexpr auto repeat_like(const P& profile, const X& x) {
  return result_of(
      [](const auto& p, const auto& u) {
        return notation::cute::repeat_like(value_of(p), value_of(u));
      },
      profile, x);
}

// --- slices ---

/// The type of a coordinate with _0 for its numbers: it tells which modes a slice keeps.
template <class T>
struct PatternOf {
  using type = std::conditional_t<std::is_same_v<T, Underscore>, Underscore, _0>;
};
template <class... Ts>
struct PatternOf<tuple<Ts...>> {
  using type = tuple<typename PatternOf<Ts>::type...>;
};

/// The parts of x under each `_` of a coordinate, in one flat tuple; all of x if it is `_` itself.
/// The numbers of the coordinate do not change which: a type is sliced to a type.
template <TupleLike K, Nested X>
constexpr auto slice(const K& coordinate, const X& x) {
  constexpr auto kSlice = [](const auto& k, const auto& u) {
    return notation::cute::slice(value_of(k), value_of(u));
  };
  if constexpr (std::is_empty_v<X> && !std::is_same_v<K, IntTuple>) {
    return result_of(kSlice, typename PatternOf<K>::type{}, x);
  } else {
    return result_of(kSlice, coordinate, x);
  }
}
/// The parts of x under the numbers of a coordinate.
template <TupleLike K, Nested X>
constexpr auto dice(const K& coordinate, const X& x) {
  return result_of(
      [](const auto& k, const auto& u) { return notation::cute::dice(value_of(k), value_of(u)); },
      coordinate, x);
}

}  // namespace tileglot::cute
