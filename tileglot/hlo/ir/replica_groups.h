// SPDX-License-Identifier: Apache-2.0
// replica_groups.h: which devices communicate in a collective.
//
// What     Groups of devices, listed, or as the rows of a grid [groups, size] of devices in an
//          order of 0..n-1. No groups: all devices form one.
// Example  {{0,1},{2,3}} and [2,2]<=[4] are the same two groups.
//          [tests: hlo/ir/replica_groups_test.cc, "rows of a grid are groups"]
// Source   XLA, CollectiveDeviceList.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/sharding/tile_assignment.h"

namespace tileglot::hlo {

using ListedGroups = std::vector<std::vector<std::int64_t>>;
using ReplicaGroups = std::variant<ListedGroups, notation::xla::TileAssignment>;

/// Each group's devices. Fails with xla.limit if there are too many to list.
core::Result<ListedGroups> listed_groups(const ReplicaGroups& groups);

}  // namespace tileglot::hlo
