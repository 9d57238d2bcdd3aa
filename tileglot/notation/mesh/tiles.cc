// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/mesh/tiles.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/mesh/cut.h"
#include "tileglot/notation/mesh/limits.h"
#include "tileglot/notation/mesh/mesh.h"

namespace tileglot::notation::mesh {
namespace {

using core::fail;
using core::Result;
using core::Status;

/// Chunk `index` of a range that is cut into `count`, as torch.chunk and XLA cut.
Range chunk_of(const Range& range, std::int64_t index, std::int64_t count) {
  const std::int64_t length = range.end - range.begin;
  const std::int64_t chunk = core::ceil_div(length, count);
  // Products saturate: with many more tiles than elements, the last ones would begin past 2^63.
  const std::int64_t begin = std::min(core::saturating_mul(index, chunk), length);
  return {.begin = range.begin + begin,
          .end = range.begin + begin + std::min(chunk, length - begin)};
}

Status check_extent(std::int64_t extent) {
  if (extent >= 0) return {};
  return fail({.code = "mesh.extent",
               .message = fmt::format("an extent of {}", extent),
               .help = "extents are 0 or more"});
}

}  // namespace

std::int64_t tile_at(std::span<const std::int64_t> coordinate, const DimCut& cut,
                     const Mesh& mesh) {
  std::int64_t tile = 0;
  for (const std::size_t axis : cut.axes) tile = tile * mesh.axes[axis].size + coordinate[axis];
  return tile;
}

Range tile_range(std::int64_t tile, std::int64_t extent, const DimCut& cut, const Mesh& mesh) {
  std::int64_t count = tile_count(cut, mesh);
  Range range{.begin = 0, .end = extent};
  if (!cut.nested) return chunk_of(range, tile, count);
  for (const std::size_t axis : cut.axes) {
    count /= mesh.axes[axis].size;
    range = chunk_of(range, tile / count, mesh.axes[axis].size);
    tile %= count;
  }
  return range;
}

Result<std::vector<std::int64_t>> tile_begins(std::int64_t extent, const DimCut& cut,
                                              const Mesh& mesh) {
  TILEGLOT_TRY_STATUS(check_extent(extent));
  const std::int64_t count = tile_count(cut, mesh);
  if (count >= kMaxListed) {
    return fail({.code = "mesh.limit",
                 .message = fmt::format("{} tiles of one dimension are too many to list; the limit "
                                        "is {}",
                                        count, kMaxListed - 1),
                 .help = "cut the dimension by fewer devices"});
  }
  std::vector<std::int64_t> begins;
  begins.reserve(static_cast<std::size_t>(count) + 1);
  for (std::int64_t tile = 0; tile < count; ++tile)
    begins.push_back(tile_range(tile, extent, cut, mesh).begin);
  begins.push_back(extent);
  return begins;
}

Result<Box> box_of(std::int64_t device, std::span<const std::int64_t> extents, const AxisCut& cut,
                   const Mesh& mesh) {
  if (extents.size() != cut.dims.size()) {
    return fail({.code = "mesh.rank",
                 .message = fmt::format("a cut of {} dimensions of an array of {}", cut.dims.size(),
                                        extents.size()),
                 .help = "resolve the words for the rank of the array"});
  }
  const auto coordinate = coordinate_of(mesh, device);
  if (!coordinate) {
    return fail({.code = "mesh.no_device",
                 .message = fmt::format("device {} is not in the mesh", device),
                 .help = fmt::format("the mesh has {} devices", device_count(mesh))});
  }
  Box box;
  for (std::size_t d = 0; d < extents.size(); ++d) {
    TILEGLOT_TRY_STATUS(check_extent(extents[d]));
    const std::int64_t tile = tile_at(*coordinate, cut.dims[d], mesh);
    const Range range = tile_range(tile, extents[d], cut.dims[d], mesh);
    box.begin.push_back(range.begin);
    box.end.push_back(range.end);
  }
  return box;
}

}  // namespace tileglot::notation::mesh
