// SPDX-License-Identifier: Apache-2.0
// array_tiles.h: splits an array's elements into the tiles that devices hold, and joins them.
//
// What     cut_tile returns a device's part of the whole array, in the tile that every device
//          allocates; places of the tile beyond the array's end hold `fill`. join_tile is the
//          inverse.
// Units    Elements in row-major order, of the array and of the tile.
// Example  0..9 over {devices=[4]<=[4]}, filled with 99: device 3 keeps 9 99 99.
//          [tests: hlo/run/devices/array_tiles_test.cc, "the last tile is filled"]
// Errors   Those of notation/xla/sharding/tile_shape.h; device_keeps checks before.
#pragma once

#include <cstddef>

#include "tileglot/core/error.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/sharding/sharding.h"

namespace tileglot::hlo::run {

/// False for the devices that a maximal sharding leaves out.
bool device_keeps(const notation::xla::Sharding& sharding, std::size_t device);

/// One element made of padding bytes; false for pred, which has no other number.
Elements poison_element(PrimitiveType type);

core::Result<Elements> cut_tile(const Elements& whole, const notation::xla::Shape& shape,
                                const notation::xla::Sharding& sharding, std::size_t device,
                                const Elements& fill);

/// Precondition: as many elements as the device's tile has.
core::Status join_tile(const Elements& tile, const notation::xla::Shape& shape,
                       const notation::xla::Sharding& sharding, std::size_t device,
                       Elements& whole);

/// The tile with zeros beyond the array's end.
core::Result<Elements> cleared_tile(const Elements& tile, const notation::xla::Shape& shape,
                                    const notation::xla::Sharding& sharding, std::size_t device);

}  // namespace tileglot::hlo::run
