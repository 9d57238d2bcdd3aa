// SPDX-License-Identifier: Apache-2.0
// replica_groups.h: which devices communicate in a collective.
//
// What     Groups of devices: listed; as the rows of a grid [groups, size] of devices in an order of
//          0..n-1; or as the axes of a mesh along which devices communicate. No groups: all devices
//          form one.
// Units    An axis of size 8 is 2 x 2 x 2 devices; its part (2)2 is the second of these factors:
//          2 blocks before it, each cut into 2.
// Example  {{0,1},{2,3}} and [2,2]<=[4] are the same two groups.
//          [tests: hlo/ir/replica_groups_test.cc, "rows of a grid are groups"]
//          mesh['a'=4,'b'=2] {'b'} are the groups {0,1}, {2,3}, {4,5}, {6,7}, and {'a'} {0,2,4,6},
//          {1,3,5,7}.
//          [tests: hlo/ir/replica_groups_test.cc, "axes of a mesh are groups"]
// Errors   hlo.mesh, for parts of axes that do not divide them or overlap.
// Source   XLA, CollectiveDeviceList, MeshAxesReplicaGroupList; jaxlib 0.10.2 prints the mesh form.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/sharding/tile_assignment.h"

namespace tileglot::hlo {

using ListedGroups = std::vector<std::vector<std::int64_t>>;

/// `blocks` equal blocks of an axis, each cut into `size`.
struct AxisPart {
  std::int64_t blocks = 1;
  std::int64_t size = 1;
  friend bool operator==(const AxisPart&, const AxisPart&) = default;
};

/// A whole axis of a mesh, or a part of it.
struct AxisRef {
  std::size_t axis = 0;
  std::optional<AxisPart> part = {};
  friend bool operator==(const AxisRef&, const AxisRef&) = default;
};

struct MeshGroups {
  std::vector<std::string> names = {};         ///< of the axes
  notation::xla::TileAssignment devices = {};  ///< dims are the sizes of the axes
  std::vector<AxisRef> along = {};             ///< the last is the fastest within a group
  friend bool operator==(const MeshGroups&, const MeshGroups&) = default;
};

using ReplicaGroups = std::variant<ListedGroups, notation::xla::TileAssignment, MeshGroups>;

/// Checks that names differ, that parts divide their axes, and that no two overlap.
core::Status check_mesh(const MeshGroups& groups);

/// Each group's devices. Fails with xla.limit if there are too many to list. Precondition: check_mesh.
core::Result<ListedGroups> listed_groups(const ReplicaGroups& groups);

}  // namespace tileglot::hlo
