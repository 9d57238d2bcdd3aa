// SPDX-License-Identifier: Apache-2.0
// bit_moves.h: moves bit fields of a flat value to other positions.
//
// What     A BitMove rotates the bits of a mask to the right in a 64-bit word; moved() applies a
//          list of them.
// Why      Reordering, merging and matching dimensions by name all move bits of columns this way.
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
  int right = 0;           ///< how far, as a rotation of 64 bits
};

class BitMoves {
 public:
  /// Moves the bits of `from` to begin at `to`; does nothing if it has no bits.
  void add(const Dimension& from, int to) { add(mask_of(from), from.begin, to); }

  /// Moves the bits of a mask so that its lowest bit goes from `from` to `to`.
  void add(std::uint64_t mask, int from, int to) {
    if (mask == 0) return;
    moves_.push_back({mask, from - to});
    stays_ = stays_ && from == to;
  }

  /// Bits that are not moved become 0 in the result.
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
