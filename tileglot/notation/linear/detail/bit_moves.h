// SPDX-License-Identifier: Apache-2.0
// bit_moves.h: takes the parts of a flat value to other places.
//
// What     A BitMove takes `bits` bits from bit `from` to bit `to`; moved() does a list of them.
// Why      Reordering, merging and matching dimensions by name are all such moves of columns.
// Example  {0,2,3} and {2,1,0} take 0b101 to 0b01001: bits 0 and 1 go to 3 and 4, bit 2 to 0.
//          [tests: bit_moves_test.cc, "parts change their places"]
// Errors   None.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tileglot/core/small_vector.h"
#include "tileglot/notation/linear/layout.h"

namespace tileglot::notation::linear::detail {

struct BitMove {
  int from = 0;
  int bits = 0;  ///< not 0
  int to = 0;
};

class BitMoves {
 public:
  /// Moves the part of `from`, whose place is `to`; nothing if it has no bits.
  void add(const Dimension& from, int to) {
    if (from.bits == 0) return;
    moves_.push_back({from.begin, from.bits, to});
    stays_ = stays_ && from.begin == to;
  }

  /// Bits that are not moved anywhere are 0 in what is moved.
  void drop() { stays_ = false; }

  std::uint64_t moved(std::uint64_t flat) const {
    if (stays_) return flat;
    std::uint64_t result = 0;
    for (const BitMove& m : moves_)
      result |= ((flat >> m.from) & (~std::uint64_t{0} >> (kMaxBits - m.bits))) << m.to;
    return result;
  }

 private:
  core::SmallVector<BitMove, 8> moves_;
  bool stays_ = true;  ///< every part stays where it is
};

}  // namespace tileglot::notation::linear::detail
