// SPDX-License-Identifier: Apache-2.0
// rounds.h: interleaved samples of several movers.
//
// What     take_rounds(movers, how) takes one sample of each mover in each round, in a new shuffled
//          order each time, and calls how.prepare before every sample.
// Why      All movers see the same machine, whatever else it does, and none always runs after the
//          same other one. A fixed order favors the mover that follows a streaming writer.
// How      A sample of a move that fits a cache is a loop long enough for the clock; the caller
//          sets how long. In the last round each output is checked.
//          A sample in which threads of ours waited for a processor is retaken, a few times.
// Units    Seconds of one run.
// Example  [tests: rounds_test.cc, "every mover has one sample a round",
//          "an output that is wrong is told", "a disturbed sample is taken again"]
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "tileglot/relayout/bench/mover.h"
#include "tileglot/relayout/bench/statistics.h"

namespace tileglot::relayout::bench {

struct RoundsOptions {
  int rounds = 9;
  int attempts = 4;         ///< per sample, while it is disturbed
  double loop_seconds = 0;  ///< minimum duration of a sample; 0: one run
  std::function<void()> prepare = [] {};
  /// Seconds that threads have waited for a processor until now, in total.
  std::function<double()> waited = [] { return 0.0; };
  /// Whether the target has the contents that this mover must write.
  std::function<bool(std::size_t)> is_right = [](std::size_t) { return true; };
};

struct Samples {
  std::vector<double> seconds = {};
  int repeated = 0;  ///< samples that were retaken
  bool right = true;
};

std::vector<Samples> take_rounds(std::span<const Mover> movers, Order& order,
                                 const RoundsOptions& options);

}  // namespace tileglot::relayout::bench
