// SPDX-License-Identifier: Apache-2.0
// collective_groups.h: which devices exchange values in a collective.
//
// What     collective_groups(module, id, devices) lists, for each group, the devices in the order
//          in which the collective takes them. The meaning of replica_groups depends on two
//          attributes:
//
//            channel_id  use_global_device_ids  ids are      a group is
//            no          no                     replicas     those replicas, for each partition
//            yes         false                  replicas     all partitions of those replicas
//            yes         true                   devices      those devices, by flattened id
//            yes         the opcode has none    partitions   those partitions, for each replica
//
//          No groups: all ids are one group. A collective-permute has pairs instead of groups: all
//          ids are one group, in their order.
// Example  {{0,1}} on 2 replicas x 2 partitions: without a channel devices 0, 2 and 1, 3; with one
//          all four, 0 1 2 3.
//          [tests: hlo/run/devices/collective_groups_test.cc, "what ids mean"]
// Errors   run.groups: an id that does not exist, is named twice or by no group
//          (collective-broadcast may leave some out), groups of several sizes where one is needed,
//          an empty group, use_global_device_ids without channel_id or without groups.
// Source   XLA, GetCollectiveOpGroupMode, GetParticipatingDevicesGroups, hlo_verifier.cc.
#pragma once

#include <string>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/run/array/devices.h"

namespace tileglot::hlo::run {

/// Whether devices exchange values in the operation, and it is evaluated: true for -start, not for
/// -done.
bool is_collective(Opcode opcode);
/// all-reduce for all-reduce-start; operations that are not a -start stay.
Opcode started_operation(Opcode opcode);

core::Result<std::vector<DeviceNumbers>> collective_groups(const Module& module, InstructionId id,
                                                           const Devices& devices);

/// The error `all-reduce r: what`, with help on how many devices to run with.
core::Error bad_groups(const Module& module, InstructionId id, const std::string& what);

}  // namespace tileglot::hlo::run
