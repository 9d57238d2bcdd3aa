// SPDX-License-Identifier: Apache-2.0
// register_tile.h: does a layout consist of tiles that an instruction moves?
//
// What     reg_perm_for_divide(A, B, side) renumbers A's registers so that B can be a factor of A on
//          that side, if any numbering can. largest_vectorisation(L, bits, max) is the largest number
//          of elements, at most `max` or 128 bits, that lie next to each other in registers and in
//          memory, with the numbering that shows it. reps(L, tile) is L with the vectors of the tile
//          at 0, where the rest of L touches none of the bits of the tile.
// Why      Registers have no addresses, so their numbering is free; with it, loads and stores are as
//          wide as they can be.
// Example  Registers [4,1,2] hold a tile [1,2] when numbered 1, 2, 0.
//          [tests: register_tile_test.cc, "registers are numbered for the tile"]
// Errors   linear.no_dimension (no register, no offset), linear.size (bits or max is no power of
//          two), linear.vector_bits. No answer where there is no such numbering, or no such tile.
// Source   Triton's regPermForDivide, largestVectorisation, getReps.
#pragma once

#include <cstdint>
#include <optional>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/algebra/column_action.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

enum class Side : bool { kRight, kLeft };

/// The vectors of B's registers come first (or last, in units of the rest), the others keep their
/// order. Only registers are looked at.
core::Result<std::optional<ColumnAction>> reg_perm_for_divide(const Layout& a, const Layout& b,
                                                              Side side);

struct Vectorisation {
  std::int64_t elements = 1;
  ColumnAction permutation;  ///< of the registers
};

/// From registers to offsets; with a `max`, the registers keep their numbers.
core::Result<Vectorisation> largest_vectorisation(const Layout& layout, std::int64_t bits,
                                                  std::optional<std::int64_t> max = {});

core::Result<std::optional<Layout>> reps(const Layout& layout, const Layout& tile);

}  // namespace tileglot::notation::linear
