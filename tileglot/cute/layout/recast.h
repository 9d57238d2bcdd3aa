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

#include "tileglot/cute/layout/layout.h"
#include "tileglot/cute/layout/tuple.h"
#include "tileglot/notation/cute/algebra/slice.h"
#include "tileglot/notation/cute/inverse/recast.h"
#include "tileglot/notation/cute/layout/codomain.h"

namespace tileglot::cute {

template <class T>
inline constexpr int sizeof_bits_v = int(8 * sizeof(T));

/// The layout for elements N times as large (upcast) or N times smaller (downcast).
template <int N, LayoutLike L>
constexpr Layout<> upcast(const L& layout) {
  return or_refuse(notation::cute::upcast(N, value_of(layout)));
}
template <int N, LayoutLike L>
constexpr Layout<> downcast(const L& layout) {
  return or_refuse(notation::cute::downcast(N, value_of(layout)));
}
/// The layout for elements of NewBits bits instead of OldBits, or of type New instead of Old.
template <int OldBits, int NewBits, LayoutLike L>
constexpr Layout<> recast_layout(const L& layout) {
  return or_refuse(notation::cute::recast_layout(OldBits, NewBits, value_of(layout)));
}
template <class Old, class New, LayoutLike L>
constexpr Layout<> recast_layout(const L& layout) {
  return recast_layout<sizeof_bits_v<Old>, sizeof_bits_v<New>>(layout);
}
/// The largest N for which upcast<N> has a result.
template <LayoutLike L>
constexpr Integer max_alignment(const L& layout) {
  return number(notation::cute::max_alignment(value_of(layout)));
}

/// coshape is one more than the largest value in each component; coprofile is the structure of the
/// values.
template <LayoutLike L>
constexpr IntTuple coshape(const L& layout) {
  return answer(notation::cute::coshape(value_of(layout)));
}
template <LayoutLike L>
constexpr IntTuple coprofile(const L& layout) {
  return answer(notation::cute::coprofile(value_of(layout)));
}

/// A layout and the offset where it begins.
struct LayoutAtOffset {
  Layout<> layout;
  IntTuple offset;
};

/// The part that `_` keeps, and the offset of its first element.
template <TupleLike K, LayoutLike L>
constexpr LayoutAtOffset slice_and_offset(const K& coordinate, const L& layout) {
  const notation::cute::Slice part =
      or_refuse(notation::cute::slice_and_offset(value_of(coordinate), value_of(layout)));
  return {part.layout, IntTuple(part.offset)};
}
/// The same layout, moved so that it begins at a coordinate.
template <TupleLike K, LayoutLike L>
constexpr LayoutAtOffset domain_offset(const K& coordinate, const L& layout) {
  const notation::cute::Slice rest =
      or_refuse(notation::cute::domain_offset(value_of(coordinate), value_of(layout)));
  return {rest.layout, IntTuple(rest.offset)};
}

}  // namespace tileglot::cute
