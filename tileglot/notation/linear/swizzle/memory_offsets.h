// SPDX-License-Identifier: Apache-2.0
// memory_offsets.h: memory offsets of the registers and lanes of a distributed layout.
//
// What     memory_offsets(L, memory) finds for each register, lane and warp bit of L the smallest
//          offset of the memory that holds the element; registers that repeat are omitted.
// Why      Vector width, bank conflicts and addresses all come from these offsets: the offset of a
//          place is the xor of the offsets of its bits.
// Units    An offset is a flat input of the memory without its block, in elements. Blocks are
//          ignored: each has its own memory.
// Example  Row-major memory {offset: [[0,1],[1,0]]} of a 2x2 tensor: a lane bit that moves down a
//          column has offset 2. [tests: memory_offsets_test.cc, "a column is two apart"]
// Errors   linear.not_distributed, linear.other_tensor, linear.not_in_memory.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/swizzle/f2_bases.h"

namespace tileglot::notation::linear {

struct MemoryOffsets {
  F2Bases registers;  ///< without repeats
  F2Bases lanes;
  F2Bases warps;
  F2Bases others;  ///< lanes and warps
};

core::Result<MemoryOffsets> memory_offsets(const Layout& layout, const Layout& memory);

}  // namespace tileglot::notation::linear
