// SPDX-License-Identifier: Apache-2.0
// shards.h: the parts of a split XLA array, each with its origin and its layout.
//
// What     shards_of(shape) lists the parts that the splits of the layout make, in the order of
//          their numbers; an array without splits is one.
// Why      Parts are in separate memories; code that moves the array moves lists of buffers.
// Units    Each part has the pattern of the largest, and as many positions (split_address.h).
// Example  f32[64,96]{1,0:SC(1:40)} is 64x40 at (0,0) and 64x56 at (0,40), both with rows of 56.
//          [tests: shards_test.cc, "a split array is a list of shards"]
// Errors   Those of to_map and of split_address.h.
#pragma once

#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/shard.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::bridge {

core::Result<std::vector<map::Shard>> shards_of(const notation::xla::Shape& shape);

}  // namespace tileglot::bridge
