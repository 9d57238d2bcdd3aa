// SPDX-License-Identifier: Apache-2.0
// access_tile.h: the shape of one instruction that moves registers to or from shared memory.
//
// What     An AccessTile names the lane bits whose elements, after the registers, are contiguous in
//          16 bytes of memory, and the lane bits that give the addresses of those 16 bytes in one
//          wavefront. ld_st_tile is st.shared and ld.shared; matrix_tile is stmatrix and ldmatrix,
//          transposed_tile their .trans. matrix_fits returns whether a layout can use one.
// Units    Lane bits are numbered from minor to major. With w bits per element, a matrix
//          instruction has 32/w elements of a row in a register, a transposed one (w = 16) two of a
//          column.
// Example  For f16, 4 lanes with 2 registers each hold a row of stmatrix: lane bits 0 and 1 are
//          contiguous, 2 to 4 are the 8 rows.
//          [tests: access_tile_test.cc, "the accumulators of mma fit stmatrix"]
// Errors   None.
// Source   PTX ISA, ldmatrix and stmatrix; Triton's tiles of memory operations.
#pragma once

#include "tileglot/core/small_vector.h"
#include "tileglot/notation/linear/swizzle/memory_offsets.h"

namespace tileglot::notation::linear {

inline constexpr int kTileBits = 128;  ///< contiguous bits of memory

struct AccessTile {
  using LaneBits = core::SmallVector<int, 8>;
  LaneBits contiguous;
  LaneBits addresses;

  bool is_matrix() const { return !contiguous.empty(); }
  friend bool operator==(const AccessTile&, const AccessTile&) = default;
};

inline AccessTile ld_st_tile() { return {{}, {0, 1, 2}}; }
inline AccessTile matrix_tile() { return {{0, 1}, {2, 3, 4}}; }
inline AccessTile transposed_tile() { return {{2, 3, 4}, {0, 1}}; }

/// True if the registers and the contiguous lanes of the tile hold 16 contiguous bytes, nothing
/// else moves within them, and, for a transposed tile, another register moves from row to row.
bool matrix_fits(const AccessTile& tile, const MemoryOffsets& offsets, int bits);

}  // namespace tileglot::notation::linear
