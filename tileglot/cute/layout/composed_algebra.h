// SPDX-License-Identifier: Apache-2.0
// composed_algebra.h: the algebra of composed layouts under CuTe's C++ names, on values.
//
// What     The functions of modes.h, algebra.h, product.h and recast.h for
//          ComposedLayout: most change only its inner layout; the inverses and recasts change all
//          of it.
// Why      A swizzled tile of shared memory is tiled and divided like any other.
// Example  tile_to_shape(composition(Swizzle<3, 3, 3>{}, (_8,_64):(_64,_1)), Shape<_128, _64>{}) is
//          Sw<3,3,3> o _0 o ((_8,_16),(_64,_1)):((_64,_512),(_1,_0)).
//          [tests: composed_layout_test.cc, "a swizzled atom fills shared memory"]
// Errors   Refused (refused.h): what the operations refuse.
// Source   cute/layout_composed.hpp, cute/swizzle_layout.hpp.
#pragma once

#include "tileglot/cute/layout/algebra.h"
#include "tileglot/cute/layout/composed_layout.h"
#include "tileglot/cute/layout/layout.h"
#include "tileglot/cute/layout/modes.h"
#include "tileglot/cute/layout/product.h"
#include "tileglot/cute/layout/recast.h"
#include "tileglot/cute/layout/swizzle.h"
#include "tileglot/cute/layout/tuple.h"
#include "tileglot/notation/cute/composed/composition.h"
#include "tileglot/notation/cute/composed/inverse.h"
#include "tileglot/notation/cute/composed/modes.h"
#include "tileglot/notation/cute/composed/recast.h"
#include "tileglot/notation/cute/composed/swizzle_push.h"
#include "tileglot/notation/cute/composed/swizzled_product.h"

namespace tileglot::cute {

/// A o offset o change(B).
template <class Change>
constexpr ComposedLayout on_inner(const ComposedLayout& composed, const Change& change) {
  return answer(notation::cute::on_inner(
      composed.value,
      [&](const Layout<>& inner) -> core::Outcome<Layout<>> { return change(inner); }));
}

// --- composition ---

template <TilerLike T>
constexpr ComposedLayout composition(const ComposedLayout& composed, const T& tiler) {
  return on_inner(composed, [&](const Layout<>& inner) { return composition(inner, tiler); });
}
template <LayoutLike L>
constexpr ComposedLayout composition(const L& layout, const ComposedLayout& composed) {
  return answer(notation::cute::composition(value_of(layout), composed.value));
}
constexpr ComposedLayout composition(const ComposedLayout& a, const ComposedLayout& b) {
  return answer(notation::cute::composition(a.value, b.value));
}
/// x -> layout(s(x)), rewritten with a swizzle after the layout.
template <LayoutLike L, SwizzleLike S>
constexpr ComposedLayout composition(const L& layout, S) {
  return answer(notation::cute::composition(value_of(layout), S::value));
}
template <TupleLike S>
constexpr ComposedLayout with_shape(const ComposedLayout& composed, const S& shape) {
  return on_inner(composed, [&](const Layout<>& inner) { return with_shape(inner, shape); });
}

// --- modes ---

template <int... Path>
constexpr ComposedLayout get(const ComposedLayout& composed) {
  return on_inner(composed, [](const Layout<>& inner) { return get<Path...>(inner); });
}
template <int... Path>
constexpr ComposedLayout layout(const ComposedLayout& composed) {
  return on_inner(composed, [](const Layout<>& inner) { return get<Path...>(inner); });
}
template <int Begin, int End>
constexpr ComposedLayout take(const ComposedLayout& composed) {
  return on_inner(composed, [](const Layout<>& inner) { return take<Begin, End>(inner); });
}
template <int Begin, int End>
constexpr ComposedLayout group(const ComposedLayout& composed) {
  return on_inner(composed, [](const Layout<>& inner) { return group<Begin, End>(inner); });
}
template <int Begin, int End>
constexpr ComposedLayout group_modes(const ComposedLayout& composed) {
  return on_inner(composed, [](const Layout<>& inner) { return group<Begin, End>(inner); });
}
template <int N>
constexpr ComposedLayout append(const ComposedLayout& composed) {
  return on_inner(composed, [](const Layout<>& inner) { return append<N>(inner); });
}
constexpr ComposedLayout flatten(const ComposedLayout& composed) {
  return on_inner(composed, [](const Layout<>& inner) { return flatten(inner); });
}
constexpr ComposedLayout coalesce(const ComposedLayout& composed) {
  return on_inner(composed, [](const Layout<>& inner) { return coalesce(inner); });
}
template <TupleLike P>
constexpr ComposedLayout coalesce(const ComposedLayout& composed, const P& profile) {
  return on_inner(composed, [&](const Layout<>& inner) { return coalesce(inner, profile); });
}
constexpr ComposedLayout filter(const ComposedLayout& composed) {
  return on_inner(composed, [](const Layout<>& inner) { return filter(inner); });
}

// --- divides and products: the composed layout is the dividend or the block ---

template <TilerLike T>
constexpr ComposedLayout logical_divide(const ComposedLayout& composed, const T& tiler) {
  return on_inner(composed, [&](const Layout<>& inner) { return logical_divide(inner, tiler); });
}
template <TilerLike T>
constexpr ComposedLayout zipped_divide(const ComposedLayout& composed, const T& tiler) {
  return on_inner(composed, [&](const Layout<>& inner) { return zipped_divide(inner, tiler); });
}
template <TilerLike T>
constexpr ComposedLayout tiled_divide(const ComposedLayout& composed, const T& tiler) {
  return on_inner(composed, [&](const Layout<>& inner) { return tiled_divide(inner, tiler); });
}
template <TilerLike T>
constexpr ComposedLayout flat_divide(const ComposedLayout& composed, const T& tiler) {
  return on_inner(composed, [&](const Layout<>& inner) { return flat_divide(inner, tiler); });
}
template <TilerLike T>
constexpr ComposedLayout logical_product(const ComposedLayout& composed, const T& tiler) {
  return on_inner(composed, [&](const Layout<>& inner) { return logical_product(inner, tiler); });
}
template <TilerLike T>
constexpr ComposedLayout zipped_product(const ComposedLayout& composed, const T& tiler) {
  return on_inner(composed, [&](const Layout<>& inner) { return zipped_product(inner, tiler); });
}
template <TilerLike T>
constexpr ComposedLayout tiled_product(const ComposedLayout& composed, const T& tiler) {
  return on_inner(composed, [&](const Layout<>& inner) { return tiled_product(inner, tiler); });
}
template <TilerLike T>
constexpr ComposedLayout flat_product(const ComposedLayout& composed, const T& tiler) {
  return on_inner(composed, [&](const Layout<>& inner) { return flat_product(inner, tiler); });
}
template <LayoutLike O>
constexpr ComposedLayout blocked_product(const ComposedLayout& composed, const O& order) {
  return on_inner(composed, [&](const Layout<>& inner) { return blocked_product(inner, order); });
}
template <LayoutLike O>
constexpr ComposedLayout raked_product(const ComposedLayout& composed, const O& order) {
  return on_inner(composed, [&](const Layout<>& inner) { return raked_product(inner, order); });
}
/// Copies of a block in the order of a swizzled layout.
template <LayoutLike L>
constexpr ComposedLayout logical_product(const L& block, const ComposedLayout& order) {
  return answer(notation::cute::logical_product(value_of(block), order.value));
}
/// Copies of a swizzled atom that fill a shape, such as a kernel's shared-memory tile.
template <TupleLike S, class O = LayoutLeft>
constexpr ComposedLayout tile_to_shape(const ComposedLayout& composed, const S& shape,
                                       const O& order = {}) {
  return on_inner(composed,
                  [&](const Layout<>& inner) { return tile_to_shape(inner, shape, order); });
}

// --- inverses and complement ---

constexpr ComposedLayout right_inverse(const ComposedLayout& composed) {
  return answer(notation::cute::right_inverse(composed.value));
}
constexpr ComposedLayout left_inverse(const ComposedLayout& composed) {
  return answer(notation::cute::left_inverse(composed.value));
}
/// The complement of the inner layout, as in CuTe.
constexpr Layout<> complement(const ComposedLayout& composed) {
  return complement(composed.layout_b());
}
template <TupleLike M>
constexpr Layout<> complement(const ComposedLayout& composed, const M& cotarget) {
  return complement(composed.layout_b(), cotarget);
}

// --- other element sizes ---

template <int N>
constexpr ComposedLayout upcast(const ComposedLayout& composed) {
  return answer(notation::cute::upcast(N, composed.value));
}
template <int N>
constexpr ComposedLayout downcast(const ComposedLayout& composed) {
  return answer(notation::cute::downcast(N, composed.value));
}
template <int OldBits, int NewBits>
constexpr ComposedLayout recast_layout(const ComposedLayout& composed) {
  return answer(notation::cute::recast_layout(OldBits, NewBits, composed.value));
}
template <class Old, class New>
constexpr ComposedLayout recast_layout(const ComposedLayout& composed) {
  return recast_layout<sizeof_bits_v<Old>, sizeof_bits_v<New>>(composed);
}
constexpr Integer max_alignment(const ComposedLayout& composed) {
  return number(notation::cute::max_alignment(composed.value));
}
template <class A, class B>
  requires(ComposedLike<A> || ComposedLike<B>)
constexpr Integer max_common_vector(const A& a, const B& b) {
  return number(notation::cute::max_common_vector(variant_of(a), variant_of(b)));
}

}  // namespace tileglot::cute
