// SPDX-License-Identifier: Apache-2.0
// shard.h: a box of a tensor that has a layout of its own.
//
// What     Element x of the tensor is in the shard if x - begin is in the domain of its map, and
//          lies in the shard's own buffer at map(x - begin).
// Why      A tensor cut over devices or memories is a list of shards.
// Example  f32[64,96]{1,0:SC(1:40)} is two of them, at (0,0) and (0,40): bridge/shards.h.
#pragma once

#include "tileglot/map/index_map.h"

namespace tileglot::map {

struct Shard {
  Coordinate begin;
  IndexMap map;
};

}  // namespace tileglot::map
