// SPDX-License-Identifier: Apache-2.0
// algebra.h: the layout algebra under CuTe's C++ names, on values.
//
// What     composition(a, b), zipped_divide(l, make_tile(_32{}, _8{})), complement(l, 24): the
//          operations of this package, which here return plain values. A tiler is a layout or a
//          number for the whole, `_`, or a tuple of tilers, one for each mode.
// Why      CuTe users write the algebra this way.
// Example  complement(make_layout(_4{}), _24{}) is _6:_4.
//          [tests: vocabulary_test.cc, "the algebra gives values"]
// Errors   Refused (refused.h): what the operations refuse.
#pragma once

#include "tileglot/cute/layout/layout.h"
#include "tileglot/notation/cute/algebra/by_mode.h"
#include "tileglot/notation/cute/algebra/complement.h"
#include "tileglot/notation/cute/algebra/compose_by_mode.h"
#include "tileglot/notation/cute/algebra/composition.h"
#include "tileglot/notation/cute/algebra/divide.h"
#include "tileglot/notation/cute/algebra/filter.h"
#include "tileglot/notation/cute/inverse/left_inverse.h"
#include "tileglot/notation/cute/inverse/max_common.h"
#include "tileglot/notation/cute/inverse/nullspace.h"
#include "tileglot/notation/cute/inverse/right_inverse.h"
#include "tileglot/notation/cute/layout/coalesce.h"
#include "tileglot/notation/cute/layout/tiler.h"

namespace tileglot::cute {

template <LayoutLike L>
constexpr notation::cute::Tiler tiler_of(const L& layout) {
  return or_refuse(notation::cute::tiler_of(value_of(layout)));
}
template <LeafLike T>
constexpr notation::cute::Tiler tiler_of(const T& extent) {
  return or_refuse(notation::cute::tiler_of(value_of(extent)));
}
constexpr notation::cute::Tiler tiler_of(const IntTuple& extents) {
  return or_refuse(notation::cute::tiler_of(extents.value));
}
template <class... Ts>
constexpr notation::cute::Tiler tiler_of(const tuple<Ts...>& tilers) {
  return [&]<std::size_t... Is>(std::index_sequence<Is...>) {
    notation::cute::Tiler all;
    ((all = or_refuse(notation::cute::append(all, tiler_of(element::at<Is>(tilers))))), ...);
    return all;
  }(std::index_sequence_for<Ts...>{});
}

/// A layout, which divides the whole, unchanged; anything else as a tiler.
template <class X>
constexpr decltype(auto) divisor_of(const X& tiler) {
  if constexpr (LayoutLike<X>) {
    return value_of(tiler);
  } else {
    return tiler_of(tiler);
  }
}

template <class X>
concept TilerLike = LayoutLike<X> || TupleLike<X>;

template <LayoutLike L>
constexpr Layout<> coalesce(const L& layout) {
  return or_refuse(core::Outcome<Layout<>>(notation::cute::coalesce(value_of(layout))));
}

/// By mode: coalesces the part under each integer of the profile, whose value is ignored.
template <LayoutLike L, TupleLike P>
constexpr Layout<> coalesce(const L& layout, const P& profile) {
  return or_refuse(notation::cute::coalesce(value_of(layout), value_of(profile)));
}

template <LayoutLike L>
constexpr Layout<> complement(const L& layout) {
  return or_refuse(notation::cute::complement(value_of(layout)));
}
template <LayoutLike L, TupleLike M>
constexpr Layout<> complement(const L& layout, const M& cotarget) {
  return or_refuse(notation::cute::complement(value_of(layout), value_of(cotarget)));
}

template <LayoutLike L>
constexpr Layout<> right_inverse(const L& layout) {
  return or_refuse(notation::cute::right_inverse(value_of(layout)));
}
template <LayoutLike L>
constexpr Layout<> left_inverse(const L& layout) {
  return or_refuse(notation::cute::left_inverse(value_of(layout)));
}
template <LayoutLike L>
constexpr Layout<> filter(const L& layout) {
  return notation::cute::filter(value_of(layout));
}
template <LayoutLike L, TupleLike P>
constexpr Layout<> filter(const L& layout, const P& profile) {
  return or_refuse(notation::cute::filter(value_of(layout), value_of(profile)));
}
/// The layout with extent 1 where the stride is 0.
template <LayoutLike L>
constexpr Layout<> filter_zeros(const L& layout) {
  return notation::cute::filter_zeros(value_of(layout));
}
template <LayoutLike L>
constexpr Layout<> nullspace(const L& layout) {
  return or_refuse(notation::cute::nullspace(value_of(layout)));
}
/// How many consecutive elements are contiguous in both layouts, and which.
template <LayoutLike A, LayoutLike B>
constexpr Integer max_common_vector(const A& a, const B& b) {
  return number(notation::cute::max_common_vector(value_of(a), value_of(b)));
}
template <LayoutLike A, LayoutLike B>
constexpr Layout<> max_common_layout(const A& a, const B& b) {
  return or_refuse(notation::cute::max_common_layout(value_of(a), value_of(b)));
}

template <LayoutLike L, TilerLike T>
constexpr Layout<> composition(const L& layout, const T& tiler) {
  return or_refuse(notation::cute::composition(value_of(layout), divisor_of(tiler)));
}
template <LayoutLike L, TupleLike S>
constexpr Layout<> with_shape(const L& layout, const S& shape) {
  return or_refuse(notation::cute::with_shape(value_of(layout), value_of(shape)));
}

template <LayoutLike L, TilerLike T>
constexpr Layout<> logical_divide(const L& layout, const T& tiler) {
  return or_refuse(notation::cute::logical_divide(value_of(layout), divisor_of(tiler)));
}
template <LayoutLike L, TilerLike T>
constexpr Layout<> zipped_divide(const L& layout, const T& tiler) {
  return or_refuse(notation::cute::zipped_divide(value_of(layout), divisor_of(tiler)));
}
template <LayoutLike L, TilerLike T>
constexpr Layout<> tiled_divide(const L& layout, const T& tiler) {
  return or_refuse(notation::cute::tiled_divide(value_of(layout), divisor_of(tiler)));
}
template <LayoutLike L, TilerLike T>
constexpr Layout<> flat_divide(const L& layout, const T& tiler) {
  return or_refuse(notation::cute::flat_divide(value_of(layout), divisor_of(tiler)));
}

}  // namespace tileglot::cute
