// SPDX-License-Identifier: Apache-2.0
// shard_cut.h: which boxes of a tensor go from which source shard to which target shard.
//
// What     cut_shards(extents, sources, targets) lists the boxes, each with its two shards;
//          together they are the tensor, each element once.
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

/// Boxes of one target are consecutive.
core::Result<std::vector<ShardBox>> cut_shards(std::span<const std::int64_t> extents,
                                               std::span<const map::Shard> sources,
                                               std::span<const map::Shard> targets);

}  // namespace tileglot::relayout::reshard
