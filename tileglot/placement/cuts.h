// SPDX-License-Identifier: Apache-2.0
// cuts.h: one dimension cut into tiles.
//
// What     Cuts divide the coordinates 0..extent-1 into consecutive tiles: even ones of
//          ceil(extent / tiles) coordinates each, the last ones shorter or empty, or tiles that begin
//          where a list says. meeting(lo, hi) is the range of tiles that have a coordinate of lo..hi-1.
// Why      Which tiles meet an interval is a division, or a binary search, however many there are.
// Units    Coordinates. An interval is half open.
// Example  10 in 4 even tiles: 0..3, 3..6, 6..9, 9..10. 4..7 meets the tiles 1 and 2.
//          [tests: cuts_test.cc, "the last tile is what is left"]
// Errors   placement.cuts for a negative extent, no tile, or begins that do not ascend from 0 to the
//          extent; placement.limit for more than 2^20 listed begins.
// Source   XLA's HloSharding and torch.chunk cut evenly so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/core/error.h"

namespace tileglot::placement {

/// begin..end-1, of coordinates or of tiles.
struct Interval {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  friend bool operator==(const Interval&, const Interval&) = default;
};

class Cuts {
 public:
  static core::Result<Cuts> even(std::int64_t extent, std::int64_t tiles);
  /// Tile i is begins[i]..begins[i+1]-1; the last begin is the extent.
  static core::Result<Cuts> at(std::vector<std::int64_t> begins);

  std::int64_t extent() const { return extent_; }
  std::int64_t tiles() const { return tiles_; }
  /// The extent of the largest tile.
  std::int64_t largest() const { return largest_; }
  /// Precondition: 0 <= number < tiles().
  Interval tile(std::int64_t number) const;
  /// Tiles within the range may be empty where they are listed. Precondition: 0 <= lo < hi <= extent.
  Interval meeting(const Interval& coordinates) const;

  friend bool operator==(const Cuts&, const Cuts&) = default;

 private:
  std::int64_t extent_ = 0;
  std::int64_t tiles_ = 1;
  std::int64_t largest_ = 0;
  std::vector<std::int64_t> begins_ = {};  ///< none of even tiles
};

}  // namespace tileglot::placement
