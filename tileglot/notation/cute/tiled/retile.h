// SPDX-License-Identifier: Apache-2.0
// tiled/retile.h: the registers of an MMA, seen by a copy that fills or empties them.
//
// What     make_tiled_copy_for(atom, bits, mma, operand) arranges a copy as the threads and values
//          of an operand. retile(copy, fragment) takes the layout of a thread's registers, as
//          partition gives them to the MMA, and returns the same registers in the order of the
//          copy: (value, rest of each side).
// Why      ldmatrix fills four registers of two instructions where one mma has two: register i of
//          the copy is another one than register i of the MMA, though both belong to one thread.
// How      The inverse of (thread, value) -> place says which block of values a place belongs to.
//          Blocks follow one another along the values of a thread; cut into what one instruction
//          copies, they are the order of the copy.
// Units    Registers are elements of `bits` bits.
// Example  B of SM80_16x8x16 by (1,1,1) with a tile of (16,16,16), filled by SM75_U32x4_LDSM_N: of
//          the fragment (4,2,1):(1,4,8), one copy fills all: ((8,1),1,1):((1,0),0,0).
//          [tests: tiled/retile_test.cc, "one ldmatrix fills the registers of two instructions"]
// Errors   Refused as plain data: kTiledRank if the fragment has not one mode more than the tile;
//          what make_tiled_copy_of, a divide or a composition refuses.
// Source   cute/atom/copy_atom.hpp (make_tiled_copy_A, TiledCopy::retile). As in CuTe, only the end
//          whose layout is the instruction's reference order, its registers, may be retiled.
#pragma once

#include <cstdint>

#include "tileglot/notation/cute/algebra/by_mode.h"
#include "tileglot/notation/cute/algebra/compose_by_mode.h"
#include "tileglot/notation/cute/algebra/composition.h"
#include "tileglot/notation/cute/algebra/concat.h"
#include "tileglot/notation/cute/algebra/divide.h"
#include "tileglot/notation/cute/algebra/layout_modes.h"
#include "tileglot/notation/cute/algebra/product.h"
#include "tileglot/notation/cute/inverse/recast.h"
#include "tileglot/notation/cute/inverse/right_inverse.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/tiler.h"
#include "tileglot/notation/cute/tiled/copy.h"
#include "tileglot/notation/cute/tiled/mma.h"
#include "tileglot/notation/cute/tiled/part.h"

namespace tileglot::notation::cute {

/// A copy whose threads and values are those of an operand of `mma`.
constexpr Outcome<TiledCopy> make_tiled_copy_for(const CopyAtom& atom, std::int64_t bits,
                                                 const TiledMma& mma, Operand operand) {
  const auto [row, column] = sides_of(operand);
  TILEGLOT_TRY_VALUE(arrangement, layout_tv(mma, operand));
  TILEGLOT_TRY_VALUE(rows, size(*tile_along(mma, row)));
  TILEGLOT_TRY_VALUE(columns, size(*tile_along(mma, column)));
  return make_tiled_copy_of(atom, bits, arrangement, *core::tuple_of(rows, columns));
}

/// Place in the tile -> the block of `values` values of its thread that holds it.
constexpr Outcome<Layout<>> blocks_of_places(const TiledCopy& copy, Integer values) {
  TILEGLOT_TRY_VALUE(threads, size(*mode(copy.arrangement, 0)));
  TILEGLOT_TRY_VALUE(in_block, multiply(threads, values));
  TILEGLOT_TRY_VALUE(inverse, right_inverse(copy.arrangement));
  TILEGLOT_TRY_VALUE(by_place, with_shape(inverse, copy.tile));
  return upcast(in_block.value, by_place);
}

/// (value of one instruction, instruction) -> (value of a block, block).
constexpr Outcome<Layout<>> values_of_copy(const TiledCopy& copy, Integer values,
                                           const Layout<>& blocks) {
  TILEGLOT_TRY_VALUE(block_order, right_inverse(blocks));
  TILEGLOT_TRY_VALUE(all, logical_product(extent_of_one(values), block_order));
  TILEGLOT_TRY_VALUE(in_instruction, size(*mode(*mode(copy.threads, 0), 1)));
  TILEGLOT_TRY_VALUE(instruction, tiler_of(extent_of_one(in_instruction)));
  return zipped_divide(all, instruction);
}

constexpr Outcome<Layout<>> retile(const TiledCopy& copy, const Layout<>& fragment) {
  const int sides = rank(copy.tile);
  if (rank(fragment) != sides + 1) return Refusal{Reason::kTiledRank, rank(fragment), sides + 1};
  TILEGLOT_TRY_VALUE(values, size(*mode(fragment, 0)));
  TILEGLOT_TRY_VALUE(blocks, blocks_of_places(copy, values));
  TILEGLOT_TRY_VALUE(order, values_of_copy(copy, values, blocks));
  TILEGLOT_TRY_VALUE(block_extents, sides_of_tile(blocks.shape));
  TILEGLOT_TRY_VALUE(tile, prepend(block_extents, IntTuple(values)));
  TILEGLOT_TRY_VALUE(tiler, tiler_of(tile));
  TILEGLOT_TRY_VALUE(tiles, zipped_divide(fragment, tiler));
  TILEGLOT_TRY_VALUE(first, composition(*mode(tiles, 0), order));
  TILEGLOT_TRY_VALUE(registers, make_layout(first));
  // The tile has all values of a block: the first rest is one.
  const Layout<> rest = *mode(tiles, 1);
  Outcome<Layout<>> retiled = registers;
  for (int i = 1; i < rank(rest) && retiled; ++i) retiled = append(*retiled, *mode(rest, i));
  return retiled;
}

}  // namespace tileglot::notation::cute
