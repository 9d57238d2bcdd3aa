// SPDX-License-Identifier: Apache-2.0
// algebra.h: the layout algebra under CuTe's C++ names, on values.
//
// What     composition(a, b), zipped_divide(l, make_tile(_32{}, _8{})), complement(l, 24): the
//          operations of this package, whose results are plain values, or types where the arguments
//          are (static_result.h). A tiler is a layout or a
//          number for the whole, `_`, or a tuple of tilers, one for each mode.
// Why      CuTe users write the algebra this way.
// Example  complement(make_layout(_4{}), _24{}) is _6:_4.
//          [tests: vocabulary_test.cc, "the algebra gives values"]
// Errors   Refused (refused.h): what the operations refuse.
#pragma once

#include "tileglot/cute/layout/layout.h"
#include "tileglot/cute/layout/static_result.h"
#include "tileglot/cute/layout/tuple.h"
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
constexpr auto coalesce(const L& layout) {
  return result_of([](const auto& l) { return notation::cute::coalesce(value_of(l)); }, layout);
}

/// By mode: coalesces the part under each integer of the profile, whose value is ignored.
template <LayoutLike L, TupleLike P>
constexpr auto coalesce(const L& layout, const P& profile) {
  return result_of([](const auto& l,
                      const auto& p) { return notation::cute::coalesce(value_of(l), value_of(p)); },
                   layout, profile);
}

template <LayoutLike L>
constexpr auto complement(const L& layout) {
  return result_of([](const auto& l) { return notation::cute::complement(value_of(l)); }, layout);
}
template <LayoutLike L, TupleLike M>
constexpr auto complement(const L& layout, const M& cotarget) {
  return result_of(
      [](const auto& l, const auto& m) {
        return notation::cute::complement(value_of(l), value_of(m));
      },
      layout, cotarget);
}

template <LayoutLike L>
constexpr auto right_inverse(const L& layout) {
  return result_of([](const auto& l) { return notation::cute::right_inverse(value_of(l)); },
                   layout);
}
template <LayoutLike L>
constexpr auto left_inverse(const L& layout) {
  return result_of([](const auto& l) { return notation::cute::left_inverse(value_of(l)); }, layout);
}
template <LayoutLike L>
constexpr auto filter(const L& layout) {
  return result_of([](const auto& l) { return notation::cute::filter(value_of(l)); }, layout);
}
template <LayoutLike L, TupleLike P>
constexpr auto filter(const L& layout, const P& profile) {
  return result_of(
      [](const auto& l, const auto& p) { return notation::cute::filter(value_of(l), value_of(p)); },
      layout, profile);
}
/// The layout with extent 1 where the stride is 0.
template <LayoutLike L>
constexpr auto filter_zeros(const L& layout) {
  return result_of([](const auto& l) { return notation::cute::filter_zeros(value_of(l)); }, layout);
}
template <LayoutLike L>
constexpr auto nullspace(const L& layout) {
  return result_of([](const auto& l) { return notation::cute::nullspace(value_of(l)); }, layout);
}
/// How many consecutive elements are contiguous in both layouts, and which.
template <LayoutLike A, LayoutLike B>
constexpr auto max_common_vector(const A& a, const B& b) {
  return result_of(
      [](const auto& p, const auto& q) {
        return notation::cute::max_common_vector(value_of(p), value_of(q));
      },
      a, b);
}
template <LayoutLike A, LayoutLike B>
constexpr auto max_common_layout(const A& a, const B& b) {
  return result_of(
      [](const auto& p, const auto& q) {
        return notation::cute::max_common_layout(value_of(p), value_of(q));
      },
      a, b);
}

template <LayoutLike L, TilerLike T>
constexpr auto composition(const L& layout, const T& tiler) {
  return result_of(
      [](const auto& l, const auto& t) {
        return notation::cute::composition(value_of(l), divisor_of(t));
      },
      layout, tiler);
}
template <LayoutLike L, TupleLike S>
constexpr auto with_shape(const L& layout, const S& shape) {
  return result_of(
      [](const auto& l, const auto& s) {
        return notation::cute::with_shape(value_of(l), value_of(s));
      },
      layout, shape);
}

template <LayoutLike L, TilerLike T>
constexpr auto logical_divide(const L& layout, const T& tiler) {
  return result_of(
      [](const auto& l, const auto& t) {
        return notation::cute::logical_divide(value_of(l), divisor_of(t));
      },
      layout, tiler);
}
template <LayoutLike L, TilerLike T>
constexpr auto zipped_divide(const L& layout, const T& tiler) {
  return result_of(
      [](const auto& l, const auto& t) {
        return notation::cute::zipped_divide(value_of(l), divisor_of(t));
      },
      layout, tiler);
}
template <LayoutLike L, TilerLike T>
constexpr auto tiled_divide(const L& layout, const T& tiler) {
  return result_of(
      [](const auto& l, const auto& t) {
        return notation::cute::tiled_divide(value_of(l), divisor_of(t));
      },
      layout, tiler);
}
template <LayoutLike L, TilerLike T>
constexpr auto flat_divide(const L& layout, const T& tiler) {
  return result_of(
      [](const auto& l, const auto& t) {
        return notation::cute::flat_divide(value_of(l), divisor_of(t));
      },
      layout, tiler);
}

}  // namespace tileglot::cute
