// SPDX-License-Identifier: Apache-2.0
// any_shardings.h: the same module with random shardings, for laws.
//
// What     spread_over(module, devices, bits) gives most instructions of the entry, and of the
//          computations it calls, a sharding: tiled, with copies, with ragged and empty tiles, in
//          any order of the devices; replicated; on one device; or none. A partition-id becomes a
//          replica-id, which is the same on all.
// Example  [tests: hlo/run/laws/sharded_law_test.cc, "shardings do not change results"]
#pragma once

#include <cstddef>
#include <cstdint>

#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/run/element/random_elements.h"
#include "tileglot/notation/xla/sharding/sharding.h"

namespace tileglot::hlo::run {

/// A tiling of an array of that rank over the devices 0..devices-1 in any order.
notation::xla::Sharding any_tiling(std::size_t rank, std::int64_t devices, RandomBits& bits);

Module spread_over(const Module& module, std::int64_t devices, RandomBits& bits);

}  // namespace tileglot::hlo::run
