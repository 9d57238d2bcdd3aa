// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/bench/rounds.h"

#include <cstdint>

#include "tileglot/relayout/cpu/measure.h"

namespace tileglot::relayout::bench {
namespace {

double seconds_of_loop(const Mover& mover, std::int64_t runs) {
  return cpu::seconds_of([&] {
    for (std::int64_t i = 0; i < runs; ++i) mover.run();
  });
}

/// A power of two.
std::int64_t runs_for(const Mover& mover, double loop_seconds) {
  std::int64_t runs = 1;
  while (loop_seconds > 0 && seconds_of_loop(mover, runs) < loop_seconds) runs *= 2;
  return runs;
}

/// One sample, retaken while other programs had the processors.
double take_sample(const Mover& mover, std::int64_t runs, const RoundsOptions& options,
                   Samples& samples) {
  constexpr double kWaitedShare = 0.02;
  for (int attempt = 1;; ++attempt) {
    options.prepare();
    const double before = options.waited();
    const double elapsed = seconds_of_loop(mover, runs);
    if (attempt >= options.attempts || options.waited() - before <= kWaitedShare * elapsed) {
      return mover.seconds ? mover.seconds() : elapsed / static_cast<double>(runs);
    }
    ++samples.repeated;
  }
}

}  // namespace

std::vector<Samples> take_rounds(std::span<const Mover> movers, Order& order,
                                 const RoundsOptions& options) {
  std::vector<Samples> samples(movers.size());
  std::vector<std::int64_t> runs;
  runs.reserve(movers.size());
  for (const Mover& mover : movers) runs.push_back(runs_for(mover, options.loop_seconds));
  for (int round = 0; round < options.rounds; ++round) {
    for (const std::size_t i : order.shuffled(movers.size())) {
      samples[i].seconds.push_back(take_sample(movers[i], runs[i], options, samples[i]));
      if (round + 1 == options.rounds) samples[i].right = options.is_right(i);
    }
  }
  return samples;
}

}  // namespace tileglot::relayout::bench
