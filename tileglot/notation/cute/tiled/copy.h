// SPDX-License-Identifier: Apache-2.0
// tiled/copy.h: a copy instruction repeated over threads and values, and what each thread moves.
//
// What     make_tiled_copy(atom, bits, threads, values) arranges threads in a tile and values in a
//          thread; make_tiled_copy_of takes that arrangement as one layout. tidfrg divides a
//          matrix into (thread, value, rest); layout_tv maps (thread, value) to an index in the
//          tile, for the source or the destination; partition is the part of one thread.
// Why      An instruction like ldmatrix reads with one arrangement of threads and writes with
//          another; both follow from the atom's reference order.
// Units    Places are column-major indices of the tile, whose sides are the products of the sides
//          of the two arrangements. An element has `bits` bits.
// Example  ldmatrix of four 8x8 matrices of halves: value v that lane i reads is written by
//          lane 4*(i mod 8) + v/2 as value 2*(i/8) + v mod 2.
//          [tests: tiled/copy_test.cc, "the lanes of ldmatrix read rows"]
// Errors   Refused as plain data: kTiledRank if the ranks of matrix and tile differ;
//          kNotWholeInstructions for threads or values that do not make whole instructions;
//          kNotWholeElements for bits that do not divide what a thread moves;
//          kNoSuchThread; what a divide or a composition refuses.
// Source   cute/atom/copy_atom.hpp (TiledCopy, make_tiled_copy).
#pragma once

#include <cstdint>

#include "tileglot/notation/cute/algebra/blocked_product.h"
#include "tileglot/notation/cute/algebra/by_mode.h"
#include "tileglot/notation/cute/algebra/compose_by_mode.h"
#include "tileglot/notation/cute/algebra/composition.h"
#include "tileglot/notation/cute/algebra/concat.h"
#include "tileglot/notation/cute/algebra/divide.h"
#include "tileglot/notation/cute/algebra/layout_modes.h"
#include "tileglot/notation/cute/atoms/copy_layouts.h"
#include "tileglot/notation/cute/inverse/recast.h"
#include "tileglot/notation/cute/inverse/right_inverse.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/tiler.h"
#include "tileglot/notation/cute/tiled/layout_tv.h"
#include "tileglot/notation/cute/tiled/part.h"

namespace tileglot::notation::cute {

/// Which end of a copy.
enum class End : std::uint8_t { kSource, kDestination };

struct TiledCopy {
  Layout<> source;       ///< (thread, value) of one instruction -> its reference order
  Layout<> destination;  ///< the same for the destination
  Layout<> arrangement;  ///< (thread, value) -> place in the tile, in the reference order
  Layout<> threads;      ///< the same, divided into instructions
  IntTuple tile;         ///< the sides of the tile
};

/// A layout of the atom in elements of `bits` bits.
constexpr Outcome<Layout<>> layout_in_elements(const CopyAtom& atom, CopyLayout which,
                                               std::int64_t bits) {
  const Layout<> in_bits = layout_of(atom, which);
  TILEGLOT_TRY_VALUE(moved, size(*mode(in_bits, 1)));
  if (bits < 1 || moved.value % bits != 0) {
    return Refusal{Reason::kNotWholeElements, bits, moved.value};
  }
  return upcast(bits, in_bits);
}

/// (thread, value) of one end -> (thread, value) in the atom's reference order.
constexpr Outcome<Layout<>> end_to_reference(const CopyAtom& atom, CopyLayout end,
                                             std::int64_t bits) {
  TILEGLOT_TRY_VALUE(end_elements, layout_in_elements(atom, end, bits));
  TILEGLOT_TRY_VALUE(reference_elements, layout_in_elements(atom, CopyLayout::kRef, bits));
  TILEGLOT_TRY_VALUE(inverse, right_inverse(reference_elements));
  return composition(inverse, end_elements);
}

/// The numbers of threads and values in one instruction's reference order.
constexpr Outcome<IntTuple> reference_extents(const CopyAtom& atom, std::int64_t bits) {
  TILEGLOT_TRY_VALUE(in_elements, layout_in_elements(atom, CopyLayout::kRef, bits));
  TILEGLOT_TRY_VALUE(threads, size(*mode(in_elements, 0)));
  TILEGLOT_TRY_VALUE(values, size(*mode(in_elements, 1)));
  return core::tuple_of(threads, values);
}

/// ((lane, value of the instruction),(instruction in threads, in values)) -> place in the tile.
constexpr Outcome<Layout<>> in_instructions(const CopyAtom& atom, std::int64_t bits,
                                            const Layout<>& layout_tv) {
  TILEGLOT_TRY_VALUE(extents, reference_extents(atom, bits));
  for (int i = 0; i < 2; ++i) {
    TILEGLOT_TRY_VALUE(given, size(*mode(layout_tv, i)));
    if (given.value % extents.values[i] != 0) {
      return Refusal{Reason::kNotWholeInstructions, given.value, extents.values[i]};
    }
  }
  TILEGLOT_TRY_VALUE(tiler, tiler_of(extents));
  return zipped_divide(layout_tv, tiler);
}

/// `arrangement` maps (thread, value) to a place in the tile.
constexpr Outcome<TiledCopy> make_tiled_copy_of(const CopyAtom& atom, std::int64_t bits,
                                                const Layout<>& arrangement, const IntTuple& tile) {
  TILEGLOT_TRY_VALUE(source, end_to_reference(atom, CopyLayout::kSrc, bits));
  TILEGLOT_TRY_VALUE(destination, end_to_reference(atom, CopyLayout::kDst, bits));
  TILEGLOT_TRY_VALUE(cut, in_instructions(atom, bits, arrangement));
  return TiledCopy{source, destination, arrangement, cut, tile};
}

constexpr Outcome<TiledCopy> make_tiled_copy(const CopyAtom& atom, std::int64_t bits,
                                             const Layout<>& threads, const Layout<>& values) {
  TILEGLOT_TRY_VALUE(arrangement, make_layout_tv(threads, values));
  TILEGLOT_TRY_VALUE(product, raked_product(threads, values));
  TILEGLOT_TRY_VALUE(tile, sides_of_tile(product.shape));
  return make_tiled_copy_of(atom, bits, arrangement, tile);
}

/// ((thread),(value, instruction)) -> place in the tile.
constexpr Outcome<Layout<>> layout_tv(const TiledCopy& copy, End end) {
  const Layout<>& to_reference = end == End::kSource ? copy.source : copy.destination;
  TILEGLOT_TRY_VALUE(atom, composition(*mode(copy.threads, 0), to_reference));
  const Layout<> rest = *mode(copy.threads, 1);
  TILEGLOT_TRY_VALUE(threads, make_layout(*mode(atom, 0), *mode(rest, 0)));
  TILEGLOT_TRY_VALUE(values, make_layout(*mode(atom, 1), *mode(rest, 1)));
  TILEGLOT_TRY_VALUE(values_apart, coalesce(values, *core::tuple_of(1, 1)));
  return make_layout(coalesce(threads), values_apart);
}

/// (thread,(value, instruction),(rest of side 0, of side 1, ..)) -> value of the matrix layout.
constexpr Outcome<Layout<>> tidfrg(const TiledCopy& copy, End end, const Layout<>& matrix) {
  if (rank(matrix) != rank(copy.tile)) {
    return Refusal{Reason::kTiledRank, rank(matrix), rank(copy.tile)};
  }
  TILEGLOT_TRY_VALUE(tiler, tiler_of(copy.tile));
  TILEGLOT_TRY_VALUE(tiles, zipped_divide(matrix, tiler));
  TILEGLOT_TRY_VALUE(tv, layout_tv(copy, end));
  TILEGLOT_TRY_VALUE(threads, composition(*mode(tiles, 0), *mode(tv, 0)));
  TILEGLOT_TRY_VALUE(values, composition(*mode(tiles, 0), *mode(tv, 1)));
  return make_layout(threads, values, *mode(tiles, 1));
}

/// One thread's part of a matrix: layout(i) + offset are the offsets of its elements.
constexpr Outcome<PartOfThread> partition(const TiledCopy& copy, End end, std::int64_t thread,
                                          const Layout<>& matrix) {
  TILEGLOT_TRY_VALUE(divided, tidfrg(copy, end, matrix));
  const Layout<> threads = *mode(divided, 0);
  TILEGLOT_TRY_VALUE(count, size(threads));
  if (thread < 0 || thread >= count.value) {
    return Refusal{Reason::kNoSuchThread, thread, count.value};
  }
  TILEGLOT_TRY_VALUE(offset, crd2idx(IntTuple(thread), threads));
  Outcome<Layout<>> part = make_layout(*mode(divided, 1));
  const Layout<> rest = *mode(divided, 2);
  for (int i = 0; i < rank(rest) && part; ++i) part = append(*part, *mode(rest, i));
  if (!part) return part.refusal;
  return PartOfThread{*part, offset};
}

}  // namespace tileglot::notation::cute
