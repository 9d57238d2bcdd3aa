// SPDX-License-Identifier: Apache-2.0
// construction.h: CuTe's C++ functions that make strides and layouts for a purpose.
//
// What     make_ordered_layout(shape, order), make_layout_like(l), make_fragment_like(l),
//          make_identity_layout(shape), make_layout_tv(threads, values), domain_distribute(shape,
//          n); compact_col_major, compact_row_major, compact_order and make_basis_like give
//          strides.
// Why      CuTe users call these functions.
// Example  make_ordered_layout(make_shape(_2{}, _3{}, _4{}), make_step(_2{}, _0{}, _1{})) is
//          (_2,_3,_4):(_12,_1,_3).
//          [tests: construction_test.cc, "layouts are made for a purpose"]
// Errors   Refused (refused.h): what ordered_layout.h, algebra/fragment.h, identity_layout.h,
//          layout_tv.h, domain_distribute.h and compact_strides.h refuse.
// Source   cute/layout.hpp, cute/stride.hpp.
#pragma once

#include <type_traits>

#include "tileglot/cute/layout/layout.h"
#include "tileglot/cute/layout/static_result.h"
#include "tileglot/cute/layout/tuple.h"
#include "tileglot/notation/cute/algebra/fragment.h"
#include "tileglot/notation/cute/algebra/identity_layout.h"
#include "tileglot/notation/cute/algebra/ordered_layout.h"
#include "tileglot/notation/cute/inverse/domain_distribute.h"
#include "tileglot/notation/cute/tiled/layout_tv.h"
#include "tileglot/notation/cute/tuple/compact_strides.h"

namespace tileglot::cute {

constexpr const core::IntTuple& order_of(const IntTuple& order, const core::IntTuple&) {
  return order.value;
}
/// The order of the modes, smallest number fastest, from a tuple or from LayoutRight.
template <class O>
constexpr core::IntTuple order_of(const O& order, const core::IntTuple& shape) {
  if constexpr (std::is_same_v<O, LayoutRight>) {
    core::IntTuple numbers;
    for (int i = core::rank(shape); i-- > 0;)
      numbers = or_refuse(core::append(numbers, core::static_integer(i)));
    return numbers;
  } else {
    return value_of(order);
  }
}

/// Compact, the mode with the smallest number fastest.
template <TupleLike S, TupleLike O>
constexpr auto make_ordered_layout(const S& shape, const O& order) {
  return result_of(
      [](const auto& s, const auto& o) {
        return notation::cute::make_ordered_layout(value_of(s), value_of(o));
      },
      shape, order);
}
template <TupleLike S>
constexpr auto make_ordered_layout(const S& shape, LayoutLeft) {
  return make_layout(shape);
}
template <TupleLike S>
constexpr auto make_ordered_layout(const S& shape, LayoutRight) {
  return make_layout(shape, LayoutRight{});
}
/// Compact, in the order of a layout's strides.
template <LayoutLike L>
constexpr auto make_layout_like(const L& layout) {
  return result_of([](const auto& l) { return notation::cute::make_layout_like(value_of(l)); },
                   layout);
}
/// For registers: the first mode fastest, the others in the order of a layout's strides.
template <LayoutLike L>
constexpr auto make_fragment_like(const L& layout) {
  return result_of([](const auto& l) { return notation::cute::make_fragment_like(value_of(l)); },
                   layout);
}
template <TupleLike S>
constexpr auto make_fragment_like(const S& shape) {
  return make_layout(shape);
}
/// The layout whose values are its coordinates.
template <TupleLike S>
constexpr auto make_identity_layout(const S& shape) {
  constexpr auto kMake = [](const auto& s) {
    return notation::cute::make_identity_layout(value_of(s));
  };
  if constexpr (std::is_empty_v<S> || LeafLike<S>) {
    return result_of(kMake, shape);
  } else {
    return Layout<Coordinates, void>(or_refuse(kMake(shape)));
  }
}
/// The thread-value layout: (thread, value) to an index in the tile that both cover.
template <LayoutLike T, LayoutLike V>
constexpr auto make_layout_tv(const T& threads, const V& values) {
  return result_of(
      [](const auto& t, const auto& v) {
        return notation::cute::make_layout_tv(value_of(t), value_of(v));
      },
      threads, values);
}
/// The layout of the indices of a shape where the workers begin.
template <TupleLike S, LeafLike N>
constexpr auto domain_distribute(const S& shape, const N& workers) {
  return result_of(
      [](const auto& s, const auto& n) {
        return notation::cute::domain_distribute(value_of(s), core::IntTuple(value_of(n)).at(0));
      },
      shape, workers);
}

// --- strides ---

template <TupleLike S>
constexpr auto compact_col_major(const S& shape) {
  return result_of([](const auto& s) { return notation::cute::compact_col_major(value_of(s)); },
                   shape);
}
template <TupleLike S, TupleLike D>
constexpr auto compact_col_major(const S& shape, const D& start) {
  return result_of(
      [](const auto& s, const auto& d) {
        return notation::cute::compact_col_major(value_of(s), value_of(d));
      },
      shape, start);
}
template <TupleLike S>
constexpr auto compact_row_major(const S& shape) {
  return result_of([](const auto& s) { return notation::cute::compact_row_major(value_of(s)); },
                   shape);
}
template <TupleLike S, TupleLike D>
constexpr auto compact_row_major(const S& shape, const D& start) {
  return result_of(
      [](const auto& s, const auto& d) {
        return notation::cute::compact_row_major(value_of(s), value_of(d));
      },
      shape, start);
}
template <TupleLike S, TupleLike O>
constexpr auto compact_order(const S& shape, const O& order) {
  return result_of(
      [](const auto& s, const auto& o) {
        return notation::cute::compact_order(value_of(s), value_of(o));
      },
      shape, order);
}
/// The scaled basis of every leaf: the strides of an identity.
template <TupleLike S>
constexpr auto make_basis_like(const S& shape) {
  return result_of([](const auto& s) { return notation::cute::make_basis_like(value_of(s)); },
                   shape);
}

}  // namespace tileglot::cute
