// SPDX-License-Identifier: Apache-2.0
// sharding/validate.h: checks a sharding against a shape and the available devices.
//
// What     validate_sharding checks that a tiling has as many dimensions as the array, that each
//          device is named once and exists, and, where the number of devices is known, that all are
//          used; a tuple's shardings are checked against its leaves in order.
// Why      The text of a sharding is parsed without its array.
// Example  {devices=[2,2]0,1,2,2} of f32[8,8]: device 2 has two tiles.
//          [tests: sharding/validate_test.cc, "a device has one tile"]
// Errors   xla.sharding_shape (a different rank; only one of the two is a tuple; a different number
//          of leaves), xla.devices (a device listed twice, beyond their number, or unused; a tiling
//          over one device).
// Source   XLA, HloSharding::Validate. As there, a token may have any sharding.
#pragma once

#include <cstdint>
#include <optional>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/sharding/sharding.h"

namespace tileglot::notation::xla {

core::Status validate_sharding(const Sharding& sharding, const Shape& shape,
                               std::optional<std::int64_t> devices = {});

}  // namespace tileglot::notation::xla
