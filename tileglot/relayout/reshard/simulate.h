// SPDX-License-Identifier: Apache-2.0
// simulate.h: all ranks of a resharding in one process, over a network that delays and reorders.
//
// What     simulate(resharding, sources, targets) runs a RankMove for every rank, in a random order
//          of steps, and delivers chunks in a random order. The report says what was carried and how
//          much memory chunks took.
// Why      The executor of a rank is shown to be right, and free of deadlocks, before any network is
//          there; and a plan for thousands of ranks can be tried on one machine.
// Units    Bytes. Buffers are by rank, and of a rank as rank_move.h says.
// Example  f32[8,6] from rows to columns on 4 ranks: 12 chunks, 288 bytes.
//          [tests: simulate_test.cc, "rows become columns"]
// Errors   Those of RankMove, with the rank; reshard.deadlock where ranks wait for each other, which
//          is a bug; reshard.size where a chunk meets a receive of another size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/relayout/reshard/rank_move.h"
#include "tileglot/relayout/reshard/resharding.h"

namespace tileglot::relayout::reshard {

struct SimulateOptions {
  MoveOptions move = {};
  std::uint64_t seed = 1;
  /// Of 100 chunks that could be delivered, so many wait for a later turn.
  int delayed_percent = 0;
};

struct Simulation {
  std::int64_t chunks = 0;
  std::int64_t carried_bytes = 0;
  std::int64_t peak_bytes = 0;  ///< of chunks, at the rank that held the most
};

using SourceBuffers = std::vector<std::vector<std::span<const std::byte>>>;
using TargetBuffers = std::vector<std::vector<std::span<std::byte>>>;

core::Result<Simulation> simulate(const Resharding& resharding, const SourceBuffers& sources,
                                  const TargetBuffers& targets,
                                  const SimulateOptions& options = {});

}  // namespace tileglot::relayout::reshard
