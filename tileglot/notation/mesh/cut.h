// SPDX-License-Identifier: Apache-2.0
// cut.h: what all words for shardings mean: which axes of a mesh cut which dimension, and how.
//
// What     An AxisCut has for each dimension of an array the axes that cut it, the slowest first;
//          an axis that cuts none holds copies. resolve turns names and placements into numbers of
//          axes of one mesh, for an array of one rank. A dimension of extent E cut by axes of sizes
//          n_1 .. n_k is cut into n = n_1 * .. * n_k tiles:
//            at once, as JAX and XLA do: tile t begins at min(t * ceil(E / n), E);
//            nested, as torch does: axis 1 cuts chunks of ceil(E / n_1), axis 2 cuts each of these,
//            L long, into chunks of ceil(L / n_2), and so on.
//          They differ only where the sizes do not divide.
// Why      Callers deal with one value, whichever system's words were read.
// Example  E = 5 on the mesh (2,2): at once, the tiles begin at 0, 2, 4, 5; nested ([Shard(0),
//          Shard(0)]) at 0, 2, 3, 4. [tests: tiles_test.cc, "torch cuts a chunk again"]
// Errors   mesh.no_axis (a name that the mesh does not have), mesh.axis_twice, mesh.rank (more
//          entries than dimensions, or a dimension out of range), mesh.placements (another number of
//          placements than axes), mesh.strided (a split factor that is not the number of chunks
//          that the axes to its right make), mesh.limit (more than 64 dimensions).
// Source   torch/distributed/tensor: a strided shard cuts after the axes to its right whose chunks
//          its split factor counts. Where sizes do not divide, releases of torch differ in a few
//          elements; these are the chunks that FSDP cuts after tensor parallelism did.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/mesh/mesh.h"
#include "tileglot/notation/mesh/partition_spec.h"
#include "tileglot/notation/mesh/placements.h"

namespace tileglot::notation::mesh {

struct DimCut {
  std::vector<std::size_t> axes = {};  ///< numbers of axes of the mesh, the slowest first
  bool nested = false;                 ///< only where several axes of a size above 1 cut
  friend bool operator==(const DimCut&, const DimCut&) = default;
};

struct AxisCut {
  std::vector<DimCut> dims = {};  ///< as many as the array has dimensions
  friend bool operator==(const AxisCut&, const AxisCut&) = default;
};

/// Precondition for each: make_mesh made the mesh.
core::Result<AxisCut> resolve(const PartitionSpec& spec, const Mesh& mesh, std::size_t rank);
core::Result<AxisCut> resolve(const Placements& placements, const Mesh& mesh, std::size_t rank);

/// The number of tiles of a dimension. Precondition, here and below: the cut was resolved for the
/// mesh.
std::int64_t tile_count(const DimCut& cut, const Mesh& mesh);

/// The axes that hold copies, in the order of the mesh.
std::vector<std::size_t> copy_axes(const AxisCut& cut, const Mesh& mesh);
/// The number of devices that hold each tile.
std::int64_t copy_count(const AxisCut& cut, const Mesh& mesh);

}  // namespace tileglot::notation::mesh
