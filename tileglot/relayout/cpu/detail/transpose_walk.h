// SPDX-License-Identifier: Apache-2.0
// transpose_walk.h: the sequence of blocks of a transpose.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "tileglot/relayout/cpu/detail/block_cut.h"
#include "tileglot/relayout/cpu/detail/nest_runner.h"
#include "tileglot/relayout/cpu/detail/odometer.h"

namespace tileglot::relayout::cpu {

/// A block and its position: source and target of the transpose's first cell, and the block's
/// cells.
struct Place {
  const std::byte* source;
  std::byte* target;
  BlockCells cells;

  /// Whether this block continues along the rows of `before`.
  bool continues(const std::optional<Place>& before) const {
    return before && before->target == target && before->cells.rows.begin == cells.rows.begin &&
           before->cells.columns.end == cells.columns.begin;
  }
  /// Whether this block continues along the columns of `before`.
  bool extends(const Place& before) const {
    return before.source == source && before.cells.columns.begin == cells.columns.begin;
  }
};

/// Iterates from one block to the next.
class TransposeWalk {
 public:
  TransposeWalk(std::span<const LoopView> outer, Move start, int unit_bits, const BlockCut& cut,
                const Buffers& buffers)
      : unit_bits_(unit_bits), cut_(cut), buffers_(buffers), odometer_(outer, start) {}

  void seek(std::int64_t first, std::int64_t last) {
    odometer_.seek(first / cut_.blocks());
    item_ = first;
    last_ = last;
  }

  std::optional<Place> next() {
    if (item_ == last_) return std::nullopt;
    const std::int64_t number = item_ % cut_.blocks();
    const Move at = odometer_.at();
    const Place place{buffers_.source + at.f * unit_bits_ / 8,
                      buffers_.target + at.g * unit_bits_ / 8, cut_.block(number)};
    if (number + 1 == cut_.blocks()) odometer_.next();
    ++item_;
    return place;
  }

 private:
  int unit_bits_;
  const BlockCut& cut_;
  const Buffers& buffers_;
  Odometer odometer_;
  std::int64_t item_ = 0;
  std::int64_t last_ = 0;
};

}  // namespace tileglot::relayout::cpu
