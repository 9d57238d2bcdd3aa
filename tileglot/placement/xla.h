// SPDX-License-Identifier: Apache-2.0
// xla.h: XLA's shardings as spreads.
//
// What     spread_of(sharding, extents) is the spread that an HloSharding means: the data dimensions
//          of its tiles cut the array evenly, replicated subgroups are copies, its devices are places.
// Why      Plans ask who has a tile and what a device has; both are a few divisions for an iota.
// Units    Devices are numbers. `devices` is how many there are, which only {replicated} needs.
// Example  {devices=[1,2,2]<=[4] last_tile_dim_replicate} of [8,6]: two tiles of three columns, on the
//          devices 0,1 and 2,3.
//          [tests: xla_test.cc, "columns on two devices each"]
// Errors   placement.devices where {replicated} does not say on how many; placement.sharding for manual,
//          unknown and unreduced ones, of which only the program knows the parts, and tuples;
//          xla.sharding_shape and xla.devices as validate_sharding; those of spread.h.
// Source   XLA, hlo_sharding.h.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/sharding/sharding.h"
#include "tileglot/placement/spread.h"

namespace tileglot::placement {

core::Result<Spread> spread_of(const notation::xla::Sharding& sharding,
                               std::span<const std::int64_t> extents,
                               std::optional<std::int64_t> devices = {});

/// The array whole, on each of `places`.
core::Result<Spread> whole(std::span<const std::int64_t> extents, Places places);

}  // namespace tileglot::placement
