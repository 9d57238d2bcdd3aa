// SPDX-License-Identifier: Apache-2.0
// axis.h: the rows or the columns of a transpose: where their lines are on one side.
//
// What     An Axis numbers the lines of one side and finds, for any part of them, the pieces with a
//          single pitch.
// Why      Rows and columns of a block can be several loops; a kernel takes only one pitch.
// Units    Bytes.
// Example  Loops of 15 x 15 columns: 225 lines in pieces of 15.
//          [tests: axis_test.cc, "pieces are cut where the pitch changes"]
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/relayout/cpu/detail/nest_runner.h"

namespace tileglot::relayout::cpu {

/// Lines of one side: cells are contiguous on the other side; here each loop has its step.
class Axis {
 public:
  Axis() = default;
  /// Steps in bytes, outermost first.
  Axis(std::span<const LoopView> loops, std::int64_t Move::* side);

  std::int64_t cells() const { return cells_; }
  bool is_one_piece() const { return outer_.empty(); }
  /// Bytes between adjacent cells of a piece.
  std::int64_t pitch() const { return pitch_; }

  /// Bytes from the first cell.
  std::int64_t place_of(std::int64_t cell) const {
    return offset_of(cell / piece_) + cell % piece_ * pitch_;
  }

  /// Calls f(first cell, cells, offset) for each piece of cells with one pitch.
  template <class F>
  void for_each_piece(std::int64_t begin, std::int64_t end, const F& f) const {
    if (is_one_piece()) return f(begin, end - begin, begin * pitch_);
    while (begin < end) {
      const std::int64_t within = begin % piece_;
      const std::int64_t cells = std::min(piece_ - within, end - begin);
      f(begin, cells, offset_of(begin / piece_) + within * pitch_);
      begin += cells;
    }
  }

 private:
  std::int64_t offset_of(std::int64_t piece) const;

  std::int64_t piece_ = 1;  ///< cells of the innermost loop
  std::int64_t pitch_ = 0;
  std::int64_t cells_ = 1;
  struct Step {
    std::int64_t count;
    std::int64_t bytes;
  };
  std::vector<Step> outer_ = {};  ///< innermost first
};

}  // namespace tileglot::relayout::cpu
