// SPDX-License-Identifier: Apache-2.0
// element_blocks.h: which block, and which warp, of a layout holds an element.
//
// What     ElementBlocks(L) finds for an element a block that holds it, near the reading one: bits
//          of the block number that change nothing stay. same_warps(src, dst) is true if each warp
//          of dst holds only elements that the same warp of src holds, and no two warps share an
//          element.
// Why      A block reads its own memory if it can, and another's if it must; a warp that reads only
//          its own writes has to wait only for itself.
// Example  {lane: [1], block: [2,0]} -> {dim0: 4}: element 3 is in block 1, and block 2 reads it
//          from block 3. [tests: element_blocks_test.cc, "bits that change nothing stay"]
// Errors   None.
#pragma once

#include <cstdint>
#include <vector>

#include "tileglot/core/f2_span.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/swizzle/f2_bases.h"

namespace tileglot::relayout::warp {

class ElementBlocks {
 public:
  explicit ElementBlocks(const notation::linear::Layout& layout);

  /// The vectors of the blocks that no other input of the layout reaches.
  const notation::linear::F2Bases& vectors() const { return vectors_; }

  /// The block that holds `element`, seen from block 0. Precondition: the layout holds it.
  std::uint64_t of(std::uint64_t element) const;
  /// What bit i of the reading block's number adds to that.
  std::uint64_t from_block_bit(std::size_t i) const { return near_[i]; }

 private:
  core::F2Solver solver_;
  int others_ = 0;         ///< vectors in the solver before those of blocks
  std::vector<int> bits_;  ///< block bit of each of vectors_
  notation::linear::F2Bases vectors_;
  std::vector<std::uint64_t> near_;
};

bool same_warps(const notation::linear::Layout& src, const notation::linear::Layout& dst);

}  // namespace tileglot::relayout::warp
