// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/devices/collective_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/ir/replica_groups.h"
#include "tileglot/hlo/run/array/devices.h"

namespace tileglot::hlo::run {
namespace {

enum class Ids : std::uint8_t { kReplicas, kReplicasOfAllPartitions, kPartitions, kDevices };

std::string_view noun_of(Ids ids) {
  if (ids == Ids::kPartitions) return "partition";
  return ids == Ids::kDevices ? "device" : "replica";
}

/// Whether the operation can have use_global_device_ids, which is false if it is not written.
bool has_global_ids(const Instruction& instruction) {
  switch (started_operation(instruction.opcode)) {
    case Opcode::kAllGather:
    case Opcode::kAllReduce:
    case Opcode::kReduceScatter: return true;
    default: return attribute_of<bool>(instruction, AttributeKey::kUseGlobalDeviceIds) != nullptr;
  }
}

bool has_channel(const Instruction& instruction) {
  return attribute_of<std::int64_t>(instruction, AttributeKey::kChannelId) != nullptr;
}

Ids ids_of(const Instruction& instruction) {
  if (!has_channel(instruction)) return Ids::kReplicas;
  if (!has_global_ids(instruction)) return Ids::kPartitions;
  return flag_of(instruction, AttributeKey::kUseGlobalDeviceIds) ? Ids::kDevices
                                                                 : Ids::kReplicasOfAllPartitions;
}

std::int64_t count_of(Ids ids, const Devices& devices) {
  if (ids == Ids::kPartitions) return devices.partitions;
  return ids == Ids::kDevices ? static_cast<std::int64_t>(devices.count()) : devices.replicas;
}

bool needs_one_size(Opcode opcode) {
  return opcode == Opcode::kAllGather || opcode == Opcode::kReduceScatter ||
         opcode == Opcode::kAllToAll;
}

/// Checks the groups of one instruction against the existing ids.
class GroupCheck {
 public:
  GroupCheck(const Module& module, InstructionId id, Ids ids, std::int64_t count)
      : module_(module), id_(id), ids_(ids), seen_(static_cast<std::size_t>(count)) {}

  core::Status check(const ListedGroups& groups) {
    for (const auto& group : groups) {
      if (group.empty()) return refuse("a group has no members");
      for (const std::int64_t id : group) TILEGLOT_TRY_STATUS(mark(id));
    }
    const Opcode opcode = started_operation(module_[id_].opcode);
    if (opcode != Opcode::kCollectiveBroadcast) TILEGLOT_TRY_STATUS(check_all_are_there());
    return needs_one_size(opcode) ? check_one_size(groups) : core::Status();
  }

 private:
  core::Status refuse(const std::string& what) const {
    return core::fail(bad_groups(module_, id_, what));
  }

  core::Status mark(std::int64_t id) {
    if (id < 0 || id >= static_cast<std::int64_t>(seen_.size())) {
      return refuse(fmt::format("replica_groups name {} {}, and there are {}", noun_of(ids_), id,
                                seen_.size()));
    }
    if (seen_[static_cast<std::size_t>(id)]) {
      return refuse(fmt::format("replica_groups name {} {} twice", noun_of(ids_), id));
    }
    seen_[static_cast<std::size_t>(id)] = true;
    return {};
  }

  core::Status check_all_are_there() const {
    const auto absent = std::ranges::find(seen_, false);
    if (absent == seen_.end()) return {};
    return refuse(fmt::format("{} {} is in no group", noun_of(ids_), absent - seen_.begin()));
  }

  core::Status check_one_size(const ListedGroups& groups) const {
    for (const auto& group : groups) {
      if (group.size() == groups[0].size()) continue;
      return refuse(fmt::format("groups have {} and {} members, and all should have as many",
                                groups[0].size(), group.size()));
    }
    return {};
  }

  const Module& module_;
  InstructionId id_;
  Ids ids_;
  std::vector<bool> seen_;
};

core::Result<ListedGroups> stated_groups(const Module& module, InstructionId id) {
  const auto* groups =
      attribute_of<Shared<ReplicaGroups>>(module[id], AttributeKey::kReplicaGroups);
  if (groups == nullptr || started_operation(module[id].opcode) == Opcode::kCollectivePermute) {
    return ListedGroups();
  }
  return listed_groups(**groups);
}

ListedGroups one_group(std::int64_t count) {
  std::vector<std::int64_t> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), std::int64_t{0});
  return {std::move(all)};
}

/// The devices of a group: once, or for each of the replicas or partitions that it does not name.
void append_devices(const std::vector<std::int64_t>& group, Ids ids, const Devices& devices,
                    std::vector<DeviceNumbers>& all) {
  const std::int64_t copies = ids == Ids::kReplicas     ? devices.partitions
                              : ids == Ids::kPartitions ? devices.replicas
                                                        : 1;
  for (std::int64_t copy = 0; copy < copies; ++copy) {
    DeviceNumbers& members = all.emplace_back();
    for (const std::int64_t id : group) {
      switch (ids) {
        case Ids::kDevices: members.push_back(static_cast<std::size_t>(id)); break;
        case Ids::kReplicas: members.push_back(devices.number_of({id, copy})); break;
        case Ids::kPartitions: members.push_back(devices.number_of({copy, id})); break;
        case Ids::kReplicasOfAllPartitions:
          for (std::int64_t p = 0; p < devices.partitions; ++p) {
            members.push_back(devices.number_of({id, p}));
          }
      }
    }
  }
}

core::Status check_attributes(const Module& module, InstructionId id, const ListedGroups& groups) {
  if (!flag_of(module[id], AttributeKey::kUseGlobalDeviceIds)) return {};
  if (!has_channel(module[id])) {
    return core::fail(bad_groups(module, id, "use_global_device_ids needs a channel_id"));
  }
  if (!groups.empty()) return {};
  return core::fail(bad_groups(module, id, "use_global_device_ids needs replica_groups"));
}

}  // namespace

bool is_collective(Opcode opcode) {
  switch (started_operation(opcode)) {
    case Opcode::kAllGather:
    case Opcode::kAllReduce:
    case Opcode::kAllToAll:
    case Opcode::kCollectiveBroadcast:
    case Opcode::kCollectivePermute:
    case Opcode::kReduceScatter: return true;
    default: return false;
  }
}

Opcode started_operation(Opcode opcode) {
  switch (opcode) {
    case Opcode::kAllGatherStart: return Opcode::kAllGather;
    case Opcode::kAllReduceStart: return Opcode::kAllReduce;
    case Opcode::kCollectivePermuteStart: return Opcode::kCollectivePermute;
    default: return opcode;
  }
}

core::Error bad_groups(const Module& module, InstructionId id, const std::string& what) {
  return {{.code = "run.groups",
           .message = fmt::format("{} {}: {}", name_of(module[id].opcode), module[id].name, what),
           .help = "run it on as many devices as it is made for: --replicas N --partitions M"}};
}

core::Result<std::vector<DeviceNumbers>> collective_groups(const Module& module, InstructionId id,
                                                           const Devices& devices) {
  const Ids ids = ids_of(module[id]);
  TILEGLOT_TRY(groups, stated_groups(module, id));
  TILEGLOT_TRY_STATUS(check_attributes(module, id, groups));
  const std::int64_t count = count_of(ids, devices);
  if (groups.empty()) groups = one_group(count);
  TILEGLOT_TRY_STATUS(GroupCheck(module, id, ids, count).check(groups));
  std::vector<DeviceNumbers> all;
  all.reserve(groups.size());
  for (const auto& group : groups) append_devices(group, ids, devices, all);
  return all;
}

}  // namespace tileglot::hlo::run
