// SPDX-License-Identifier: Apache-2.0
// copy_for_mma.h: tiled copies that fill and empty the registers of a tiled MMA.
//
// What     make_tiled_copy_A(atom, mma) has the threads and values of operand A of the MMA, _B and
//          _C those of the others. Its slices retile the fragments of the MMA.
// Why      ldmatrix writes the registers that the MMA multiplies only if threads and values agree.
// Units    As tiled_copy.h.
// Example  Each thread of m16n8k16 two by two loads A by ldmatrix .x4 through
//          get_slice(thread).retile_D(fragment), and holds what partition_A gives it.
//          [tests: copy_for_mma_test.cc, "a retiled fragment is filled with what the mma takes"]
// Errors   Refused (refused.h): what notation/cute/tiled/retile.h refuses.
// Source   cute/atom/copy_atom.hpp. Differs from CuTe: the result is a value, not a type.
#pragma once

#include "tileglot/cute/atom/copy_atom.h"
#include "tileglot/cute/atom/tiled_copy.h"
#include "tileglot/cute/atom/tiled_mma.h"
#include "tileglot/notation/cute/tiled/retile.h"

namespace tileglot::cute {

template <notation::cute::Operand Which, CopyAtomLike A, TiledMmaLike M>
constexpr TiledCopy<> tiled_copy_for(const A& atom, const M& mma) {
  const CopyOfElements& copy = value_of(atom);
  return TiledCopy<>(
      or_refuse(notation::cute::make_tiled_copy_for(copy.parts, copy.bits, value_of(mma), Which)));
}

// NOLINTBEGIN(readability-identifier-naming): CuTe's own names.
template <CopyAtomLike A, TiledMmaLike M>
constexpr TiledCopy<> make_tiled_copy_A(const A& atom, const M& mma) {
  return tiled_copy_for<notation::cute::Operand::kA>(atom, mma);
}
template <CopyAtomLike A, TiledMmaLike M>
constexpr TiledCopy<> make_tiled_copy_B(const A& atom, const M& mma) {
  return tiled_copy_for<notation::cute::Operand::kB>(atom, mma);
}
template <CopyAtomLike A, TiledMmaLike M>
constexpr TiledCopy<> make_tiled_copy_C(const A& atom, const M& mma) {
  return tiled_copy_for<notation::cute::Operand::kC>(atom, mma);
}
// NOLINTEND(readability-identifier-naming)

}  // namespace tileglot::cute
