// SPDX-License-Identifier: Apache-2.0
// simulator.h: runs a plan on simulated warps and blocks, and proves that it delivers.
//
// What     simulate(plan, src, dst) gives each thread the elements that src assigns to it, runs
//          every instruction in all threads of all warps and blocks, and checks that each register
//          of each thread holds the element that dst assigns. Shared memory records who wrote and
//          read each cell, and since which barrier: an access that is not ordered after another
//          thread's is rejected.
// Why      The layouts and the plan share only the layouts' definitions: a plan that delivers here
//          is right, and its barriers suffice.
// Units    Wavefronts are counted for one warp: a wavefront is 128 bytes of 32 banks; lanes of wide
//          accesses go one part of the warp after another.
// Example  A plan whose barrier is removed is rejected: a cell is read that another warp wrote.
//          [tests: simulator_test.cc, "a barrier that is missing is noticed"]
// Errors   warp.not_delivered (with the place), warp.race, warp.unwritten; warp.too_large beyond
//          2^24 registers of all threads.
#pragma once

#include <cstdint>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/relayout/warp/plan.h"

namespace tileglot::relayout::warp {

struct Run {
  std::int64_t delivered = 0;         ///< registers of all threads
  std::int64_t store_wavefronts = 0;  ///< of one warp
  std::int64_t load_wavefronts = 0;   ///< of one warp, from its own block's memory
  std::int64_t extra_wavefronts = 0;  ///< of both, beyond those without bank conflicts
};

core::Result<Run> simulate(const Plan& plan, const notation::linear::Layout& src,
                           const notation::linear::Layout& dst);

}  // namespace tileglot::relayout::warp
