// SPDX-License-Identifier: Apache-2.0
// memory_side.h: where the threads of one side of a conversion access shared memory.
//
// What     Memory finds the offset of an element in a memory laid out by a swizzle, and its round.
//          A MemorySide has the positions of register, lane, warp and block bits: writing_side,
//          each thread in the memory of its own block; reading_side, in that of a block that has
//          the element.
// Why      One side writes and the other reads the same memory, seen from two layouts.
// Units    Offsets are elements of a block's memory: vector, bank and segment, with the round above
//          them.
// Example  Row-major memory of 2x4, read by columns: register bit 0 is at offset 4.
//          [tests: memory_side_test.cc, "a column of registers is a row apart"]
// Errors   None.
#pragma once

#include <cstdint>
#include <vector>

#include "tileglot/core/f2_span.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name.h"
#include "tileglot/notation/linear/swizzle/memory_offsets.h"
#include "tileglot/relayout/warp/element_blocks.h"
#include "tileglot/relayout/warp/instruction.h"

namespace tileglot::relayout::warp {

/// Offsets in a block's memory.
class Memory {
 public:
  /// `map` is of (vector, bank, segment, block, reps), as optimal_swizzling makes it.
  explicit Memory(const notation::linear::Layout& map);

  /// The offset of an element, with the round in the bits above local_bits.
  std::uint64_t offset(std::uint64_t element) const {
    return solver_.solve(element).value_or(0) & ((std::uint64_t{1} << bits_) - 1);
  }
  std::uint64_t round(std::uint64_t offset) const { return offset >> local_bits_; }
  int local_bits() const { return local_bits_; }
  int round_bits() const { return round_bits_; }
  /// Puts all elements in one round.
  void join_rounds() {
    local_bits_ = bits_;
    round_bits_ = 0;
  }

 private:
  void add(const notation::linear::Layout& map, const notation::linear::Name& name);

  core::F2Solver solver_;
  int bits_ = 0;
  int local_bits_ = 0;
  int round_bits_ = 0;
};

struct MemorySide {
  notation::linear::MemoryOffsets offsets;  ///< includes registers, with the round above the others
  Address address;
  std::vector<std::uint64_t> register_blocks;
  bool of_other_blocks = false;
};

MemorySide writing_side(const notation::linear::Layout& layout, const Memory& memory);

/// `blocks` are those of the other layout, the one that wrote the memory.
MemorySide reading_side(const notation::linear::Layout& layout, const Memory& memory,
                        const ElementBlocks& blocks);

/// True if the rounds depend only on registers, each a separate register.
bool rounds_are_registers(const MemorySide& side, const Memory& memory);

}  // namespace tileglot::relayout::warp
