// SPDX-License-Identifier: Apache-2.0
// result.h: what was measured of one case, and what it says.
//
// What     A Result has a time for each mover. Its questions give speeds, ratios and whether the
//          goal was reached; a mover whose output was wrong has no time.
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
  std::optional<double> seconds = {};  ///< nothing: the output was wrong
  std::vector<double> samples = {};
};

/// A goal counts as reached where less than this share of it is missing.
inline constexpr double kGoalTolerance = 0.1;

enum class Verdict : std::uint8_t { kNoGoal, kReached, kMissed };

struct Result {
  Case move = {};
  int threads = 1;
  std::int64_t bytes = 0;
  bool flushed = true;
  double plan_seconds = 0;
  int repeated = 0;  ///< samples that were disturbed and taken again
  std::vector<Measured> measured = {};

  /// The first of that role.
  const Measured* of(Role role) const;
  /// The fastest peer whose output is right.
  const Measured* best_peer() const;
  std::optional<double> gb_per_s(const Measured* mover) const;
  /// Time of `other` over ours.
  std::optional<double> ratio_to(const Measured* other) const;
  Verdict verdict() const;
};

}  // namespace tileglot::relayout::bench
