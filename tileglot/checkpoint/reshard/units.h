// SPDX-License-Identifier: Apache-2.0
// units.h: a tile cut into boxes that are contiguous in it and fit a cache.
//
// What     Units::of(extents, bits, most_bytes) cuts a row-major tile into boxes of at most most_bytes
//          where rows allow it; box(i) is at bytes begin(i) .. begin(i) + bytes(i) of the tile.
// Why      A unit is read, summed and written while it is cached, by one thread; memory is a unit for
//          each.
// Units    Bytes of the tile. Every unit begins and ends at a whole byte.
// Example  bf16 [4096,1024] in units of at most 1 MiB: eight of 512 rows.
//          [tests: units_test.cc, "units are runs of rows"]
// Errors   None: elements below 8 bits whose rows do not fill bytes may make a larger unit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/map/box.h"

namespace tileglot::checkpoint::reshard {

class Units {
 public:
  /// Precondition: the bits of the tile are whole bytes, and fit int64; most_bytes >= 1.
  static Units of(std::span<const std::int64_t> extents, std::int64_t element_bits,
                  std::int64_t most_bytes);

  /// 0 for a tile without elements.
  std::int64_t count() const { return count_; }
  map::Box box(std::int64_t i) const;
  std::int64_t begin(std::int64_t i) const;
  std::int64_t bytes(std::int64_t i) const;
  /// Of the largest unit.
  std::int64_t largest_bytes() const;

 private:
  void cut(std::int64_t most_bits);
  std::int64_t rows_in(std::int64_t i) const;

  pieces::Extents extents_ = {};
  std::size_t dim_ = 0;  ///< cut into runs of `rows_`; dimensions before it into single ones
  std::int64_t rows_ = 1;
  std::int64_t row_bits_ = 0;  ///< of one coordinate of that dimension
  std::int64_t runs_ = 1;      ///< of that dimension
  std::int64_t count_ = 0;
};

}  // namespace tileglot::checkpoint::reshard
