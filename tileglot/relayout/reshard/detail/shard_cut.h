// SPDX-License-Identifier: Apache-2.0
// shard_cut.h: which boxes of a tensor go from which source shard to which target shard.
//
// What     cut_shards(extents, sources, targets) lists the boxes, each with its two shards;
//          together they are the tensor, each element once.
// How      Each source is cut to what no source before it has, so that sources no longer overlap.
//          Targets are then searched in a tree of these boxes (placement/box_tree.h). Only sources
//          that overlap are compared with each other.
// Example  Sources [0,8), [4,12) and the target [2,12): [2,8) of source 0, [8,12) of source 1.
//          [tests: shard_cut_test.cc, "a source is read where no source before it has the element"]
// Errors   As sharded.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/box.h"
#include "tileglot/map/shard.h"

namespace tileglot::relayout::reshard {

struct ShardBox {
  std::size_t source = 0;
  std::size_t target = 0;
  map::Box box;
};

/// Boxes of one target are consecutive, sources ascending.
core::Result<std::vector<ShardBox>> cut_shards(std::span<const std::int64_t> extents,
                                               std::span<const map::Shard> sources,
                                               std::span<const map::Shard> targets);

}  // namespace tileglot::relayout::reshard
