// SPDX-License-Identifier: Apache-2.0
// tile_shape.h: the part of a sharded array that each device stores.
//
// What     tile_shape(s, shape) is the shape that every device allocates: each dimension d cut into
//          t tiles is ceil(d/t), the layout is kept. tile_of_device(s, shape, device) is the part
//          of it inside the array: tile k begins at min(k*c, d), c = ceil(d/t), and ends at
//          min((k+1)*c, d). Dimensions after those that the sharding names are not cut.
// Why      A device's layout is chosen for its tile.
// Units    Offsets are coordinates of the whole array. A dimension `<=n` is cut as n, and stays
//          bounded. The tiles of a layout play no role here.
// Example  [10,6] over devices=[4,1]: tile_shape is [3,6], and the devices hold 3, 3, 3 and 1 rows.
//          [tests: tile_shape_test.cc, "the last tile is what is left"]
// Errors   xla.sharding_shape (a dimension that the array does not have; a tuple), xla.unbounded (a
//          dimension ?), xla.devices (a device that holds nothing), xla.sharding (manual and
//          unknown: only the program knows where a device's part is).
// Source   XLA, HloSharding::TileShape, TileOffsetForDevice, TileLimitForDevice.
#pragma once

#include <cstdint>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/sharding/sharding.h"

namespace tileglot::notation::xla {

/// A sharding that is not tiled leaves the shape unchanged.
core::Result<Shape> tile_shape(const Sharding& sharding, const Shape& shape);

struct DeviceTile {
  std::vector<std::int64_t> offset = {};  ///< of its first element
  Shape shape = {};                       ///< of the part inside the array
};

core::Result<DeviceTile> tile_of_device(const Sharding& sharding, const Shape& shape,
                                        std::int64_t device);

}  // namespace tileglot::notation::xla
