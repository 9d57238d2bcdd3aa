// SPDX-License-Identifier: Apache-2.0
// optimal_swizzling.h: finds the shared memory swizzle for the best pair of instructions.
//
// What     optimal_swizzling(src, dst, src_tiles, dst_tiles, bits) tries each pair of instructions:
//          16 bytes must be contiguous for both, in registers and in the lanes that each
//          instruction gathers. Of the pairs that fit, it takes the one with the fewest conflicts,
//          and among those the one with the most rounds (the least memory); if none fits, plain
//          stores and loads (optimal_swizzling_ld_st.h).
// Why      stmatrix writes an accumulator in rows of 16 bytes where plain stores would write 4
//          bytes.
// Units    src_tile and dst_tile are indices into the two lists.
// Example  The f16 accumulators of mma, read in rows of 8: stmatrix and ld.shared.
//          [tests: optimal_swizzling_test.cc, "accumulators are written by stmatrix"]
// Errors   Those of optimal_swizzling_ld_st.h; linear.tile (no tile or more than 16, a lane bit
//          below 0 or above 63, more lanes than fit in 16 bytes, not 8 rows).
// Source   arXiv 2505.23819; Triton's optimalSwizzling.
#pragma once

#include <cstddef>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/swizzle/access_tile.h"
#include "tileglot/notation/linear/swizzle/swizzle.h"

namespace tileglot::notation::linear {

struct TiledSwizzling {
  Layout memory;  ///< (vector, bank, segment, block, reps) to the tensor
  std::size_t src_tile = 0;
  std::size_t dst_tile = 0;
};

core::Result<TiledSwizzling> optimal_swizzling(const Layout& src, const Layout& dst,
                                               std::span<const AccessTile> src_tiles,
                                               std::span<const AccessTile> dst_tiles, int bits);

}  // namespace tileglot::notation::linear
