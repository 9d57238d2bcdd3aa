// SPDX-License-Identifier: Apache-2.0
// bench.h: measures all cases by one method.
//
// What     measure(case) takes one sample in each round of every mover: this library, memcpy, a
//          streaming copy, and the peers that can make the move. If the data does not fit a core's
//          caches, they are flushed before every sample; smaller moves are looped.
// Why      memcpy of the same bytes in the same rounds is the common denominator.
// Errors   Those of the layouts and of the plan.
#pragma once

#include <cstdint>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/relayout/bench/case.h"
#include "tileglot/relayout/bench/flush.h"
#include "tileglot/relayout/bench/machine.h"
#include "tileglot/relayout/bench/mover.h"
#include "tileglot/relayout/bench/pinned_thread_pool.h"
#include "tileglot/relayout/bench/result.h"
#include "tileglot/relayout/bench/statistics.h"
#include "tileglot/relayout/bench/transfer.h"

namespace tileglot::relayout::bench {

/// The peers that can make a move with `threads` threads.
using PeersOf = std::vector<Mover> (*)(const Transfer&, int threads);

inline std::vector<Mover> no_peers(const Transfer&, int) { return {}; }

struct BenchOptions {
  int threads = 1;
  int rounds = 9;
  int attempts = 4;
  std::uint64_t seed = 1;
  bool huge_pages = true;
  PeersOf peers = no_peers;
};

class Bench {
 public:
  Bench(const Machine& machine, const BenchOptions& options);

  core::Result<Result> measure(const Case& c);

 private:
  std::vector<Mover> movers_of(const Transfer& transfer);
  Result take(const Case& c, const Transfer& transfer);

  Machine machine_;
  BenchOptions options_;
  PinnedThreadPool pool_;
  Flush flush_;
  Order order_;
};

}  // namespace tileglot::relayout::bench
