// SPDX-License-Identifier: Apache-2.0
// odometer.h: iterates over nested loops and tracks the offsets.
//
// What     seek(i) goes to combination i of all loops, row-major; next() to the following one.
// Why      Stepping adds one move; only a seek divides.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "tileglot/core/small_vector.h"
#include "tileglot/map/refine.h"
#include "tileglot/relayout/cpu/detail/nest_runner.h"

namespace tileglot::relayout::cpu {

class Odometer {
 public:
  Odometer(std::span<const LoopView> loops, Move start) : loops_(loops), start_(start), at_(start) {
    for (const LoopView& loop : loops) {
      digits_.push_back(0);
      // A table that is a piece of a walk need not begin where the walk does.
      at_ = at_ + loop.entry(0);
    }
  }

  Move at() const { return at_; }

  void seek(std::int64_t number) {
    at_ = start_;
    for (std::size_t i = loops_.size(); i-- > 0; number /= loops_[i].count) {
      digits_[i] = number % loops_[i].count;
      at_ = at_ + loops_[i].entry(digits_[i]);
    }
  }

  /// False if there is no next one: then it is at the first again.
  bool next() {
    for (std::size_t i = loops_.size(); i-- > 0;) {
      const LoopView& loop = loops_[i];
      std::int64_t& digit = digits_[i];
      if (digit + 1 < loop.count) {
        at_ = at_ + (loop.table.empty() ? loop.step : loop.entry(digit + 1) - loop.entry(digit));
        ++digit;
        return true;
      }
      at_ = at_ - loop.entry(digit) + loop.entry(0);
      digit = 0;
    }
    return false;
  }

 private:
  std::span<const LoopView> loops_;
  Move start_;
  Move at_;
  core::SmallVector<std::int64_t, 16> digits_;
};

}  // namespace tileglot::relayout::cpu
