// SPDX-License-Identifier: Apache-2.0
// shuffle.h: permutes the units of a small box, always in the same way.
//
// What     A Shuffle computes for a box that is in one order in a buffer how to write it to another
//          buffer in another order: in one pass over vectors of the target, or in two with an
//          intermediate order. run() executes it.
// Why      Where dimensions are short, no plane is worth a kernel, and cell by cell a byte costs as
//          much as a vector. But each vector of the target comes from few windows of the source,
//          and the same windows occur again further on: their positions are computed once, and a
//          vector then costs a permutation for each window.
// Units    Steps in bytes of the source buffer; the target is packed, its innermost loop first.
//          Source and target have extra bytes at the end, which are read, and written, without
//          meaning: source_bytes() and target_bytes() include them.
// How      A tile is as many innermost units as fill whole vectors well. Vector v of every tile
//          takes its bytes from windows at the same distances from the tile's beginning, so one
//          table suffices for all of them. Vectors and windows have 64 bytes with AVX-512 VBMI, else
//          16; units that all have windows of their own are copied one by one. A transpose of bytes
//          takes each from a separate window; through an order in which a line of 64 bytes holds 8
//          columns of 8 rows, each pass has 8.
// Example  Bytes in the order (15, 9, 4, 6) to (4, 15, 9, 6): a tile is 9 x 6 bytes of 216 of the
//          source, 4 windows.
//          [tests: shuffle_test.cc, "every box comes into order on every target"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/relayout/kernels/detail/shuffle_pass.h"

namespace tileglot::relayout::kernels {

struct ShuffleLoop {
  std::int64_t count = 1;
  std::int64_t step = 0;  ///< bytes of the source, not negative
};

class Shuffle {
 public:
  /// `loops` in the target's order, innermost first. Units of 1 to 16 bytes; the box is smaller
  /// than 2^31 bytes on both sides.
  Shuffle(std::span<const ShuffleLoop> loops, std::int64_t unit_bytes);

  void run(const std::byte* source, std::byte* target, std::byte* between) const;

  std::size_t passes() const { return passes_.size(); }
  /// The maximum that run() reads of its source, and writes of its target and between its passes.
  std::int64_t source_bytes() const;
  std::int64_t target_bytes() const;

 private:
  std::vector<detail::ShufflePass> passes_ = {};
};

/// True if this processor permutes vectors of 64 bytes.
bool permutes_vectors();

}  // namespace tileglot::relayout::kernels
