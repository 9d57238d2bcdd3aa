// SPDX-License-Identifier: Apache-2.0
// shard.h: a box of a tensor that has its own layout.
//
// What     Element x of the tensor is in the shard if x - begin is in the domain of its map, and is
//          at map(x - begin) in the shard's own buffer.
// Why      A tensor partitioned over devices or memories is a list of shards.
// Example  f32[64,96]{1,0:SC(1:40)} is two of them, at (0,0) and (0,40): bridge/shards.h.
#pragma once

#include "tileglot/map/index_map.h"

namespace tileglot::map {

struct Shard {
  Coordinate begin;
  IndexMap map;
};

}  // namespace tileglot::map
