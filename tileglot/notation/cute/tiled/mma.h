// SPDX-License-Identifier: Apache-2.0
// tiled/mma.h: a matrix instruction repeated over threads and values, and what each thread gets.
//
// What     make_tiled_mma(atom, atoms, tile) arranges copies of an instruction side by side by the
//          layout `atoms`, (M,N,K). thrfrg divides an operand's layout into ((thread),(value));
//          layout_tv maps (thread, value) to a place in the operand's tile; partition is the part
//          of one thread.
// Why      A kernel writer thinks of one instruction and how many there are. Which thread owns
//          which element then always follows by the same three divides and a composition.
// Units    Threads count from 0 over all atoms. A place in a tile is its column-major index.
// Example  SM80_16x8x16 by (2,2,1) with the tile (32,32,16): the layout of A is
//          ((_4,_8,_2,_2),((_2,_2,_2),(_1,_1))):((_64,_1,_16,_0),((_32,_8,_256),(_0,_0))).
//          [tests: tiled/mma_test.cc, "two by two atoms give the layout that CuTe gives"]
// Errors   Refused as plain data: kTiledRank for atoms of more than three modes, a tile that is not
//          three entries or an operand that is not a matrix; kNoSuchThread; what a divide or a
//          composition refuses.
// Source   cute/atom/mma_atom.hpp (TiledMMA). Differs from CuTe: threads that split K may share C
//          too.
#pragma once

#include <cstdint>

#include "tileglot/notation/cute/algebra/complement.h"
#include "tileglot/notation/cute/algebra/compose_by_mode.h"
#include "tileglot/notation/cute/algebra/composition.h"
#include "tileglot/notation/cute/algebra/concat.h"
#include "tileglot/notation/cute/algebra/divide.h"
#include "tileglot/notation/cute/algebra/product.h"
#include "tileglot/notation/cute/atoms/mma_layouts.h"
#include "tileglot/notation/cute/inverse/right_inverse.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/tiler.h"
#include "tileglot/notation/cute/tiled/part.h"

namespace tileglot::notation::cute {

/// A is (M,K), B is (N,K), C is (M,N).
enum class Operand : std::uint8_t { kA, kB, kC };

struct TiledMma {
  MmaAtom atom;
  Layout<> operands;  ///< mode i: (thread, value) -> place in operand i of one instruction
  Layout<> threads;   ///< (thread of the instruction, instruction in M, in N, in K) -> thread
  Tiler tile;         ///< the part of M, N and K that one round covers; a layout may permute each
};

/// Which two of (M,N,K) an operand has.
struct Sides {
  int row;
  int column;
};

constexpr Place place_of(const MmaAtom& atom, Operand operand) {
  if (operand == Operand::kC) return accumulates_in(atom);
  return operand == Operand::kA ? atom.a_from : atom.b_from;
}

constexpr Sides sides_of(Operand operand) {
  if (operand == Operand::kA) return {0, 2};
  return operand == Operand::kB ? Sides{1, 2} : Sides{0, 1};
}

/// `layout` with modes 1:0 appended up to rank 3.
constexpr Outcome<Layout<>> with_three_modes(const Layout<>& layout) {
  const Layout<> one{core::static_integer(1), core::static_integer(0)};
  const int modes = rank(layout);
  if (modes > 3) return Refusal{Reason::kTiledRank, modes, 3};
  if (modes == 3) return layout;
  TILEGLOT_TRY_VALUE(first, mode(layout, 0));
  if (modes == 1) return make_layout(first, one, one);
  TILEGLOT_TRY_VALUE(second, mode(layout, 1));
  return make_layout(first, second, one);
}

/// The number of instructions along side i, 0 for M.
constexpr Outcome<Integer> atoms_along(const TiledMma& mma, int i) {
  TILEGLOT_TRY_VALUE(along, mode(mma.threads, i + 1));
  return size(along);
}

/// The tile along side i: as given, or the extent that the instructions cover once.
constexpr Outcome<Layout<>> tile_along(const TiledMma& mma, int i) {
  if (!mma.tile.guide.is_keep(i)) return mode(mma.tile.layouts, mma.tile.guide.values[i]);
  TILEGLOT_TRY_VALUE(atoms, atoms_along(mma, i));
  TILEGLOT_TRY_VALUE(extent, multiply(shape_mnk(mma.atom).at(i), atoms));
  return Layout<>{extent, core::static_integer(1)};
}

constexpr Outcome<TiledMma> make_tiled_mma(const MmaAtom& atom, const Layout<>& atoms,
                                           const Tiler& tile) {
  const bool is_flat = tile.is_by_mode() && tile.guide.slots == 3 && depth(tile.guide) == 1;
  if (!is_flat) return Refusal{Reason::kTiledRank, rank(tile.guide), 3};
  TILEGLOT_TRY_VALUE(operands,
                     make_layout(layout_of(atom, MmaLayout::kA), layout_of(atom, MmaLayout::kB),
                                 layout_of(atom, MmaLayout::kC)));
  const Layout<> lanes = layout_of(atom, MmaLayout::kThrId);
  TILEGLOT_TRY_VALUE(three, with_three_modes(atoms));
  TILEGLOT_TRY_VALUE(product, logical_product(lanes, three));
  TILEGLOT_TRY_VALUE(copies, mode(product, 1));
  TILEGLOT_TRY_VALUE(threads,
                     make_layout(lanes, *mode(copies, 0), *mode(copies, 1), *mode(copies, 2)));
  return TiledMma{atom, operands, threads, tile};
}

/// A tiled MMA whose tile is what the instructions cover once.
constexpr Outcome<TiledMma> make_tiled_mma(const MmaAtom& atom, const Layout<>& atoms) {
  const core::Underscore keep;
  TILEGLOT_TRY_VALUE(tile, tiler_of(*core::tuple_of(keep, keep, keep)));
  return make_tiled_mma(atom, atoms, tile);
}

/// The tiler <first,second>.
constexpr Outcome<Tiler> tiler_of(const Layout<>& first, const Layout<>& second) {
  TILEGLOT_TRY_VALUE(row, tiler_of(first));
  TILEGLOT_TRY_VALUE(column, tiler_of(second));
  TILEGLOT_TRY_VALUE(one, append(Tiler{}, row));
  return append(one, column);
}

constexpr Layout<> extent_of_one(Integer extent) { return {extent, core::static_integer(1)}; }

/// The four layouts of a division by threads, which map threads and values to places.
struct ThreadsAndValues {
  Layout<> lane;         ///< thread of the instruction
  Layout<> instruction;  ///< (in rows, in columns): adjacent instructions
  Layout<> value;        ///< value of the instruction
  Layout<> rest;         ///< (in rows, in columns): round after round
};

/// The operand cut into instructions: ((instruction rows, columns),(rest rows, rest columns)).
constexpr Outcome<Layout<>> cut_into_instructions(const TiledMma& mma, Operand operand,
                                                  const Layout<>& layout) {
  const auto [row, column] = sides_of(operand);
  if (rank(layout) != 2) return Refusal{Reason::kTiledRank, rank(layout), 2};
  TILEGLOT_TRY_VALUE(rows, tile_along(mma, row));
  TILEGLOT_TRY_VALUE(columns, tile_along(mma, column));
  TILEGLOT_TRY_VALUE(tile, tiler_of(rows, columns));
  TILEGLOT_TRY_VALUE(tiled, logical_divide(layout, tile));
  TILEGLOT_TRY_VALUE(instruction, tiler_of(extent_of_one(shape_mnk(mma.atom).at(row)),
                                           extent_of_one(shape_mnk(mma.atom).at(column))));
  return zipped_divide(tiled, instruction);
}

constexpr Outcome<ThreadsAndValues> divide_by_threads(const TiledMma& mma, Operand operand,
                                                      const Layout<>& layout) {
  const auto [row, column] = sides_of(operand);
  TILEGLOT_TRY_VALUE(cut, cut_into_instructions(mma, operand, layout));
  TILEGLOT_TRY_VALUE(atom, mode(mma.operands, static_cast<int>(operand)));
  TILEGLOT_TRY_VALUE(lanes_and_values, composition(*mode(cut, 0), atom));
  TILEGLOT_TRY_VALUE(atom_rows, atoms_along(mma, row));
  TILEGLOT_TRY_VALUE(atom_columns, atoms_along(mma, column));
  TILEGLOT_TRY_VALUE(threads, tiler_of(extent_of_one(atom_rows), extent_of_one(atom_columns)));
  TILEGLOT_TRY_VALUE(shared, zipped_divide(*mode(cut, 1), threads));
  return ThreadsAndValues{*mode(lanes_and_values, 0), *mode(shared, 0), *mode(lanes_and_values, 1),
                          *mode(shared, 1)};
}

/// ((lane,(rows,columns of instructions)),(value,(rest rows, rest columns))) -> value of the
/// layout.
constexpr Outcome<Layout<>> thrfrg(const TiledMma& mma, Operand operand, const Layout<>& layout) {
  TILEGLOT_TRY_VALUE(parts, divide_by_threads(mma, operand, layout));
  TILEGLOT_TRY_VALUE(threads, make_layout(parts.lane, parts.instruction));
  TILEGLOT_TRY_VALUE(values, make_layout(parts.value, parts.rest));
  return make_layout(threads, values);
}

/// (lane, instruction in M, N, K) -> the index of (lane,(row,column)) for an operand.
constexpr Outcome<Layout<>> operand_threads(const TiledMma& mma, Operand operand) {
  const auto [row, column] = sides_of(operand);
  TILEGLOT_TRY_VALUE(lanes, size(*mode(mma.threads, 0)));
  TILEGLOT_TRY_VALUE(rows, atoms_along(mma, row));
  TILEGLOT_TRY_VALUE(row_stride, multiply(lanes, core::static_integer(1)));
  TILEGLOT_TRY_VALUE(column_stride, multiply(lanes, rows));
  IntTuple shape =
      *core::tuple_of(lanes, *atoms_along(mma, 0), *atoms_along(mma, 1), *atoms_along(mma, 2));
  IntTuple stride = shape;
  stride.set(0, core::static_integer(1));
  for (int side = 0; side < 3; ++side) {
    const Integer step = side == row      ? row_stride
                         : side == column ? column_stride
                                          : core::static_integer(0);
    stride.set(side + 1, shape.values[side + 1] == 1 ? core::static_integer(0) : step);
  }
  return make_layout(shape, stride);
}

/// Thread -> index of (lane, instruction in M, N, K). Numbers that are not a thread of the tiling,
/// such as those between the quad pairs of a warp, get indices beyond those of the threads.
constexpr Outcome<Layout<>> places_of_threads(const TiledMma& mma) {
  const IntTuple one_period = core::static_integer(1);
  TILEGLOT_TRY_VALUE(others, complement(mma.threads, one_period, Holes::kRefuse));
  TILEGLOT_TRY_VALUE(all, make_layout(mma.threads, others));
  return right_inverse(all);
}

/// (thread, value) -> place in the operand's tile; meaningless for a number that is not a thread.
constexpr Outcome<Layout<>> layout_tv(const TiledMma& mma, Operand operand) {
  const auto [row, column] = sides_of(operand);
  TILEGLOT_TRY_VALUE(rows, size(*tile_along(mma, row)));
  TILEGLOT_TRY_VALUE(columns, size(*tile_along(mma, column)));
  TILEGLOT_TRY_VALUE(tile, make_layout(*core::tuple_of(rows, columns)));
  TILEGLOT_TRY_VALUE(divided, thrfrg(mma, operand, tile));
  TILEGLOT_TRY_VALUE(projection, operand_threads(mma, operand));
  TILEGLOT_TRY_VALUE(of_instructions, composition(*mode(divided, 0), projection));
  TILEGLOT_TRY_VALUE(places, places_of_threads(mma));
  TILEGLOT_TRY_VALUE(threads, composition(of_instructions, places));
  return make_layout(threads, *mode(divided, 1));
}

/// The index of thread `thread` in (lane, M, N, K).
constexpr Outcome<Integer> place_of_thread(const TiledMma& mma, std::int64_t thread) {
  TILEGLOT_TRY_VALUE(places, places_of_threads(mma));
  TILEGLOT_TRY_VALUE(numbers, size(places));
  TILEGLOT_TRY_VALUE(count, size(mma.threads));
  const Refusal missing{Reason::kNoSuchThread, thread, count.value};
  if (thread < 0 || thread >= numbers.value) return missing;
  TILEGLOT_TRY_VALUE(place, crd2idx(IntTuple(thread), places));
  if (place.value >= count.value) return missing;
  return place;
}

/// One thread's part of a matrix: layout(i) + offset are the offsets of its elements.
constexpr Outcome<PartOfThread> partition(const TiledMma& mma, Operand operand, std::int64_t thread,
                                          const Layout<>& layout) {
  TILEGLOT_TRY_VALUE(parts, divide_by_threads(mma, operand, layout));
  TILEGLOT_TRY_VALUE(threads, make_layout(parts.lane, parts.instruction));
  TILEGLOT_TRY_VALUE(projection, operand_threads(mma, operand));
  TILEGLOT_TRY_VALUE(place, place_of_thread(mma, thread));
  TILEGLOT_TRY_VALUE(index, crd2idx(IntTuple(place), projection));
  TILEGLOT_TRY_VALUE(offset, crd2idx(IntTuple(index), threads));
  TILEGLOT_TRY_VALUE(part, make_layout(parts.value, *mode(parts.rest, 0), *mode(parts.rest, 1)));
  return PartOfThread{part, offset};
}

}  // namespace tileglot::notation::cute
