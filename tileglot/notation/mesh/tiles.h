// SPDX-License-Identifier: Apache-2.0
// tiles.h: the box of an array that a device holds, straight from the definition.
//
// What     tile_at is the tile of a dimension at a coordinate of the mesh, tile_range its elements,
//          and box_of the box that a device holds. tile_begins lists where the tiles of a dimension
//          begin, and then where the last ends.
// Why      The notation evaluates itself: what others compute faster is compared with this.
// Units    Extents, begins and ends are in elements; ranges are half-open. Tiles at the end may be
//          shorter or empty.
// Example  P(('y','x'), None) on x=4 y=2, array [8,6]: device 3, at x=1 y=1, holds tile 1*4 + 1 = 5:
//          row 5 with all its columns. [tests: tiles_test.cc, "a device holds the tile of its axes"]
// Errors   mesh.no_device (a device that is not in the mesh), mesh.rank (another number of extents
//          than the cut has dimensions), mesh.extent (an extent below 0), mesh.limit (more than
//          2^20 begins to list).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/mesh/cut.h"
#include "tileglot/notation/mesh/mesh.h"

namespace tileglot::notation::mesh {

struct Range {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  friend bool operator==(const Range&, const Range&) = default;
};

/// An interval for each dimension.
struct Box {
  std::vector<std::int64_t> begin = {};
  std::vector<std::int64_t> end = {};
  friend bool operator==(const Box&, const Box&) = default;
};

/// Precondition, here and below: the cut was resolved for the mesh, and extents are at least 0.
std::int64_t tile_at(std::span<const std::int64_t> coordinate, const DimCut& cut, const Mesh& mesh);
/// Precondition: 0 <= tile < tile_count(cut, mesh).
Range tile_range(std::int64_t tile, std::int64_t extent, const DimCut& cut, const Mesh& mesh);

core::Result<std::vector<std::int64_t>> tile_begins(std::int64_t extent, const DimCut& cut,
                                                    const Mesh& mesh);

core::Result<Box> box_of(std::int64_t device, std::span<const std::int64_t> extents,
                         const AxisCut& cut, const Mesh& mesh);

}  // namespace tileglot::notation::mesh
