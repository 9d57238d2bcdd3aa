// SPDX-License-Identifier: Apache-2.0
// tiles_test.cc: the boxes of devices against element-by-element cutting.
#include "tileglot/notation/mesh/tiles.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/mesh/any_mesh.h"
#include "tileglot/notation/mesh/cut.h"
#include "tileglot/notation/mesh/mesh.h"
#include "tileglot/notation/mesh/mesh_text.h"
#include "tileglot/notation/mesh/words.h"

namespace tileglot::notation::mesh {
namespace {

using Numbers = std::vector<std::int64_t>;

MeshCut cut_by(std::string_view words, std::string_view mesh, std::size_t rank) {
  return *cut_on(*parse_words(words), *parse_mesh(mesh), rank);
}

Numbers begins(std::int64_t extent, const MeshCut& on) {
  return *tile_begins(extent, on.cut.dims[0], on.mesh);
}

TEST(Tiles, ADeviceHoldsTheTileOfItsAxes) {
  const MeshCut on = cut_by("P(('y','x'), None)", "x=4 y=2", 2);
  EXPECT_EQ(box_of(3, Numbers{8, 6}, on.cut, on.mesh), (Box{{5, 0}, {6, 6}}));
  EXPECT_EQ(box_of(0, Numbers{8, 6}, on.cut, on.mesh), (Box{{0, 0}, {1, 6}}));
}

TEST(Tiles, TorchCutsAChunkAgain) {
  EXPECT_EQ(begins(5, cut_by("P(('x','y'))", "x=2 y=2", 1)), (Numbers{0, 2, 4, 5, 5}));
  EXPECT_EQ(begins(5, cut_by("[Shard(0), Shard(0)]", "(2,2)", 1)), (Numbers{0, 2, 3, 4, 5}));
}

TEST(Tiles, AStridedShardGivesTheRowsOfTorchsDocumentation) {
  const MeshCut on = cut_by("[_StridedShard(0, sf=2), Shard(0)]", "(2,2)", 2);
  const auto first_row = [&](std::int64_t device) {
    return box_of(device, Numbers{8, 8}, on.cut, on.mesh)->begin[0];
  };
  EXPECT_EQ((Numbers{first_row(0), first_row(1), first_row(2), first_row(3)}),
            (Numbers{0, 4, 2, 6}));
}

TEST(Tiles, AnOrderOfDevicesMovesTheBoxes) {
  const MeshCut on = cut_by("P('x')", "x=4 devices=(9,2,0,5)", 1);
  EXPECT_EQ(box_of(9, Numbers{8}, on.cut, on.mesh), (Box{{0}, {2}}));
  EXPECT_EQ(box_of(5, Numbers{8}, on.cut, on.mesh), (Box{{6}, {8}}));
}

TEST(Tiles, TilesBeyondTheArrayAreEmpty) {
  const MeshCut on = cut_by("P('x')", "x=4611686018427387904", 1);
  EXPECT_EQ(box_of((1LL << 62) - 1, Numbers{3}, on.cut, on.mesh), (Box{{3}, {3}}));
  EXPECT_EQ(box_of(2, Numbers{INT64_MAX}, on.cut, on.mesh), (Box{{4}, {6}}));
  EXPECT_EQ(box_of((1LL << 62) - 1, Numbers{INT64_MAX}, on.cut, on.mesh),
            (Box{{INT64_MAX - 1}, {INT64_MAX}}));
  EXPECT_EQ(box_of(7, Numbers{0}, on.cut, on.mesh), (Box{{0}, {0}}));
}

TEST(Tiles, WhatHasNoBoxIsRefused) {
  const MeshCut on = cut_by("P('x')", "x=2097152", 1);
  EXPECT_EQ(box_of(-1, Numbers{8}, on.cut, on.mesh).error()->code, "mesh.no_device");
  EXPECT_EQ(box_of(2097152, Numbers{8}, on.cut, on.mesh).error()->code, "mesh.no_device");
  EXPECT_EQ(box_of(0, Numbers{8, 8}, on.cut, on.mesh).error()->code, "mesh.rank");
  EXPECT_EQ(box_of(0, Numbers{-1}, on.cut, on.mesh).error()->code, "mesh.extent");
  EXPECT_EQ(tile_begins(8, on.cut.dims[0], on.mesh).error()->code, "mesh.limit");
  EXPECT_EQ(tile_begins(-1, on.cut.dims[0], on.mesh).error()->code, "mesh.extent");
}

Numbers some_shape(std::size_t rank) {
  Numbers extents;
  for (std::size_t d = 0; d < rank; ++d) extents.push_back(any_between(0, 17));
  return extents;
}

/// torch.chunk of a list of numbers, filled up with empty chunks.
std::vector<Numbers> chunks(const Numbers& list, std::int64_t count) {
  const auto size =
      (list.size() + static_cast<std::size_t>(count) - 1) / static_cast<std::size_t>(count);
  std::vector<Numbers> parts(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < list.size(); ++i) parts[i / size].push_back(list[i]);
  return parts;
}

/// What part `part` of `count` has of a list when _StridedShard splits it: the list is cut into
/// `split_factor` chunks, and each chunk gives its own part.
Numbers strided_part(const Numbers& list, std::int64_t split_factor, std::int64_t count,
                     std::int64_t part) {
  Numbers joined;
  for (const Numbers& chunk : chunks(list, split_factor)) {
    const Numbers own = chunks(chunk, count)[static_cast<std::size_t>(part)];
    joined.insert(joined.end(), own.begin(), own.end());
  }
  return joined;
}

/// The indices of one dimension that stay at a coordinate of the mesh, placement by placement.
Numbers indices_held(const Placements& placements, const Mesh& mesh, const Numbers& coordinate,
                     std::size_t dim, const Numbers& extents) {
  Numbers list;
  for (std::int64_t i = 0; i < extents[dim]; ++i) list.push_back(i);
  for (std::size_t axis = 0; axis < mesh.axes.size(); ++axis) {
    const Placement& placement = placements.axes[axis];
    if (!placement.dim) continue;
    const auto rank = static_cast<std::int64_t>(extents.size());
    const std::int64_t cut = (*placement.dim + rank) % rank;
    if (cut != static_cast<std::int64_t>(dim)) continue;
    list = strided_part(list, placement.split_factor, mesh.axes[axis].size, coordinate[axis]);
  }
  return list;
}

Numbers numbers_from(std::int64_t begin, std::int64_t end) {
  Numbers numbers;
  for (; begin < end; ++begin) numbers.push_back(begin);
  return numbers;
}

TEST(Tiles, PlacementsAreTorchsChunks) {
  core::check_law("mesh_placements_are_torch_chunks", 50000, [] {
    const Mesh mesh = *any_mesh();
    Numbers extents = some_shape(static_cast<std::size_t>(any_between(1, 3)));
    for (std::int64_t& extent : extents) extent = extent % 3 * device_count(mesh);
    const Placements placements = *any_placements(mesh, extents.size());
    const auto cut = resolve(placements, mesh, extents.size());
    RC_ASSERT(cut.has_value());
    for (std::int64_t place = 0; place < device_count(mesh); ++place) {
      const std::int64_t device = mesh.devices.at(place);
      const auto box = box_of(device, extents, *cut, mesh);
      RC_ASSERT(box.has_value());
      const Numbers coordinate = *coordinate_of(mesh, device);
      for (std::size_t d = 0; d < extents.size(); ++d)
        RC_ASSERT(numbers_from(box->begin[d], box->end[d]) ==
                  indices_held(placements, mesh, coordinate, d, extents));
    }
  });
}

TEST(Tiles, NestedTilesAreChunksOfChunks) {
  core::check_law("mesh_nested_tiles_are_chunks", 100000, [] {
    const Mesh mesh = *any_mesh();
    const Numbers extents = some_shape(1);
    const auto cut = resolve(*any_placements(mesh, 1), mesh, 1);
    RC_ASSERT(cut.has_value());
    for (std::int64_t place = 0; place < device_count(mesh); ++place) {
      const std::int64_t device = mesh.devices.at(place);
      const Numbers coordinate = *coordinate_of(mesh, device);
      Numbers held = numbers_from(0, extents[0]);
      for (const std::size_t axis : cut->dims[0].axes)
        held = chunks(held, mesh.axes[axis].size)[static_cast<std::size_t>(coordinate[axis])];
      const auto box = box_of(device, extents, *cut, mesh);
      RC_ASSERT(box.has_value());
      RC_ASSERT(numbers_from(box->begin[0], box->end[0]) == held);
    }
  });
}

/// The tile of index x of a dimension as JAX cuts it, element by element.
std::int64_t tile_of_index(std::int64_t x, std::int64_t extent, std::int64_t count) {
  return x / ((extent + count - 1) / count);
}

TEST(Tiles, SpecsCutAtOnceByTheSlowestAxisFirst) {
  core::check_law("mesh_specs_cut_at_once", 100000, [] {
    const Mesh mesh = *any_mesh();
    const std::size_t rank = static_cast<std::size_t>(any_between(0, 3));
    const Numbers extents = some_shape(rank);
    const PartitionSpec spec = *any_spec(mesh, rank);
    const auto cut = resolve(spec, mesh, rank);
    RC_ASSERT(cut.has_value());
    for (std::int64_t place = 0; place < device_count(mesh); ++place) {
      const std::int64_t device = mesh.devices.at(place);
      const Numbers coordinate = *coordinate_of(mesh, device);
      const auto box = box_of(device, extents, *cut, mesh);
      RC_ASSERT(box.has_value());
      for (std::size_t d = 0; d < rank; ++d) {
        std::int64_t tile = 0;
        std::int64_t count = 1;
        for (const std::string& name :
             d < spec.dims.size() ? spec.dims[d] : std::vector<std::string>{}) {
          const std::size_t axis = *axis_named(mesh, name);
          tile = tile * mesh.axes[axis].size + coordinate[axis];
          count *= mesh.axes[axis].size;
        }
        for (std::int64_t x = 0; x < extents[d]; ++x)
          RC_ASSERT((box->begin[d] <= x && x < box->end[d]) ==
                    (tile_of_index(x, extents[d], count) == tile));
      }
    }
  });
}

std::int64_t elements(const Numbers& extents) {
  std::int64_t count = 1;
  for (const std::int64_t extent : extents) count *= extent;
  return count;
}

/// How often each element, by its row-major number, is in a box of a device.
Numbers times_held(const Mesh& mesh, const AxisCut& cut, const Numbers& extents) {
  Numbers times(static_cast<std::size_t>(elements(extents)), 0);
  for (std::int64_t place = 0; place < device_count(mesh); ++place) {
    const Box box = *box_of(mesh.devices.at(place), extents, cut, mesh);
    for (std::size_t n = 0; n < times.size(); ++n) {
      auto rest = static_cast<std::int64_t>(n);
      bool inside = true;
      for (std::size_t d = extents.size(); d-- > 0; rest /= extents[d]) {
        const std::int64_t x = rest % extents[d];
        inside = inside && box.begin[d] <= x && x < box.end[d];
      }
      times[n] += inside ? 1 : 0;
    }
  }
  return times;
}

TEST(Tiles, EveryElementHasAsManyHoldersAsThereAreCopies) {
  core::check_law("mesh_boxes_tile_the_array", 50000, [] {
    const Mesh mesh = *any_mesh();
    const Numbers extents = some_shape(static_cast<std::size_t>(any_between(1, 2)));
    const auto cut = any_between(0, 1) == 0
                         ? resolve(*any_spec(mesh, extents.size()), mesh, extents.size())
                         : resolve(*any_placements(mesh, extents.size()), mesh, extents.size());
    RC_ASSERT(cut.has_value());
    for (const std::int64_t times : times_held(mesh, *cut, extents))
      RC_ASSERT(times == copy_count(*cut, mesh));
  });
}

TEST(Tiles, BeginsAreThoseOfTheBoxes) {
  core::check_law("mesh_begins_are_those_of_boxes", 50000, [] {
    const Mesh mesh = *any_mesh();
    const Numbers extents = some_shape(1);
    const auto cut = resolve(*any_placements(mesh, 1), mesh, 1);
    RC_ASSERT(cut.has_value());
    const auto listed = tile_begins(extents[0], cut->dims[0], mesh);
    RC_ASSERT(listed.has_value());
    RC_ASSERT(std::ranges::is_sorted(*listed));
    for (std::int64_t place = 0; place < device_count(mesh); ++place) {
      const std::int64_t device = mesh.devices.at(place);
      const auto tile =
          static_cast<std::size_t>(tile_at(*coordinate_of(mesh, device), cut->dims[0], mesh));
      RC_ASSERT(box_of(device, extents, *cut, mesh) ==
                (Box{{(*listed)[tile]}, {(*listed)[tile + 1]}}));
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::mesh
