// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/bench/result.h"

#include "tileglot/relayout/cpu/measure.h"

namespace tileglot::relayout::bench {

const Measured* Result::of(Role role) const {
  for (const Measured& mover : measured) {
    if (mover.role == role) return &mover;
  }
  return nullptr;
}

const Measured* Result::best_peer() const {
  const Measured* best = nullptr;
  for (const Measured& mover : measured) {
    if (mover.role != Role::kPeer || !mover.seconds) continue;
    if (best == nullptr || *mover.seconds < *best->seconds) best = &mover;
  }
  return best;
}

std::optional<double> Result::gb_per_s(const Measured* mover) const {
  if (mover == nullptr || !mover->seconds) return {};
  return cpu::gb_per_s(2 * bytes, *mover->seconds);
}

std::optional<double> Result::ratio_to(const Measured* other) const {
  const Measured* ours = of(Role::kOurs);
  if (ours == nullptr || !ours->seconds || other == nullptr || !other->seconds) return {};
  return *other->seconds / *ours->seconds;
}

Verdict Result::verdict() const {
  const Goal& goal = move.goal;
  const Measured* ours = of(Role::kOurs);
  if (goal.of_streaming == 0 && goal.call_ns == 0) return Verdict::kNoGoal;
  if (ours == nullptr || !ours->seconds) return Verdict::kMissed;
  bool reached = false;
  if (goal.call_ns > 0) {
    reached = *ours->seconds * 1e9 * (1 - kGoalTolerance) <= goal.call_ns;
  } else {
    const auto ratio = ratio_to(of(Role::kStreaming));
    reached = ratio && *ratio >= goal.of_streaming * (1 - kGoalTolerance);
  }
  return reached ? Verdict::kReached : Verdict::kMissed;
}

}  // namespace tileglot::relayout::bench
