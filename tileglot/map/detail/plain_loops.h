// SPDX-License-Identifier: Apache-2.0
// plain_loops.h: the common loops of two maps along one dimension that is not linked to another.
//
// What     A chain of block sizes 1 = b_0 | b_1 | .. : each divisor of either map is on it, or is
//          below a level that is a table. Below each level there are whole blocks, so a block moves
//          both offsets by the same amount wherever it is.
// Example  Divisors 3 and 2: 3 is not a multiple of 2, so their lcm 6 replaces both, and level 1
//          becomes a table of 6.
// Source   docs/reference/index-map.md, common refinement.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/map/refine.h"
#include "tileglot/map/value.h"

namespace tileglot::map {

class PlainLoops {
 public:
  /// f and g are the parts of two maps over dimension k. Precondition: extent >= 1.
  PlainLoops(Value f, Value g, std::int64_t extent);

  /// Entries of all pieces together.
  std::int64_t table_entries() const;
  std::int64_t piece_count() const;
  /// Whole blocks of the largest size, then the remainder in smaller and smaller ones.
  std::vector<Piece> pieces() const;

 private:
  struct Level {
    std::int64_t block = 1;
    bool table = false;
  };
  void insert(std::int64_t divisor);
  /// Where the blocks of a level end and those of the next begin.
  std::int64_t next_block(std::size_t level) const;
  /// Calls visit(level, start, count) for each piece: count blocks of that level.
  template <class Visit>
  void for_each_piece(const Visit& visit) const;
  Loop loop_of(std::size_t level, std::int64_t count) const;
  Move at(std::int64_t x) const;

  Value f_;
  Value g_;
  std::int64_t extent_;
  std::vector<Level> levels_;  ///< smallest blocks first
};

}  // namespace tileglot::map
