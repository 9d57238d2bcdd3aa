// SPDX-License-Identifier: Apache-2.0
// tile_assignment.h: which device holds which tile of a sharded array.
//
// What     A TileAssignment is a grid of tiles, `dims`, and a device for each, the last dimension
//          fastest: listed one by one, or as an order of 0..n-1, `iota`. iota is
//          `<=[r0,r1,..]T(p0,p1,..)`: 0..n-1 as a row-major array of the extents r, transposed so
//          that its dimension p[i] becomes the i-th, read row-major.
// Why      Meshes of many thousand devices are written in one line and stored in a few numbers:
//          nothing here grows with n unless the devices were listed in the input.
// Units    Tiles and devices are counted. Each of dims and reshape_dims is at least 1.
// Example  [8]<=[2,4]T(1,0) gives the devices 0,4,1,5,2,6,3,7 to the tiles 0..7.
//          [tests: tile_assignment_test.cc, "an iota is an array transposed"]
//          Extents of 1 vanish and neighbours that stay together merge: <=[2,3,4]T(2,0,1) is
//          <=[6,4]T(1,0).
//          [tests: tile_assignment_test.cc, "an iota has one form"]
// Errors   xla.tiles (a dimension below 1, a device count that differs from the tile count, more
//          than 2^63-1 of them), xla.devices (T(..) is not a permutation), xla.limit.
// Source   XLA, tile_assignment.h. Differs from XLA: T(..) must be a permutation, and a dimension
//          of tiles must not be 0.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/core/error.h"

namespace tileglot::notation::xla {

struct IotaOrder {
  std::vector<std::int64_t> reshape_dims = {};
  std::vector<std::int64_t> permutation = {};
  friend bool operator==(const IotaOrder&, const IotaOrder&) = default;
};

struct TileAssignment {
  std::vector<std::int64_t> dims = {};
  std::vector<std::int64_t> devices = {};  ///< one for each tile; none where there is an iota
  std::optional<IotaOrder> iota = {};
  friend bool operator==(const TileAssignment&, const TileAssignment&) = default;
};

core::Result<TileAssignment> listed_tiles(std::vector<std::int64_t> dims,
                                          std::vector<std::int64_t> devices);
/// The tiles in canonical form, the same for all equal orders.
core::Result<TileAssignment> iota_tiles(std::vector<std::int64_t> dims, const IotaOrder& order);

/// The number of tiles, which equals the number of devices.
std::int64_t tile_count(const TileAssignment& tiles);

/// The device of the tile with this row-major number. Precondition: 0 <= tile < tile_count.
std::int64_t device_at(const TileAssignment& tiles, std::int64_t tile);

/// The first tile that `device` holds. An iota is inverted, not searched.
std::optional<std::int64_t> tile_of(const TileAssignment& tiles, std::int64_t device);

/// The devices listed one by one. xla.limit where an iota has more than 2^20.
core::Result<TileAssignment> as_listed(const TileAssignment& tiles);

}  // namespace tileglot::notation::xla
