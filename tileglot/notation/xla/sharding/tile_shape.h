// SPDX-License-Identifier: Apache-2.0
// tile_shape.h: what each device stores of a sharded array.
//
// What     tile_shape(s, shape) is the shape every device makes room for: each dimension d cut into t
//          tiles is ceil(d/t), the layout is kept. tile_of_device(s, shape, device) is what lies
//          inside the array of that: tile k begins at min(k*c, d), c = ceil(d/t), and ends at
//          min((k+1)*c, d). Dimensions behind those that the sharding names are not cut.
// Why      A device's layout is chosen for its tile.
// Units    Offsets are coordinates of the whole array. A dimension `<=n` is cut as n, and stays
//          bounded. Sizes inside tiles of a layout have nothing to do with it.
// Example  [10,6] over devices=[4,1]: tile_shape is [3,6], and the devices hold 3, 3, 3 and 1 rows.
//          [tests: tile_shape_test.cc, "the last tile is what is left"]
// Errors   xla.sharding_shape (a dimension that the array does not have; a tuple), xla.unbounded (a dimension ?), xla.devices (a
//          device that holds nothing), xla.sharding (manual and unknown: where a device's part lies
//          only the program knows).
// Source   XLA, HloSharding::TileShape, TileOffsetForDevice, TileLimitForDevice.
#pragma once

#include <cstdint>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/sharding/sharding.h"

namespace tileglot::notation::xla {

/// A sharding that is not tiled leaves the shape as it is.
core::Result<Shape> tile_shape(const Sharding& sharding, const Shape& shape);

struct DeviceTile {
  std::vector<std::int64_t> offset = {};  ///< of its first element
  Shape shape = {};                       ///< of what is inside the array
};

core::Result<DeviceTile> tile_of_device(const Sharding& sharding, const Shape& shape,
                                        std::int64_t device);

}  // namespace tileglot::notation::xla
