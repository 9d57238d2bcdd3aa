// SPDX-License-Identifier: Apache-2.0
// codomain.h: the structure and the extent of a layout's values.
//
// What     coprofile(L) is a value of L with every number replaced by _0: _0 for offsets, a tuple
//          for coordinates. coshape(L) has one more than the largest distance from 0 instead.
// Example  coshape((4,(2,3)):(1@0,(1@0@1,1@1@1))) = (4,(2,3)), coprofile (0,(0,0)); coshape
//          ((2,3):(1,-2)) = 6.
//          [tests: codomain_test.cc, "the codomain of an identity layout is its shape"]
// Errors   Refused: values that would be a number and a tuple at once, 1@0 with 1@0@0; a layout
//          without elements; an overflow.
// Source   CuTe, cute/layout.hpp, coshape and coprofile.
#pragma once

#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

/// The number of modes of a value inside `prefix`: one more than the last mode with a stride.
constexpr int modes_inside(const IntTuple& stride, core::BasisPath prefix) {
  const int level = prefix.levels();
  const std::uint32_t mask = (std::uint32_t{1} << unsigned(6 * level)) - 1;
  int modes = 0;
  for (int slot = 0; slot < stride.slots; ++slot) {
    const core::BasisPath path{stride.paths[slot]};
    if (path.levels() <= level || (path.packed & mask) != prefix.packed) continue;
    modes = path.mode(level) >= modes ? path.mode(level) + 1 : modes;
  }
  return modes;
}

/// True if a stride has exactly this path.
constexpr bool counts_along(const Layout<>& layout, core::BasisPath path) {
  for (int slot = 0; slot < layout.stride.slots; ++slot) {
    if (!layout.stride.is_empty(slot) && layout.stride.paths[slot] == path.packed &&
        layout.stride.values[slot] != 0)
      return true;
  }
  return false;
}

/// A tuple with the structure of the layout's values and at(path) in place of each number.
template <class At>
constexpr Outcome<IntTuple> codomain_tuple(const Layout<>& layout, const At& at,
                                           core::BasisPath prefix = {}) {
  const int modes = modes_inside(layout.stride, prefix);
  if (modes == 0) return at(prefix);
  if (counts_along(layout, prefix)) return Refusal{Reason::kBasisArithmetic, 0, 0};
  Outcome<IntTuple> tuple = IntTuple{};
  for (int i = 0; i < modes; ++i) {
    TILEGLOT_TRY_VALUE(inner, codomain_tuple(layout, at, prefix.inside(i)));
    tuple = append(tuple.value, inner);
    if (!tuple) return tuple.refusal;
  }
  return tuple;
}

constexpr Outcome<IntTuple> coprofile(const Layout<>& layout) {
  return codomain_tuple(
      layout, [](core::BasisPath) { return Outcome<IntTuple>(IntTuple(core::static_integer(0))); });
}

constexpr Outcome<IntTuple> coshape(const Layout<>& layout) {
  if (const Refusal refused = has_elements(layout.shape); refused != Refusal{}) return refused;
  return codomain_tuple(layout, [&layout](core::BasisPath path) -> Outcome<IntTuple> {
    TILEGLOT_TRY_VALUE(extent, extent_along(layout, path));
    return IntTuple(extent);
  });
}

}  // namespace tileglot::notation::cute
