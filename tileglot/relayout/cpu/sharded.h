// SPDX-License-Identifier: Apache-2.0
// sharded.h: a tensor in shards moved to other shards.
//
// What     A ShardedMove takes a tensor that lies in the buffers of its source shards to those of
//          its target shards: what a source and a target have in common is one move between their
//          layouts.
// Why      Split arrays, tensor parallelism and parts of checkpoints are lists of buffers; cutting
//          one way and needing another is their everyday.
// How      Target shards are all of the tensor, each element once. Sources may repeat elements: each
//          is read from the first shard that has it. Layouts of targets are checked, plans made and
//          boxes cut once; execute() does it again and again.
// Units    Elements for shards, bytes for buffers; a shard's buffer is that of its map.
// Example  f32[64,96]{1,0:SC(1:40)} to f32[64,96]{1,0:SC(0:32)}: four moves.
//          [tests: sharded_test.cc, "columns become rows"]
// Errors   relayout.shard for a shard that leaves the tensor, or another number of buffers than
//          shards; relayout.shards_overlap where two targets have one element;
//          relayout.shards_missing where an element is in no target, or in no source, each with the
//          element; relayout.too_many_moves beyond 2^16, or 4096 shards; those of plan::plan, with the number of
//          the target; at execute() those of batch.h. After relayout.cancelled every target is
//          lost.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/map/shard.h"
#include "tileglot/relayout/cpu/execute.h"
#include "tileglot/relayout/cpu/watch.h"

namespace tileglot::relayout::cpu {

/// Copies share what was prepared; any number of threads may execute it at a time.
class ShardedMove {
 public:
  /// `extents` are those of the whole tensor.
  static core::Result<ShardedMove> of(std::span<const std::int64_t> extents,
                                      std::span<const map::Shard> sources,
                                      std::span<const map::Shard> targets, int element_bits,
                                      const ExecuteOptions& options = {});

  /// How many pairs of shards have elements in common, a pair counting once for each box.
  std::size_t moves() const;

  /// One buffer a shard, in the order of the shards.
  core::Status execute(std::span<const std::span<const std::byte>> sources,
                       std::span<const std::span<std::byte>> targets,
                       const Watch& watch = {}) const;

 private:
  struct Parts;
  explicit ShardedMove(std::shared_ptr<const Parts> parts);
  std::shared_ptr<const Parts> parts_;
};

}  // namespace tileglot::relayout::cpu
