// SPDX-License-Identifier: Apache-2.0
// static_result.h: results that are types where the types of the arguments hold every number.
//
// What     result_of(op, args..) is op(args..). Where all arguments are empty types, op runs at
//          compile time and the result is an empty type again: a C, a tuple, a Layout<S, D> or a
//          ComposedLayout<A, O, B>. Otherwise it is a value: bool, Integer, IntTuple, Layout<>,
//          ComposedLayout<>.
// Why      Kernels name layouts by decltype(tile_to_shape(Atom{}, Shape<_128, _64>{})), and ask
//          cosize_v of such a type. There is one algebra, that of values.
// How      Computed<Op, Ts..> holds the value of op; TupleFrom reads the types from its numbers.
// Example  decltype(composition(Layout<_8, _2>{}, Layout<_4, _1>{})) is Layout<_4, _2>.
//          [tests: static_result_test.cc, "an operation on types gives a type"]
// Errors   In a type, a refusal does not compile (refused.h).
#pragma once

#include <type_traits>
#include <utility>

#include "tileglot/core/int_tuple.h"
#include "tileglot/core/outcome.h"
#include "tileglot/cute/layout/constant.h"
#include "tileglot/cute/layout/refused.h"
#include "tileglot/cute/layout/scaled_basis.h"
#include "tileglot/cute/layout/tuple.h"

namespace tileglot::cute {

/// Of a layout type: its values are coordinates, not offsets (layout.h).
template <class T>
inline constexpr bool is_layout_type = false;
template <class T>
inline constexpr bool gives_coordinates = false;

/// The value of an outcome; anything else is its own value.
template <class X>
constexpr const X& settled(const X& x) {
  return x;  // NOLINT(bugprone-return-const-ref-from-parameter): used within one expression.
}
template <class X>
constexpr const X& settled(const core::Outcome<X>& x) {
  return or_refuse(x);
}

/// The value of a stateless operation on empty types.
template <class Op, class... Ts>
struct Computed {
  static constexpr auto value = settled(Op{}(Ts{}...));
};

namespace from_numbers {

/// Source::numbers is a core::IntTuple. A mode is named by its first slot and by how many of the
/// tuples that open there are already open.
template <class Source, int Slot, int... Levels>
constexpr auto basis(std::integer_sequence<int, Levels...>) {
  constexpr core::Integer kLeaf = Source::numbers.at(Slot);
  return ScaledBasis<decltype(constant<kLeaf.value>()), kLeaf.path.mode(Levels)...>{};
}

template <class Source, int Slot>
constexpr auto leaf() {
  constexpr core::Integer kLeaf = Source::numbers.at(Slot);
  if constexpr (Source::numbers.is_keep(Slot)) {
    return Underscore{};
  } else if constexpr (kLeaf.path.levels() > 0) {
    return basis<Source, Slot>(std::make_integer_sequence<int, kLeaf.path.levels()>{});
  } else {
    return constant<kLeaf.value>();
  }
}

constexpr int mode_end(const core::IntTuple& t, int begin, int open) {
  int slot = begin;
  int level = t.opens(slot) - open - t.closes(slot);
  while (level > 0) {
    ++slot;
    level += t.opens(slot) - t.closes(slot);
  }
  return slot + 1;
}

/// The first slot of mode `index` of the tuple in [begin, end).
constexpr int mode_begin(const core::IntTuple& t, int begin, int open, int index) {
  int slot = begin;
  for (int i = 0; i < index; ++i) slot = mode_end(t, slot, i == 0 ? open : 0);
  return slot;
}
constexpr int mode_count(const core::IntTuple& t, int begin, int end, int open) {
  int count = 0;
  for (int slot = begin; slot < end; ++count) slot = mode_end(t, slot, count == 0 ? open : 0);
  return count;
}

template <class Source, int Begin, int End, int Open, int... Modes>
constexpr auto modes(std::integer_sequence<int, Modes...>);

template <class Source, int Begin, int Open>
constexpr auto mode() {
  if constexpr (Source::numbers.opens(Begin) > Open) {
    constexpr int kEnd = mode_end(Source::numbers, Begin, Open);
    constexpr int kModes = mode_count(Source::numbers, Begin, kEnd, Open + 1);
    return modes<Source, Begin, kEnd, Open + 1>(std::make_integer_sequence<int, kModes>{});
  } else if constexpr (Source::numbers.is_empty(Begin)) {
    return tuple<>{};
  } else {
    return leaf<Source, Begin>();
  }
}

template <class Source, int Begin, int End, int Open, int... Modes>
constexpr auto modes(std::integer_sequence<int, Modes...>) {
  return tuple<decltype(mode<Source, mode_begin(Source::numbers, Begin, Open, Modes),
                             Modes == 0 ? Open : 0>())...>{};
}

template <class Source>
constexpr auto all() {
  if constexpr (Source::numbers.is_scalar) {
    return leaf<Source, 0>();
  } else {
    constexpr int kEnd = Source::numbers.slots;
    constexpr int kModes = mode_count(Source::numbers, 0, kEnd, 0);
    return modes<Source, 0, kEnd, 0>(std::make_integer_sequence<int, kModes>{});
  }
}

}  // namespace from_numbers

/// The type of a number or a tuple whose value is Source::numbers.
template <class Source>
using TupleFrom = decltype(from_numbers::all<Source>());

// --- a computed value as a type; layout.h and composed_layout.h have those of layouts ---

template <class Source>
struct ValueAsNumbers {
  static constexpr core::IntTuple numbers = Source::value;
};

template <class Source>
constexpr auto typed(Source, const bool&) {
  return C<Source::value>{};
}
template <class Source>
constexpr auto typed(Source, const core::Integer&) {
  return TupleFrom<ValueAsNumbers<Source>>{};
}
template <class Source>
constexpr auto typed(Source, const core::IntTuple&) {
  return TupleFrom<ValueAsNumbers<Source>>{};
}

// --- a computed value as a value ---

/// What a layout among the results is: a Layout<>, or one whose values are coordinates. The tags
/// also let argument lookup find the overloads for layouts.
struct AsValue {};
struct AsCoordinates : AsValue {};

/// That of the first layout among the arguments.
template <class... Ts>
struct KindOf {
  using type = AsValue;
};
template <class T, class... Ts>
struct KindOf<T, Ts...>
    : std::conditional_t<is_layout_type<T>,
                         std::conditional<gives_coordinates<T>, AsCoordinates, AsValue>,
                         KindOf<Ts...>> {};

constexpr bool untyped(AsValue, bool b) { return b; }
constexpr Integer untyped(AsValue, const core::Integer& i) { return {i.value, i.is_static}; }
constexpr IntTuple untyped(AsValue, const core::IntTuple& t) { return IntTuple(t); }

template <class Op, class... Ts>
constexpr auto result_of(Op op, const Ts&... values) {
  if constexpr ((std::is_empty_v<Ts> && ...)) {
    using Source = Computed<Op, Ts...>;
    return typed(Source{}, Source::value);
  } else {
    return untyped(typename KindOf<Ts...>::type{}, settled(op(values...)));
  }
}

}  // namespace tileglot::cute
