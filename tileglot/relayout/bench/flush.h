// SPDX-License-Identifier: Apache-2.0
// flush.h: caches that hold nothing of what is measured next.
//
// What     Flush(crew, machine).run() lets each thread of the crew write, then read, memory of its
//          own: together twice the last level, and each four times the second.
// Why      A sample must not find what the one before it left. What is written last would have to
//          be written back in the sample's time; hence the reading.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "tileglot/relayout/bench/crew.h"
#include "tileglot/relayout/bench/machine.h"
#include "tileglot/relayout/bench/pages.h"

namespace tileglot::relayout::bench {

class Flush {
 public:
  Flush(Crew& crew, const Machine& machine);
  void run();

 private:
  Crew* crew_;
  std::vector<std::unique_ptr<Pages>> parts_;  ///< one a thread
  std::atomic<std::uint64_t> sum_ = 0;         ///< so that the reading is not left out
};

}  // namespace tileglot::relayout::bench
