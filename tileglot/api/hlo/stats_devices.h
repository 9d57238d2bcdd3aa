// SPDX-License-Identifier: Apache-2.0
// hlo/stats_devices.h: what each device stores of parameters and result, for `hlo stats`.
//
// What     devices_of(module) says how many devices the shardings name, and for each array of the
//          parameters and the result the shape, layout and bytes that every device allocates, and
//          the sizes that devices hold where they are not all the same. The shapes of a partitioned
//          module are not divided again; the answer says how that was decided. Arguments and
//          results that share memory but differ on a device are named.
// Why      A header may describe whole arrays; memory, padding and order are those of a device.
// Units    Bytes as stored in memory, padding included.
// Example  f32[16,16]{1,0} over {devices=[1,16]<=[16]}: f32[16,1]{1,0}, 64 bytes.
//          [tests: hlo/stats_devices_test.cc, "what a device has of each array"]
// Errors   Those of hlo/pass/entry/entry_leaves.h. A module for one device has an empty answer.
#pragma once

#include <optional>
#include <string>

#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::api {

struct DeviceStats {
  std::string text = {};
  Json json = {};  ///< {"count", "partitioned", .., "values", "aliases"}, or null
};

/// `is_partitioned`: the caller's decision; nothing: the evidence decides.
core::Result<DeviceStats> devices_of(const hlo::Module& module,
                                     std::optional<bool> is_partitioned = {});

}  // namespace tileglot::api
