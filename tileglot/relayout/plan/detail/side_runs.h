// SPDX-License-Identifier: Apache-2.0
// side_runs.h: how long the runs are that some loops of a nest make on one side.
//
// What     runs_of(loops, side) is how many runs the loops make, and how long they are on average. The
//          gaps in a run are at most a line. least_step is the distance between the closest entries
//          of a loop.
// Why      A run is read at once, gaps included; everything else costs a line each.
// Units    Units of the nest.
// How      From the smallest step up; of a table, or of what does not join, the runs are listed and
//          merged while they are few.
// Example  Loops of 3 steps of 1 and 4 steps of 5 make a run of 18 that holds 12 units.
//          [tests: side_runs_test.cc, "loops that follow one another make one run"]
#pragma once

#include <cstdint>
#include <vector>

#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::plan {

using Side = std::int64_t Move::*;

/// The largest gap that is read along with the data around it.
inline constexpr std::int64_t kGapBits = std::int64_t{64} * 8;

/// The smallest distance above 0 between two entries; 0 if there is none.
std::int64_t least_step(const Loop& loop, Side side);

struct SideRuns {
  double number = 1;
  double length = 1;  ///< from the first unit of a run to the last, on average
};

/// A loop, and its least step on the side in question.
struct SteppedLoop {
  const Loop* loop = nullptr;
  std::int64_t step = 0;
};

SideRuns runs_of(std::vector<SteppedLoop> loops, Side side, int unit_bits);

}  // namespace tileglot::relayout::plan
