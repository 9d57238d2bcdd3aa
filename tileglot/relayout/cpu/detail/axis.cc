// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/detail/axis.h"

#include <cstddef>
#include <cstdint>
#include <span>

#include "tileglot/relayout/cpu/detail/nest_runner.h"

namespace tileglot::relayout::cpu {

Axis::Axis(std::span<const LoopView> loops, std::int64_t Move::* side) {
  if (loops.empty()) return;
  piece_ = loops.back().count;
  pitch_ = loops.back().step.*side;
  cells_ = piece_;
  for (std::size_t i = loops.size() - 1; i-- > 0;) {
    outer_.push_back({loops[i].count, loops[i].step.*side});
    cells_ *= loops[i].count;
  }
}

std::int64_t Axis::offset_of(std::int64_t piece) const {
  std::int64_t offset = 0;
  for (const Step& step : outer_) {
    offset += piece % step.count * step.bytes;
    piece /= step.count;
  }
  return offset;
}

}  // namespace tileglot::relayout::cpu
