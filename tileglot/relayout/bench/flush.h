// SPDX-License-Identifier: Apache-2.0
// flush.h: evicts the data of the next measurement from the caches.
//
// What     Flush(pool, machine).run() lets each thread of the pool write, then read, its own
//          memory: together twice the last-level cache, and each four times the second-level cache.
// Why      A sample must not find data that the previous one left in a cache. Dirty lines would
//          have to be written back in the sample's time; hence the reading.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "tileglot/relayout/bench/machine.h"
#include "tileglot/relayout/bench/pages.h"
#include "tileglot/relayout/bench/pinned_thread_pool.h"

namespace tileglot::relayout::bench {

class Flush {
 public:
  Flush(PinnedThreadPool& pool, const Machine& machine);
  void run();

 private:
  PinnedThreadPool* pool_;
  std::vector<std::unique_ptr<Pages>> parts_;  ///< one per thread
  std::atomic<std::uint64_t> sum_ = 0;         ///< so that the reading is not optimized away
};

}  // namespace tileglot::relayout::bench
