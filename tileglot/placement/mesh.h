// SPDX-License-Identifier: Apache-2.0
// mesh.h: arrays cut by the axes of a mesh as spreads.
//
// What     spread_of(cut, extents) is the spread of an array that the axes of a mesh cut, as JAX's
//          PartitionSpec and torch's placements say. A tile's position has a digit for each axis that
//          cuts, then one for each axis that holds copies, and the order of the mesh's devices turns
//          positions into places.
// Example  P(('y','x'), None) on x=4 y=2 is the spread of {devices=[8,1]<=[4,2]T(1,0)}.
//          [tests: mesh_test.cc, "a partition spec is the sharding that XLA gets"]
// Errors   Those of notation/mesh/tiles.h, cuts.h and places.h.
#pragma once

#include <cstdint>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/notation/mesh/words.h"
#include "tileglot/placement/spread.h"

namespace tileglot::placement {

/// Precondition: the cut has as many dimensions as there are extents.
core::Result<Spread> spread_of(const notation::mesh::MeshCut& cut,
                               std::span<const std::int64_t> extents);

}  // namespace tileglot::placement
