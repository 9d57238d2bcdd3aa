// SPDX-License-Identifier: Apache-2.0
// sharded_operation.cc: one instruction of sharded_run.h on the devices.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/run/array/physical_array.h"
#include "tileglot/hlo/run/array/value.h"
#include "tileglot/hlo/run/devices/array_tiles.h"
#include "tileglot/hlo/run/devices/collective_groups.h"
#include "tileglot/hlo/run/devices/lockstep.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/hlo/run/element/elementwise.h"
#include "tileglot/hlo/run/operation/array_operation.h"
#include "tileglot/hlo/run/operation/check_operation.h"
#include "tileglot/hlo/run/sharded_run.h"
#include "tileglot/notation/xla/shape/leaves.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/sharding/sharding.h"
#include "tileglot/notation/xla/sharding/tile_shape.h"

namespace tileglot::hlo::run {
namespace {

using notation::xla::Shape;
using notation::xla::Sharding;
using notation::xla::ShardingKind;

bool has_manual(const Shardings& shardings) { return std::ranges::any_of(shardings, is_manual); }

bool any_manual(std::span<const DeviceValue> values) {
  return std::ranges::any_of(values, [](const DeviceValue& v) { return has_manual(*v.shardings); });
}

bool all_local(std::span<const DeviceValue> values) {
  return std::ranges::all_of(values, [](const DeviceValue& v) { return is_local(*v.shardings); });
}

std::shared_ptr<const Shardings> all_of_kind(ShardingKind kind, const Shape& shape) {
  Shardings leaves(tuple_leaf_count(shape));
  for (Sharding& leaf : leaves) leaf.kind = kind;
  return std::make_shared<const Shardings>(std::move(leaves));
}

/// Whether the operation by itself gives each device a different value.
bool tells_devices_apart(const Instruction& instruction) {
  if (instruction.opcode == Opcode::kPartitionId) return true;
  return is_collective(instruction.opcode) &&
         attribute_of<std::int64_t>(instruction, AttributeKey::kChannelId) != nullptr;
}

/// Operations that a compiler only makes after it has partitioned a module.
bool is_of_partitioned_modules(Opcode opcode) {
  switch (opcode) {
    case Opcode::kAllGatherDone:
    case Opcode::kAllGatherStart:
    case Opcode::kAllReduceDone:
    case Opcode::kAllReduceStart:
    case Opcode::kAsyncDone:
    case Opcode::kAsyncStart:
    case Opcode::kAsyncUpdate:
    case Opcode::kCollectivePermuteDone:
    case Opcode::kCollectivePermuteStart: return true;
    default: return false;
  }
}

}  // namespace

core::Error ShardedRun::refused(InstructionId id, std::string why) const {
  return {{.code = "run.sharding",
           .message = fmt::format("{}: {}", module()[id].name, why),
           .help = "custom-call SPMDFullToShardShape makes tiles each device's own, and "
                   "SPMDShardToFullShape makes them tiles again"}};
}

core::Result<DeviceValue> ShardedRun::operation(InstructionId id, Operands operands,
                                                const DeviceNumbers& here) {
  auto result = computed(id, operands, here);
  if (result && watch_) watch_(id, *result);
  return result;
}

core::Result<DeviceValue> ShardedRun::computed(InstructionId id, Operands operands,
                                               const DeviceNumbers& here) {
  const Opcode opcode = module()[id].opcode;
  switch (opcode) {
    case Opcode::kAddDependency:
    case Opcode::kDomain:
    case Opcode::kOptBarrier: return handed(operands[0], id, here, nullptr);
    case Opcode::kTuple: return tuple(id, operands, here);
    case Opcode::kGetTupleElement: return tuple_element(id, operands[0], here);
    case Opcode::kCustomCall: return custom_call(id, operands, here);
    default: break;
  }
  if (is_of_partitioned_modules(opcode)) {
    return core::fail(refused(id, fmt::format("{} is of partitioned modules", name_of(opcode))));
  }
  const SharedShardings& stated = plan_.of(id);
  if (all_local(operands) && (!stated || is_local(*stated))) return for_itself(id, operands, here);
  const bool own = any_manual(operands) || tells_devices_apart(module()[id]);
  if (own || (stated && has_manual(*stated))) {
    return core::fail(refused(id, "values of which each device has its own meet tiles"));
  }
  if (const Sharding* const tiles = common_tiles(id, operands)) {
    return on_tiles(id, operands, *tiles, here);
  }
  return as_a_whole(id, operands, here);
}

core::Result<DeviceValue> ShardedRun::collective(InstructionId id, Operands operands,
                                                 const DeviceNumbers& here) {
  const SharedShardings& stated = plan_.of(id);
  if (is_of_partitioned_modules(module()[id].opcode)) return computed(id, operands, here);
  if (!all_local(operands) || (stated && !is_local(*stated))) {
    return core::fail(refused(id, "a collective outside of manual regions takes tiles"));
  }
  TILEGLOT_TRY(result, Lockstep::collective(id, operands, here));
  const bool own = any_manual(operands) || tells_devices_apart(module()[id]);
  result.shardings = stated ? stated
                            : all_of_kind(own ? ShardingKind::kManual : ShardingKind::kReplicated,
                                          module().shape_of(id));
  if (watch_) watch_(id, result);
  return std::move(result);
}

core::Result<DeviceValue> ShardedRun::for_itself(InstructionId id, Operands operands,
                                                 const DeviceNumbers& here) {
  const SharedShardings& stated = plan_.of(id);
  const bool own = any_manual(operands) || tells_devices_apart(module()[id]);
  if (own && stated && !has_manual(*stated)) {
    return core::fail(refused(id, "a per-device value cannot have the sharding of a whole array"));
  }
  TILEGLOT_TRY(result, Lockstep::operation(id, operands, here));
  result.shardings = stated ? stated
                            : all_of_kind(own ? ShardingKind::kManual : ShardingKind::kReplicated,
                                          module().shape_of(id));
  return std::move(result);
}

core::Result<DeviceValue> ShardedRun::tuple(InstructionId id, Operands operands,
                                            const DeviceNumbers& here) {
  DeviceValue all = nowhere();
  Shardings leaves;
  for (const DeviceValue& operand : operands) {
    leaves.insert(leaves.end(), operand.shardings->begin(), operand.shardings->end());
  }
  for (const std::size_t device : here) all.local[device].elements = values_at(operands, device);
  all.shardings = std::make_shared<const Shardings>(std::move(leaves));
  return handed(all, id, here, nullptr);
}

core::Result<DeviceValue> ShardedRun::tuple_element(InstructionId id, const DeviceValue& tuple,
                                                    const DeviceNumbers& here) {
  const auto index = static_cast<std::size_t>(integer_of(module()[id], AttributeKey::kIndex));
  const Shape& shape = module().shape_of(module().operand(id, 0));
  auto first = tuple.shardings->begin();
  for (std::size_t i = 0; i < index; ++i) {
    first += static_cast<std::ptrdiff_t>(tuple_leaf_count(shape.elements[i]));
  }
  const auto count = static_cast<std::ptrdiff_t>(tuple_leaf_count(shape.elements[index]));
  DeviceValue element = nowhere();
  for (const std::size_t device : here) {
    element.local[device] = tuple.local[device].elements[index];
  }
  element.shardings = std::make_shared<const Shardings>(first, first + count);
  return handed(element, id, here, nullptr);
}

core::Result<DeviceValue> ShardedRun::custom_call(InstructionId id, Operands operands,
                                                  const DeviceNumbers& here) {
  const std::string target = unquoted_of(module()[id], AttributeKey::kCustomCallTarget);
  const bool one_array = operands.size() == 1 && is_array(module().shape_of(id)) &&
                         is_array(module().shape_of(module().operand(id, 0)));
  if (target == "SPMDFullToShardShape" && one_array) return full_to_shard(id, operands[0], here);
  if (target == "SPMDShardToFullShape" && one_array) return shard_to_full(id, operands[0], here);
  const SharedShardings& stated = plan_.of(id);
  if (all_local(operands) && (!stated || is_local(*stated))) return for_itself(id, operands, here);
  if (any_manual(operands) || (stated && has_manual(*stated))) {
    return core::fail(refused(id, "values of which each device has its own meet tiles"));
  }
  return as_a_whole(id, operands, here);
}

core::Result<DeviceValue> ShardedRun::full_to_shard(InstructionId id, const DeviceValue& full,
                                                    const DeviceNumbers& here) {
  const Sharding& sharding = (*full.shardings)[0];
  const Shape& whole = module().shape_of(module().operand(id, 0));
  const Shape& shape = module().shape_of(id);
  TILEGLOT_TRY(tile, tile_shape(sharding, whole));
  const bool fits = !is_manual(sharding) && sharding.kind != ShardingKind::kMaximal &&
                    tile.dimensions == shape.dimensions && tile.type == shape.type;
  const SharedShardings& stated = plan_.of(id);
  if (!fits || (stated && !has_manual(*stated))) {
    return core::fail(
        refused(id, fmt::format("{} is not each device's own {}", print(tile), print(shape))));
  }
  DeviceValue result = nowhere();
  for (const std::size_t device : here) {
    TILEGLOT_TRY_STATUS(interpreter().spend_result(shape));
    const Elements tile_elements = read(full.local[device].array);
    TILEGLOT_TRY(own, cleared_tile(tile_elements, whole, sharding, device));
    TILEGLOT_TRY(array, interpreter().memory().write(own, shape));
    result.local[device].array = std::move(array);
  }
  result.shardings = all_of_kind(ShardingKind::kManual, shape);
  return result;
}

core::Result<DeviceValue> ShardedRun::shard_to_full(InstructionId id, const DeviceValue& shard,
                                                    const DeviceNumbers& here) {
  const Shape& own = module().shape_of(module().operand(id, 0));
  const Shape& shape = module().shape_of(id);
  const SharedShardings to =
      plan_.of(id) ? plan_.of(id) : all_of_kind(ShardingKind::kReplicated, shape);
  TILEGLOT_TRY(tile, tile_shape((*to)[0], shape));
  const bool fits = is_local(*shard.shardings) && !has_manual(*to) &&
                    tile.dimensions == own.dimensions && tile.type == own.type;
  if (!fits) {
    return core::fail(
        refused(id, fmt::format("each device's own {} is not the tile {} of the whole", print(own),
                                print(tile))));
  }
  DeviceValue result = nowhere();
  for (const std::size_t device : here) {
    TILEGLOT_TRY_STATUS(interpreter().spend_result(tile));
    if (!device_keeps((*to)[0], device)) continue;
    TILEGLOT_TRY(array, interpreter().memory().relaid(shard.local[device].array, tile));
    result.local[device].array = std::move(array);
  }
  result.shardings = to;
  return result;
}

const notation::xla::Sharding* ShardedRun::common_tiles(InstructionId id, Operands operands) const {
  if (!computes_elementwise(module()[id].opcode) || !is_array(module().shape_of(id))) {
    return nullptr;
  }
  const auto& dimensions = module().shape_of(id).dimensions;
  const Sharding* common = plan_.of(id) ? plan_.of(id)->data() : nullptr;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const Shape& shape = module().shape_of(module().operand(id, i));
    const Sharding& sharding = operands[i].shardings->front();
    const bool serves_every_place = shape.dimensions.empty() && !dimensions.empty() &&
                                    sharding.kind == ShardingKind::kReplicated;
    if (serves_every_place) continue;
    if (common == nullptr) common = &sharding;
    if (shape.dimensions != dimensions || *common != sharding) return nullptr;
  }
  return common;
}

core::Result<DeviceValue> ShardedRun::on_tiles(InstructionId id, Operands operands,
                                               const Sharding& tiles, const DeviceNumbers& here) {
  const Shape& shape = module().shape_of(id);
  TILEGLOT_TRY_STATUS(check_operation(module(), id));
  TILEGLOT_TRY(tile, tile_shape(tiles, shape));
  DeviceValue result = nowhere();
  for (const std::size_t device : here) {
    if (!device_keeps(tiles, device)) continue;
    TILEGLOT_TRY_STATUS(interpreter().spend_instruction());
    TILEGLOT_TRY_STATUS(interpreter().spend_result(tile));
    TILEGLOT_TRY(arrays, interpreter().arrays_of(id, values_at(operands, device)));
    std::vector<const Elements*> elements;
    elements.reserve(arrays.size());
    for (const ArrayOperand& array : arrays) elements.push_back(&array.elements);
    TILEGLOT_TRY(own, elementwise(module(), id, elements));
    TILEGLOT_TRY(value, interpreter().written({own}, tile));
    result.local[device] = std::move(value);
  }
  result.shardings = std::make_shared<const Shardings>(1, tiles);
  return result;
}

core::Result<DeviceValue> ShardedRun::as_a_whole(InstructionId id, Operands operands,
                                                 const DeviceNumbers& here) {
  TILEGLOT_TRY_STATUS(check_all_are_here(id, here));
  std::vector<Value> all;
  all.reserve(operands.size());
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const InstructionId operand = module().operand(id, i);
    TILEGLOT_TRY(value, whole(operands[i], operand, module().shape_of(operand)));
    all.push_back(std::move(value));
  }
  interpreter().set_device({});
  TILEGLOT_TRY(result, interpreter().evaluate(id, all, {}));
  const Shape& shape = module().shape_of(id);
  const SharedShardings& stated = plan_.of(id);
  return cut(result, shape, stated ? stated : all_of_kind(ShardingKind::kReplicated, shape));
}

}  // namespace tileglot::hlo::run
