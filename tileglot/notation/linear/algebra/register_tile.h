// SPDX-License-Identifier: Apache-2.0
// register_tile.h: whether a layout consists of tiles that an instruction moves.
//
// What     reg_perm_for_divide(A, B, side) renumbers A's registers so that B is a factor of A on
//          that side, if such a numbering exists. largest_vectorisation(L, bits, max) is the
//          largest number of elements, at most `max` or 128 bits, that are contiguous in registers
//          and in memory, with the register numbering that achieves it. reps(L, tile) is L with the
//          vectors of the tile set to 0, if the rest of L touches no bit of the tile.
// Why      Registers have no addresses, so their numbering is free; choosing it well makes loads
//          and stores as wide as possible.
// Example  Registers [4,1,2] hold a tile [1,2] when numbered 1, 2, 0.
//          [tests: register_tile_test.cc, "registers are numbered for the tile"]
// Errors   linear.no_dimension (no register, no offset), linear.size (bits or max is not a power of
//          two), linear.vector_bits. nullopt where there is no such numbering or no such tile.
// Source   Triton's regPermForDivide, largestVectorisation, getReps.
#pragma once

#include <cstdint>
#include <optional>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/algebra/column_action.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

enum class Side : bool { kRight, kLeft };

/// The vectors of B's registers come first (or last, in units of the rest); the others keep their
/// order. Only registers are considered.
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
