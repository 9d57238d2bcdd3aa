// SPDX-License-Identifier: Apache-2.0
// tiled/retile.h: the registers of an MMA, seen by a copy that fills or empties them.
//
// What     make_tiled_copy_for(atom, bits, mma, operand) arranges a copy as the threads and values
//          of an operand. retile(copy, end, fragment) takes the layout of a thread's registers, as
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
// Errors   Refused as plain data: kNotInRegisters for an operand in memory; kNotReferenceOrder for
//          the end of a copy that is not its registers; kTiledRank if the fragment has not one mode
//          more than the tile; kNotAFragment for registers that are not those of whole tiles; what
//          make_tiled_copy_of, a divide or a composition refuses.
// Source   cute/atom/copy_atom.hpp (make_tiled_copy_A, TiledCopy::retile), which checks neither the
//          end nor the fragment.
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
  if (place_of(mma.atom, operand) != Place::kRegisters) return Refusal{Reason::kNotInRegisters};
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

/// Whether (thread, value) of that end is (thread, value) of the arrangement, as of registers.
constexpr bool is_reference_order(const TiledCopy& copy, End end) {
  const Layout<> whole = coalesce(end == End::kSource ? copy.source : copy.destination);
  return whole.shape.is_scalar && (whole.stride.values[0] == 1 || whole.shape.values[0] == 1);
}

/// The registers of whole tiles: one block of values for each block of the tile, tile after tile.
constexpr Refusal check_fragment(const TiledCopy& copy, const Layout<>& fragment,
                                 const IntTuple& blocks) {
  const Outcome<Integer> of_thread = size(*mode(copy.arrangement, 1));
  const Outcome<Integer> of_fragment = size(fragment);
  if (!of_thread || !of_fragment) return of_thread ? of_fragment.refusal : of_thread.refusal;
  Outcome<Integer> held = size(*mode(fragment, 0));
  for (int i = 0; i < rank(blocks) && held; ++i) {
    const Outcome<Integer> along = size(*mode(fragment, i + 1));
    if (!along) return along.refusal;
    if (along->value % blocks.values[i] != 0) {
      return {Reason::kNotAFragment, of_thread->value, of_fragment->value};
    }
    held = multiply(*held, blocks.at(i));
  }
  if (!held) return held.refusal;
  if (held->value == of_thread->value) return {};
  return {Reason::kNotAFragment, of_thread->value, of_fragment->value};
}

constexpr Outcome<Layout<>> retile(const TiledCopy& copy, End end, const Layout<>& fragment) {
  const int sides = rank(copy.tile);
  if (!is_reference_order(copy, end)) return Refusal{Reason::kNotReferenceOrder};
  if (rank(fragment) != sides + 1) return Refusal{Reason::kTiledRank, rank(fragment), sides + 1};
  TILEGLOT_TRY_VALUE(values, size(*mode(fragment, 0)));
  if (values.value < 1) return Refusal{Reason::kNotAFragment, 1, 0};
  TILEGLOT_TRY_VALUE(blocks, blocks_of_places(copy, values));
  TILEGLOT_TRY_VALUE(block_extents, sides_of_tile(blocks.shape));
  if (const Refusal no = check_fragment(copy, fragment, block_extents);
      no.reason != Reason::kNone) {
    return no;
  }
  TILEGLOT_TRY_VALUE(order, values_of_copy(copy, values, blocks));
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
