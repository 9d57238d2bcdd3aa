// SPDX-License-Identifier: Apache-2.0
// any_mesh.h: random meshes and words for laws.
//
// What     any_mesh draws meshes of up to 64 devices in any order; any_spec and any_placements draw
//          words that resolve on a mesh for a rank, strided shards among them.
#pragma once

#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/notation/mesh/device_order.h"
#include "tileglot/notation/mesh/mesh.h"
#include "tileglot/notation/mesh/partition_spec.h"
#include "tileglot/notation/mesh/placements.h"

namespace tileglot::notation::mesh {

/// Uniform in [low, high], independent of RapidCheck's current size; shrinks towards low.
std::int64_t any_between(std::int64_t low, std::int64_t high);

rc::Gen<IotaOrder> any_iota();

rc::Gen<Mesh> any_mesh();
rc::Gen<PartitionSpec> any_spec(const Mesh& mesh, std::size_t rank);
rc::Gen<Placements> any_placements(const Mesh& mesh, std::size_t rank);

}  // namespace tileglot::notation::mesh
