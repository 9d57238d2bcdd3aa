// SPDX-License-Identifier: Apache-2.0
// bit_moves.h: takes the parts of a flat value to other places.
//
// What     A BitMove takes the bits of a mask some places to the right, or to the left in a circle of
//          64; moved() does a list of them.
// Why      Reordering, merging and matching dimensions by name are all such moves of columns.
// Example  Bits 0 and 1 to 3 and 4, and bit 2 to 0: 0b101 becomes 0b01001.
//          [tests: bit_moves_test.cc, "parts change their places"]
// Errors   None.
#pragma once

#include <bit>
#include <cstdint>

#include "tileglot/core/small_vector.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear::detail {

struct BitMove {
  std::uint64_t mask = 0;  ///< the bits that are moved
  int right = 0;           ///< how far, in a circle of 64 bits
};

class BitMoves {
 public:
  /// Moves the part of `from`, whose place is `to`; nothing if it has no bits.
  void add(const Dimension& from, int to) { add(mask_of(from), from.begin, to); }

  /// Moves the bits of a mask, of which the lowest is `from`, so that it is `to`.
  void add(std::uint64_t mask, int from, int to) {
    if (mask == 0) return;
    moves_.push_back({mask, from - to});
    stays_ = stays_ && from == to;
  }

  /// Bits that are not moved anywhere are 0 in what is moved.
  void drop() { stays_ = false; }

  std::uint64_t moved(std::uint64_t flat) const {
    if (stays_) return flat;
    std::uint64_t result = 0;
    for (const BitMove& m : moves_) result |= std::rotr(flat & m.mask, m.right);
    return result;
  }

 private:
  core::SmallVector<BitMove, 8> moves_;
  bool stays_ = true;  ///< every part stays where it is
};

}  // namespace tileglot::notation::linear::detail
