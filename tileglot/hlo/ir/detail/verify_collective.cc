// SPDX-License-Identifier: Apache-2.0
// Collectives over groups of devices: their groups, dimensions and shapes.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/detail/verify_check.h"
#include "tileglot/hlo/ir/detail/verify_instruction.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/replica_groups.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/sharding/tile_assignment.h"

namespace tileglot::hlo {
namespace {

using core::Status;
using notation::xla::PrimitiveType;
using notation::xla::Shape;
using notation::xla::TileAssignment;

/// Which devices the numbers of groups are; XLA's CollectiveOpGroupMode.
enum class GroupMode : std::uint8_t { kReplicas, kPartitions, kBoth, kFlattened };

constexpr std::string_view kGroups = "CheckReplicaGroups";
constexpr std::string_view kMode = "GetCollectiveOpGroupMode";

/// all-to-all and the like have no use_global_device_ids.
bool may_use_global_ids(Opcode opcode) {
  return opcode != Opcode::kAllToAll && opcode != Opcode::kRaggedAllToAll;
}

GroupMode mode_of(const Subject& subject) {
  const bool channel = subject.has(AttributeKey::kChannelId);
  if (!channel) return GroupMode::kReplicas;
  if (!may_use_global_ids(subject.opcode())) return GroupMode::kPartitions;
  return flag_of(subject.instruction(), AttributeKey::kUseGlobalDeviceIds) ? GroupMode::kFlattened
                                                                           : GroupMode::kBoth;
}

std::optional<std::int64_t> devices_in(const Module& module, GroupMode mode) {
  const std::int64_t replicas = module.header.replica_count;
  const std::int64_t partitions = module.header.partition_count;
  switch (mode) {
    case GroupMode::kReplicas:
    case GroupMode::kBoth: return replicas;
    case GroupMode::kPartitions: return partitions;
    case GroupMode::kFlattened: return core::checked_mul(replicas, partitions);
  }
  return std::nullopt;
}

const ReplicaGroups* groups_of(const Subject& subject) {
  const auto* const groups =
      attribute_of<Shared<ReplicaGroups>>(subject.instruction(), AttributeKey::kReplicaGroups);
  return groups == nullptr ? nullptr : &**groups;
}

/// How many groups there are, how many devices, and how many are in the first.
struct GroupCounts {
  std::int64_t groups = 0;
  std::int64_t devices = 0;
  std::int64_t first = 0;
};

/// A group has a device for each place along its axes, or the named parts of them.
GroupCounts counts_of_mesh(const MeshGroups& mesh) {
  const std::int64_t devices = tile_count(mesh.devices);
  std::int64_t size = 1;
  for (const AxisRef& axis : mesh.along) {
    size *= axis.part ? axis.part->size : mesh.devices.dims[axis.axis];
  }
  return {size == 0 ? 0 : devices / size, devices, size};
}

GroupCounts counts_of(const ReplicaGroups& groups) {
  if (const auto* const grid = std::get_if<TileAssignment>(&groups)) {
    const std::int64_t count = grid->dims.empty() ? 1 : grid->dims[0];
    const std::int64_t devices = tile_count(*grid);
    return {count, devices, count == 0 ? 0 : devices / count};
  }
  if (const auto* const mesh = std::get_if<MeshGroups>(&groups)) return counts_of_mesh(*mesh);
  const auto& lists = std::get<ListedGroups>(groups);
  GroupCounts counts{.groups = static_cast<std::int64_t>(lists.size())};
  for (const auto& list : lists) counts.devices += static_cast<std::int64_t>(list.size());
  if (!lists.empty()) counts.first = static_cast<std::int64_t>(lists[0].size());
  return counts;
}

Status verify_listed(const Subject& subject, const ListedGroups& lists, std::int64_t count,
                     bool uniform) {
  std::vector<bool> seen(static_cast<std::size_t>(count));
  for (const auto& list : lists) {
    if (list.empty()) return subject.refuse(kGroups, "a replica group is empty");
    if (uniform && list.size() != lists[0].size()) {
      return subject.refuse(kGroups, fmt::format("replica groups of {} and {} devices",
                                                 lists[0].size(), list.size()));
    }
    for (const std::int64_t device : list) {
      const auto at = static_cast<std::size_t>(device);
      if (device < 0 || device >= count) {
        return subject.refuse(
            kGroups, fmt::format("replica_groups names {}, and has {} devices", device, count));
      }
      if (seen[at]) {
        return subject.refuse(kGroups, fmt::format("replica_groups names {} twice", device));
      }
      seen[at] = true;
    }
  }
  return {};
}

Status verify_groups(const Subject& subject, bool uniform = true) {
  const GroupMode mode = mode_of(subject);
  const bool global = flag_of(subject.instruction(), AttributeKey::kUseGlobalDeviceIds);
  if (global && !subject.has(AttributeKey::kChannelId)) {
    return subject.refuse(kMode, "use_global_device_ids without a channel_id");
  }
  const ReplicaGroups* const groups = groups_of(subject);
  const GroupCounts counts = groups == nullptr ? GroupCounts{} : counts_of(*groups);
  if (counts.groups == 0) {
    if (mode != GroupMode::kFlattened) return {};
    return subject.refuse(kGroups, "use_global_device_ids without replica_groups");
  }
  if (const auto* const lists = std::get_if<ListedGroups>(groups)) {
    TILEGLOT_TRY_STATUS(verify_listed(subject, *lists, counts.devices, uniform));
  }
  const auto wanted = devices_in(subject.module, mode);
  if (!wanted || *wanted == 1 || *wanted == counts.devices) return {};
  return subject.refuse(kGroups, fmt::format("replica_groups has {} devices, and the module {}",
                                             counts.devices, *wanted));
}

/// XLA's GetSubgroupSize: the devices of one group; 1 where the module does not say how many. Where
/// groups of replicas meet all partitions, and it does not say how many those are, XLA counts one.
std::int64_t group_size(const Subject& subject) {
  const GroupMode mode = mode_of(subject);
  const ReplicaGroups* const groups = groups_of(subject);
  const GroupCounts counts = groups == nullptr ? GroupCounts{} : counts_of(*groups);
  const std::int64_t partitions = subject.module.header.partition_count;
  const std::int64_t replicas = subject.module.header.replica_count;
  if (mode == GroupMode::kPartitions) return counts.groups == 0 ? partitions : counts.first;
  const std::int64_t size = counts.groups == 0 ? replicas : counts.first;
  if (mode != GroupMode::kBoth) return size;
  if (partitions == 1) return 1;
  return core::checked_mul(size, partitions).value_or(size);
}

std::optional<std::size_t> dimension_of(const Subject& subject) {
  const Ints& dimensions = subject.integers(AttributeKey::kDimensions);
  if (dimensions.size() != 1 || dimensions[0] < 0) return std::nullopt;
  return static_cast<std::size_t>(dimensions[0]);
}

/// The one array that all elements of `shape` are checked against, by operand.
const Shape* part(const Shape& shape, std::size_t operands, std::size_t i) {
  if (operands == 1) return &shape;
  return i < shape.elements.size() && shape.elements.size() == operands ? &shape.elements[i]
                                                                        : nullptr;
}

/// all-gather and reduce-scatter: along `dimension`, the wider array has a multiple of the other.
Status verify_shards(const Subject& subject, std::string_view check, const Shape& results,
                     bool gathers) {
  const auto dimension = dimension_of(subject);
  const auto refuse = [&](std::string_view why) { return subject.refuse(check, std::string(why)); };
  if (!dimension) return refuse("dimensions does not name one dimension");
  const std::int64_t size = group_size(subject);
  std::optional<std::int64_t> shards;
  for (std::size_t i = 0; i < subject.operand_count(); ++i) {
    const Shape& operand = subject.operand(i);
    const Shape* const result = part(results, subject.operand_count(), i);
    if (result == nullptr || !is_array(operand) || !is_array(*result)) {
      return refuse("its shape does not have an array for each operand");
    }
    if (*dimension >= rank(operand) || *dimension >= rank(*result)) {
      return refuse(fmt::format("there is no dimension {} in {}", *dimension, print(operand)));
    }
    const Shape& small = gathers ? operand : *result;
    const Shape& large = gathers ? *result : operand;
    const auto parts = small.dimensions[*dimension].bound;
    const auto whole = large.dimensions[*dimension].bound;
    if (!parts || !whole) continue;
    if (!shards) shards = *parts == 0 ? 0 : core::ceil_div(*whole, *parts);
    Shape expected = small;
    expected.dimensions[*dimension].bound = core::checked_mul(*parts, *shards);
    if (!compatible(expected, large)) {
      return refuse(fmt::format("{} along dimension {} over {} devices is not {}", print(operand),
                                *dimension, *shards, print(*result)));
    }
  }
  if (size == 1 || !shards || *shards == size) return {};
  return refuse(fmt::format("{} parts, and groups of {} devices", *shards, size));
}

Status verify_all_gather(const Subject& subject) {
  constexpr std::string_view kCheck = "ShapeVerifier::HandleAllGather";
  TILEGLOT_TRY_STATUS(verify_groups(subject));
  return verify_shards(subject, kCheck, subject.shape(), true);
}

Status verify_all_gather_start(const Subject& subject) {
  constexpr std::string_view kCheck = "ShapeVerifier::HandleAllGatherStart";
  TILEGLOT_TRY_STATUS(verify_groups(subject));
  const Shape& shape = subject.shape();
  const Shape operands = one_or_tuple(subject, 0, subject.operand_count());
  if (shape.type != PrimitiveType::kTuple || shape.elements.size() != 2 ||
      !compatible(shape.elements[0], operands)) {
    return subject.refuse(kCheck,
                          fmt::format("{} is not its operands and its result", print(shape)));
  }
  return verify_shards(subject, kCheck, shape.elements[1], true);
}

Status verify_all_reduce(const Subject& subject, std::string_view check) {
  TILEGLOT_TRY_STATUS(verify_groups(subject, false));
  TILEGLOT_TRY_STATUS(expect_arrays(subject, "ShapeInference::InferAllReduceShape"));
  if (subject.has(AttributeKey::kChannelId) && subject.opcode() == Opcode::kAllReduce &&
      integer_of(subject.instruction(), AttributeKey::kChannelId) <= 0) {
    return subject.refuse("InstructionVerifier::HandleAllReduce", "its channel_id is not above 0");
  }
  return expect_shape(subject, check, one_or_tuple(subject, 0, subject.operand_count()));
}

Status verify_reduce_scatter(const Subject& subject) {
  TILEGLOT_TRY_STATUS(verify_groups(subject));
  return verify_shards(subject, "ShapeVerifier::HandleReduceScatter", subject.shape(), false);
}

Status verify_all_to_all(const Subject& subject) {
  constexpr std::string_view kCheck = "ShapeVerifier::HandleAllToAll";
  TILEGLOT_TRY_STATUS(verify_groups(subject));
  TILEGLOT_TRY_STATUS(expect_arrays(subject, kCheck));
  const std::int64_t size = group_size(subject);
  if (subject.has(AttributeKey::kDimensions)) {
    const auto dimension = dimension_of(subject);
    const Shape& operand = subject.operand(0);
    if (subject.operand_count() != 1 || !dimension || *dimension >= rank(operand)) {
      return subject.refuse(kCheck, "dimensions does not name one dimension of one operand");
    }
    const auto bound = operand.dimensions[*dimension].bound;
    if (bound && (size < 1 || *bound % size != 0)) {
      return subject.refuse("ShapeInference::InferAllToAllShape",
                            fmt::format("dimension {} has {} elements, which {} devices do not "
                                        "divide",
                                        *dimension, *bound, size));
    }
    return expect_shape(subject, kCheck, operand);
  }
  if (static_cast<std::int64_t>(subject.operand_count()) != size) {
    return subject.refuse(
        kCheck, fmt::format("{} operands for groups of {} devices", subject.operand_count(), size));
  }
  for (std::size_t i = 1; i < subject.operand_count(); ++i) {
    if (compatible(subject.operand(0), subject.operand(i))) continue;
    return subject.refuse("ShapeInference::InferAllToAllTupleShape", "its operands differ");
  }
  Shape result{.type = PrimitiveType::kTuple};
  for (std::size_t i = 0; i < subject.operand_count(); ++i) {
    result.elements.push_back(subject.operand(i));
  }
  return expect_shape(subject, kCheck, result);
}

Status verify_ragged_all_to_all(const Subject& subject) {
  constexpr std::string_view kCheck = "ShapeVerifier::HandleRaggedAllToAll";
  TILEGLOT_TRY_STATUS(verify_groups(subject));
  for (std::size_t i = 2; i < subject.operand_count(); ++i) {
    const Shape& numbers = subject.operand(i);
    if (rank(numbers) != 1 && rank(numbers) != 2) {
      return subject.refuse(
          kCheck, fmt::format("operand {}, {}, does not have rank 1 or 2", i, print(numbers)));
    }
    if (!compatible(numbers, subject.operand(2))) {
      return subject.refuse(kCheck, fmt::format("operands 2 and {} differ: {} and {}", i,
                                                print(subject.operand(2)), print(numbers)));
    }
  }
  return expect_shape(subject, "ShapeInference::InferRaggedAllToAllShape", subject.operand(1));
}

/// What a `-done` gives: its operand, or the element of it that `element` numbers.
Status verify_done(const Subject& subject, std::string_view check,
                   std::optional<std::size_t> element) {
  const Shape& operand = subject.operand(0);
  if (!element) return expect_shape(subject, check, operand);
  if (operand.type == PrimitiveType::kTuple && *element < operand.elements.size()) {
    return expect_shape(subject, check, operand.elements[*element]);
  }
  return subject.refuse(check, fmt::format("{} of {}, which has no element {}", subject.name(),
                                           print(operand), *element));
}

}  // namespace

Status verify_collective(const Subject& subject) {
  switch (subject.opcode()) {
    case Opcode::kAllGather: return verify_all_gather(subject);
    case Opcode::kAllGatherStart: return verify_all_gather_start(subject);
    case Opcode::kAllGatherDone:
      return verify_done(subject, "ShapeVerifier::HandleAllGatherDone", 1);
    case Opcode::kAllReduce: return verify_all_reduce(subject, "ShapeVerifier::HandleAllReduce");
    case Opcode::kAllReduceStart:
      return verify_all_reduce(subject, "ShapeVerifier::HandleAllReduceStart");
    case Opcode::kAllReduceDone:
      return verify_done(subject, "ShapeVerifier::HandleAllReduceDone", std::nullopt);
    case Opcode::kReduceScatter: return verify_reduce_scatter(subject);
    case Opcode::kAllToAll: return verify_all_to_all(subject);
    case Opcode::kRaggedAllToAll: return verify_ragged_all_to_all(subject);
    case Opcode::kCollectiveBroadcast:
      return expect_shape(subject, "ShapeVerifier::HandleCollectiveBroadcast",
                          one_or_tuple(subject, 0, subject.operand_count()));
    default: return {};
  }
}

}  // namespace tileglot::hlo
