// SPDX-License-Identifier: Apache-2.0
// sharded.h: moves a tensor from one set of shards to another.
//
// What     A ShardedMove moves a tensor from the buffers of its source shards to those of its
//          target shards: the elements that a source and a target share are one move between their
//          layouts.
// Why      Split arrays, tensor parallelism and parts of checkpoints are lists of buffers, often
//          partitioned one way and needed another.
// How      Target shards cover the tensor, each element once. Sources may repeat elements: each is
//          read from the first shard that has it. Layouts of targets are checked, plans made and
//          boxes cut once; execute() can be repeated.
// Units    Elements for shards, bytes for buffers; a shard's buffer is that of its map.
// Example  f32[64,96]{1,0:SC(1:40)} to f32[64,96]{1,0:SC(0:32)}: four moves.
//          [tests: sharded_test.cc, "columns become rows"]
// Errors   relayout.shard for a shard that leaves the tensor, or a number of buffers that is not
//          the number of shards; relayout.shards_overlap where two targets have the same element;
//          relayout.shards_missing where an element is in no target, or in no source, each with the
//          element; relayout.too_many_moves beyond 2^20 moves or 2^20 shards a side, or where sources
//          overlap so much that cutting them would take minutes; those of plan::plan, with the number
//          of the target; at execute() those of cpu/shard_moves.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/map/shard.h"
#include "tileglot/relayout/cpu/execute.h"
#include "tileglot/relayout/cpu/shard_moves.h"
#include "tileglot/relayout/cpu/watch.h"

namespace tileglot::relayout::reshard {

/// Copies share the prepared state; any number of threads may execute it concurrently.
class ShardedMove {
 public:
  /// `extents` are those of the whole tensor.
  static core::Result<ShardedMove> of(std::span<const std::int64_t> extents,
                                      std::span<const map::Shard> sources,
                                      std::span<const map::Shard> targets, int element_bits,
                                      const cpu::ExecuteOptions& options = {});

  /// How many pairs of shards share elements, a pair counting once for each box.
  std::size_t moves() const { return moves_.size(); }

  /// One buffer per shard, in the order of the shards.
  core::Status execute(std::span<const std::span<const std::byte>> sources,
                       std::span<const std::span<std::byte>> targets,
                       const cpu::Watch& watch = {}) const;

 private:
  explicit ShardedMove(cpu::ShardMoves moves) : moves_(std::move(moves)) {}
  cpu::ShardMoves moves_;
};

}  // namespace tileglot::relayout::reshard
