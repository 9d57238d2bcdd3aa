// SPDX-License-Identifier: Apache-2.0
// slabs.h: a tensor cut into pieces that are contiguous in the target.
//
// What     Slabs::of(layout, source, target, bits, most_bytes) cuts along the most major dimensions
//          of the target, at whole tile rows, and within a row at whole tiles, into pieces of at
//          most most_bytes, or of one tile where it is larger. plan(i) moves slab i from the whole
//          source into bytes(i) bytes that go to begin(i) of the target.
// Why      A tensor larger than memory is moved tile row by tile row, and a piece that fits a cache
//          is written while it is still cached. A layout without rows, because its most major
//          positions mix dimensions, is one slab. The last slab has the tail padding too.
// Units    Bytes of the target.
// Example  bf16[4096,14336]{1,0:T(8,128)(2,1)} has 512 tile rows of 229,376 bytes; in slabs of at
//          most 1 MiB it has 128 of four rows.
//          [tests: slabs_test.cc, "slabs are whole tile rows"]
// Errors   As plan::plan.
#pragma once

#include <cstdint>
#include <vector>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::checkpoint {

class Slabs {
 public:
  /// Precondition: a plan from source to target exists, and the target's bits are whole bytes. Both
  /// maps must outlive the result.
  static Slabs of(const bridge::AnyLayout& layout, const map::IndexMap& source,
                  const map::IndexMap& target, int bits, std::int64_t most_bytes);

  /// 0 for a tensor without bytes.
  std::int64_t count() const;
  std::int64_t begin(std::int64_t i) const;
  std::int64_t bytes(std::int64_t i) const;
  /// The size of the largest slab.
  std::int64_t largest_bytes() const;
  core::Result<relayout::plan::Plan> plan(std::int64_t i) const;

 private:
  /// A physical dimension of tile rows: its logical dimension, and how many positions a row has.
  struct Level {
    std::size_t dimension = 0;
    std::int64_t tile = 1;
    std::int64_t rows = 1;
    std::int64_t positions = 1;  ///< of one row
  };

  Slabs(const map::IndexMap& source, const map::IndexMap& target, int bits)
      : source_(&source), target_(&target), bits_(bits) {}

  static std::vector<Level> levels_of(const bridge::AnyLayout& layout, const map::IndexMap& target);
  void cut(const std::vector<Level>& levels, std::int64_t most_bytes);
  bool are_right() const;
  std::int64_t bytes_of(std::int64_t positions) const { return positions * bits_ / 8; }
  std::int64_t pieces() const;
  std::int64_t position(std::int64_t i) const;
  std::int64_t positions(std::int64_t i) const;

  const map::IndexMap* source_;
  const map::IndexMap* target_;
  int bits_;
  std::vector<Level> levels_ =
      {};                 ///< the last level is cut into runs of rows, the others into single rows
  std::int64_t run_ = 1;  ///< rows of the last level in a slab
};

}  // namespace tileglot::checkpoint
