// SPDX-License-Identifier: Apache-2.0
// recast.h: CuTe's C++ functions that view the same memory in another way.
//
// What     upcast<N>(l), downcast<N>(l) and recast_layout<Old, New>(l) count in elements of another
//          size; slice_and_offset(c, l) and domain_offset(c, l) begin elsewhere; coshape and
//          coprofile give the extent and the structure of a layout's values.
// Why      Vector loads and views start from these.
// Units    Old and New are types, or numbers of bits.
// Example  recast_layout<float, double>((_4,_8):(_8,_1)) is (_4,_4):(_4,_1).
//          [tests: construction_test.cc, "the same memory is seen in other elements"]
// Errors   Refused (refused.h): what inverse/recast.h, algebra/slice.h and codomain.h refuse.
// Source   cute/layout.hpp.
#pragma once

#include <type_traits>

#include "tileglot/cute/layout/layout.h"
#include "tileglot/cute/layout/static_result.h"
#include "tileglot/cute/layout/tuple.h"
#include "tileglot/notation/cute/algebra/slice.h"
#include "tileglot/notation/cute/inverse/recast.h"
#include "tileglot/notation/cute/layout/codomain.h"

namespace tileglot::cute {

template <class T>
inline constexpr int sizeof_bits_v = int(8 * sizeof(T));

/// The layout for elements N times as large (upcast) or N times smaller (downcast).
template <int N, LayoutLike L>
constexpr auto upcast(const L& layout) {
  return result_of([](const auto& l) { return notation::cute::upcast(N, value_of(l)); }, layout);
}
template <int N, LayoutLike L>
constexpr auto downcast(const L& layout) {
  return result_of([](const auto& l) { return notation::cute::downcast(N, value_of(l)); }, layout);
}
/// The layout for elements of NewBits bits instead of OldBits, or of type New instead of Old.
template <int OldBits, int NewBits, LayoutLike L>
constexpr auto recast_layout(const L& layout) {
  return result_of(
      [](const auto& l) { return notation::cute::recast_layout(OldBits, NewBits, value_of(l)); },
      layout);
}
template <class Old, class New, LayoutLike L>
constexpr auto recast_layout(const L& layout) {
  return recast_layout<sizeof_bits_v<Old>, sizeof_bits_v<New>>(layout);
}
/// The largest N for which upcast<N> has a result.
template <LayoutLike L>
constexpr auto max_alignment(const L& layout) {
  return result_of([](const auto& l) { return notation::cute::max_alignment(value_of(l)); },
                   layout);
}

/// coshape is one more than the largest value in each component; coprofile is the structure of the
/// values.
template <LayoutLike L>
constexpr auto coshape(const L& layout) {
  return result_of([](const auto& l) { return notation::cute::coshape(value_of(l)); }, layout);
}
template <LayoutLike L>
constexpr auto coprofile(const L& layout) {
  return result_of([](const auto& l) { return notation::cute::coprofile(value_of(l)); }, layout);
}

/// A layout and the offset where it begins.
template <class L = Layout<>, class O = IntTuple>
struct LayoutAtOffset {
  L layout;
  O offset;
};

/// The layout of a slice and its offset, each a type or a value.
template <class Op, class K, class L>
constexpr auto at_offset(Op op, const K& coordinate, const L& layout) {
  if constexpr (std::is_empty_v<K> && std::is_empty_v<L>) {
    const auto part =
        result_of([](const auto& k, const auto& l) { return settled(Op{}(k, l)).layout; },
                  coordinate, layout);
    const auto begin =
        result_of([](const auto& k, const auto& l) { return settled(Op{}(k, l)).offset; },
                  coordinate, layout);
    return LayoutAtOffset<std::remove_const_t<decltype(part)>,
                          std::remove_const_t<decltype(begin)>>{part, begin};
  } else {
    const auto cut = settled(op(coordinate, layout));
    const auto part = untyped(typename KindOf<L>::type{}, cut.layout);
    const auto begin = untyped(AsValue{}, cut.offset);
    return LayoutAtOffset<std::remove_const_t<decltype(part)>,
                          std::remove_const_t<decltype(begin)>>{part, begin};
  }
}

/// The part that `_` keeps, and the offset of its first element.
template <TupleLike K, LayoutLike L>
constexpr auto slice_and_offset(const K& coordinate, const L& layout) {
  return at_offset(
      [](const auto& k, const auto& l) {
        return notation::cute::slice_and_offset(value_of(k), value_of(l));
      },
      coordinate, layout);
}
/// The same layout, moved so that it begins at a coordinate.
template <TupleLike K, LayoutLike L>
constexpr auto domain_offset(const K& coordinate, const L& layout) {
  return at_offset(
      [](const auto& k, const auto& l) {
        return notation::cute::domain_offset(value_of(k), value_of(l));
      },
      coordinate, layout);
}

}  // namespace tileglot::cute
