// SPDX-License-Identifier: Apache-2.0
// result.h: the measurements of one case, and the figures derived from them.
//
// What     A Result has a time for each mover. Its member functions return speeds, ratios and
//          whether the goal was reached; a mover whose output was wrong does not have a time.
// Units    Bytes are those of the elements, once: padding does not count. A speed is 2 * bytes /
//          time. A ratio above 1 means that this library is faster.
// Example  64 MiB moved in 4 ms and copied in 3 are 33.6 GB/s and 0.75 of memcpy.
//          [tests: result_test.cc, "ratios are those of times"]
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/relayout/bench/case.h"
#include "tileglot/relayout/bench/mover.h"

namespace tileglot::relayout::bench {

struct Measured {
  std::string name = {};
  Role role = Role::kPeer;
  std::optional<double> seconds = {};  ///< none: the output was wrong
  std::vector<double> samples = {};
};

/// A goal counts as reached if less than this share of it is missing.
inline constexpr double kGoalTolerance = 0.1;

enum class Verdict : std::uint8_t { kNoGoal, kReached, kMissed };

struct Result {
  Case move = {};
  int threads = 1;
  std::int64_t bytes = 0;
  bool flushed = true;
  double plan_seconds = 0;
  int repeated = 0;  ///< disturbed samples that were retaken
  std::vector<Measured> measured = {};

  /// The first mover with that role.
  const Measured* of(Role role) const;
  /// The fastest peer whose output is right.
  const Measured* best_peer() const;
  std::optional<double> gb_per_s(const Measured* mover) const;
  /// Time of `other` over ours.
  std::optional<double> ratio_to(const Measured* other) const;
  Verdict verdict() const;
};

}  // namespace tileglot::relayout::bench
