// SPDX-License-Identifier: Apache-2.0
// shard_moves.h: many planned moves between two lists of buffers.
//
// What     ShardMoves has one plan for each move, from a part of a source buffer to a part of a
//          target buffer, and executes all of them.
// Why      The caller decides how a tensor is cut; the checks of buffers, the gaps and the threads
//          are the same for every cut.
// How      A move that is a large part of the total runs on all threads, the others on one each.
//          Everything but the buffers is prepared once.
// Units    Bytes. A buffer is that of its whole shard.
// Example  Two sources of 12 bytes to the halves of one target of 24.
//          [tests: shard_moves_test.cc, "two sources fill a target"]
// Errors   At execute(): relayout.shard for a number of buffers that is not the number of shards;
//          relayout.buffer_too_small; relayout.overlap where a target shares memory with another
//          target or with a source. Nothing has moved then. After relayout.cancelled every target
//          is lost.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/relayout/cpu/execute.h"
#include "tileglot/relayout/cpu/watch.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::cpu {

struct ShardPlan {
  std::size_t source = 0;
  std::size_t target = 0;
  plan::Plan plan;
};

/// Copies share the prepared state; any number of threads may execute it concurrently.
class ShardMoves {
 public:
  /// `targets` has the plan of each target shard to itself: its size and its gaps.
  /// Precondition: `moves` name one of `sources` shards and one of the targets, and no two of them
  /// write the same element.
  ShardMoves(std::size_t sources, std::vector<plan::Plan> targets, std::vector<ShardPlan> moves,
             const ExecuteOptions& options = {});

  std::size_t size() const;

  /// One buffer per shard, in the order of the shards.
  core::Status execute(std::span<const std::span<const std::byte>> sources,
                       std::span<const std::span<std::byte>> targets,
                       const Watch& watch = {}) const;

 private:
  struct Parts;
  std::shared_ptr<const Parts> parts_;
};

}  // namespace tileglot::relayout::cpu
