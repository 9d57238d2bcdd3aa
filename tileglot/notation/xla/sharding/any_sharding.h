// SPDX-License-Identifier: Apache-2.0
// any_sharding.h: random shardings for laws.
//
// What     any_tiles draws assignments of up to 64 devices, listed or as an iota; any_kinds draws
//          subgroups for their last dimensions; any_sharding draws what the builders make of these,
//          and words, groups, metadata and tuples.
#pragma once

#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/notation/xla/sharding/sharding.h"
#include "tileglot/notation/xla/sharding/tile_assignment.h"

namespace tileglot::notation::xla {

rc::Gen<IotaOrder> any_order();
/// An iota order of 0..count-1.
rc::Gen<IotaOrder> any_order_of(std::int64_t count);

/// Assigns the devices 0..n-1, each once.
rc::Gen<TileAssignment> any_tiles();

/// Between 0 and `most` kinds.
rc::Gen<std::vector<ShardingKind>> any_kinds(std::size_t most);

/// A sharding whose text reads back.
rc::Gen<Sharding> any_sharding();

}  // namespace tileglot::notation::xla
