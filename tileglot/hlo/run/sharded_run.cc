// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/sharded_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/run/array/physical_array.h"
#include "tileglot/hlo/run/array/strided_box.h"
#include "tileglot/hlo/run/array/value.h"
#include "tileglot/hlo/run/devices/array_tiles.h"
#include "tileglot/hlo/run/devices/lockstep.h"
#include "tileglot/hlo/run/element/convert.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/hlo/run/evaluate.h"
#include "tileglot/hlo/run/operation/array_operation.h"
#include "tileglot/hlo/run/sharding_plan.h"
#include "tileglot/notation/xla/shape/leaves.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/sharding/sharding.h"
#include "tileglot/notation/xla/sharding/tile_assignment.h"
#include "tileglot/notation/xla/sharding/tile_shape.h"

namespace tileglot::hlo::run {
namespace {

using notation::xla::Shape;
using notation::xla::Sharding;
using notation::xla::ShardingKind;

std::shared_ptr<const Shardings> replicated(const Shape& shape) {
  return std::make_shared<const Shardings>(tuple_leaf_count(shape));
}

/// The row-major number of a device's tile; copies of one tile have the same number.
std::int64_t tile_number(const Sharding& sharding, std::size_t device) {
  if (sharding.kind != ShardingKind::kTiled) return 0;
  const auto tiles = notation::xla::data_tiles(sharding);
  const std::int64_t all = notation::xla::tile_count(sharding.tiles);
  const std::int64_t distinct =
      std::accumulate(tiles.begin(), tiles.end(), std::int64_t{1}, std::multiplies<>());
  return notation::xla::tile_of(sharding.tiles, static_cast<std::int64_t>(device)).value_or(0) /
         (all / distinct);
}

std::string number_text(const Elements& elements, std::size_t i) {
  const std::vector<std::int64_t> place{static_cast<std::int64_t>(i)};
  return fmt::format("{:02x}", fmt::join(stored(gathered(elements, place)), " "));
}

/// The first element in which two copies differ.
std::optional<std::size_t> first_difference(const Elements& a, const Elements& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::vector<std::int64_t> place{static_cast<std::int64_t>(i)};
    if (!same_elements(gathered(a, place), gathered(b, place))) return i;
  }
  return std::nullopt;
}

core::Error no_copies(std::string_view name, std::size_t a, std::size_t b, std::string witness) {
  return {
      {.code = "run.replicas",
       .message =
           fmt::format("devices {} and {} have the same tile of {}, and {}", a, b, name, witness),
       .help = "devices with the same tile must hold the same elements: all-reduce or all-gather "
               "the value over them, or write a sharding that gives each its own tile"}};
}

}  // namespace

bool is_manual(const Sharding& sharding) { return sharding.kind == ShardingKind::kManual; }

bool is_local(const Shardings& shardings) {
  return std::ranges::all_of(shardings, [](const Sharding& s) {
    return is_manual(s) || s.kind == ShardingKind::kReplicated;
  });
}

ShardedRun::ShardedRun(const Module& module, const ShardingPlan& plan, const RunOptions& options,
                       Watch watch)
    : Lockstep(module, options), plan_(plan), watch_(std::move(watch)) {}

bool ShardedRun::goes_together(InstructionId id) const {
  switch (module()[id].opcode) {
    case Opcode::kCall:
    case Opcode::kConditional:
    case Opcode::kFusion:
    case Opcode::kWhile: return true;
    default: return false;
  }
}

core::Status ShardedRun::check_all_are_here(InstructionId id, const DeviceNumbers& here) const {
  if (here.size() == devices().count()) return {};
  return core::fail(
      {.code = "run.divergence",
       .message = fmt::format("{} is gathered from all devices, and only devices {} reach it",
                              module()[id].name, fmt::join(here, ", ")),
       .help = "where devices take different ways, values are replicated or manual"});
}

core::Result<DeviceValue> ShardedRun::handed(const DeviceValue& value, InstructionId id,
                                             const DeviceNumbers& here, const DeviceValue* like) {
  SharedShardings to = plan_.of(id);
  if (!to) to = like == nullptr ? value.shardings : like->shardings;
  TILEGLOT_TRY(result, spread(value, id, std::move(to), here));
  if (watch_) watch_(id, result);
  return std::move(result);
}

core::Result<DeviceValue> ShardedRun::on_all(const DeviceValue& value, InstructionId id,
                                             const DeviceNumbers& here) {
  if (is_local(*value.shardings)) return value;
  return spread(value, id, replicated(module().shape_of(id)), here);
}

core::Result<DeviceValue> ShardedRun::spread(const DeviceValue& value, InstructionId id,
                                             SharedShardings to, const DeviceNumbers& here) {
  const Shape& shape = module().shape_of(id);
  DeviceValue result = nowhere();
  if (to == value.shardings || *to == *value.shardings) {
    for (const std::size_t device : here) {
      TILEGLOT_TRY_STATUS(interpreter().spend_instruction());
      const Sharding* leaf = value.shardings->data();
      TILEGLOT_TRY(part, handed_part(value.local[device], shape, leaf, device));
      result.local[device] = std::move(part);
    }
    result.shardings = std::move(to);
  } else {
    TILEGLOT_TRY_STATUS(check_all_are_here(id, here));
    TILEGLOT_TRY(all, whole(value, id, shape));
    TILEGLOT_TRY(parts, cut(all, shape, std::move(to)));
    result = std::move(parts);
  }
  return result;
}

core::Result<Value> ShardedRun::handed_part(const Value& value, const Shape& shape,
                                            const Sharding*& leaf, std::size_t device) {
  Value part;
  if (is_tuple(shape)) {
    part.elements.resize(shape.elements.size());
    for (std::size_t i = 0; i < shape.elements.size(); ++i) {
      TILEGLOT_TRY(element, handed_part(value.elements[i], shape.elements[i], leaf, device));
      part.elements[i] = std::move(element);
    }
    return part;
  }
  const Sharding& sharding = *leaf++;
  if (!value.is_array() || !device_keeps(sharding, device)) return part;
  TILEGLOT_TRY(tile, tile_shape(sharding, shape));
  return interpreter().handed(value, tile);
}

core::Result<Value> ShardedRun::whole(const DeviceValue& value, InstructionId id,
                                      const Shape& shape) {
  const Sharding* leaf = value.shardings->data();
  return whole_part(value.local, id, shape, leaf);
}

core::Result<Value> ShardedRun::whole_part(std::span<const Value> local, InstructionId id,
                                           const Shape& shape, const Sharding*& leaf) {
  Value all;
  if (is_tuple(shape)) {
    std::vector<Value> elements(local.size());
    for (std::size_t i = 0; i < shape.elements.size(); ++i) {
      for (std::size_t d = 0; d < local.size(); ++d) elements[d] = local[d].elements[i];
      TILEGLOT_TRY(element, whole_part(elements, id, shape.elements[i], leaf));
      all.elements.push_back(std::move(element));
    }
    return all;
  }
  const Sharding& sharding = *leaf++;
  if (!is_array(shape)) return all;
  for (std::size_t device = 0; device < local.size(); ++device) {
    if (device_keeps(sharding, device) && !local[device].is_array()) {
      return core::fail(refused(id, fmt::format("device {} has no array of it", device)));
    }
  }
  if (sharding.kind == ShardingKind::kReplicated) {
    TILEGLOT_TRY_STATUS(check_copies(local, id, sharding));
    return interpreter().handed(local[0], shape);
  }
  TILEGLOT_TRY(elements, whole_array(local, id, shape, sharding));
  TILEGLOT_TRY(array, interpreter().memory().write(elements, shape));
  all.array = std::move(array);
  return all;
}

core::Result<Elements> ShardedRun::whole_array(std::span<const Value> local, InstructionId id,
                                               const Shape& shape, const Sharding& sharding) {
  if (is_manual(sharding)) {
    return core::fail(refused(id, "each device has its own, and there is no whole"));
  }
  TILEGLOT_TRY_STATUS(check_copies(local, id, sharding));
  TILEGLOT_TRY_STATUS(interpreter().spend_result(shape));
  Elements all = zeros(shape.type, static_cast<std::size_t>(size_of(extents_of(shape))));
  for (std::size_t device = 0; device < local.size(); ++device) {
    if (!device_keeps(sharding, device)) continue;
    TILEGLOT_TRY_STATUS(join_tile(read(local[device].array), shape, sharding, device, all));
  }
  return all;
}

core::Status ShardedRun::check_copies(std::span<const Value> local, InstructionId id,
                                      const Sharding& sharding) const {
  if (sharding.kind == ShardingKind::kMaximal) return {};
  std::vector<std::optional<std::size_t>> first(local.size());  // by tile
  for (std::size_t device = 0; device < local.size(); ++device) {
    auto& other = first[static_cast<std::size_t>(tile_number(sharding, device))];
    if (!other) other = device;
    const PhysicalArray& a = local[*other].array;
    const PhysicalArray& b = local[device].array;
    if (a.bytes == b.bytes || *a.bytes == *b.bytes) continue;
    const Elements ours = read(a);
    const Elements theirs = read(b);
    const auto place = first_difference(ours, theirs);
    const std::string witness =
        place ? fmt::format("its element {} in row-major order has the bytes {} and {}", *place,
                            number_text(ours, *place), number_text(theirs, *place))
              : "their padding differs";
    return core::fail(no_copies(module()[id].name, *other, device, witness));
  }
  return {};
}

core::Result<DeviceValue> ShardedRun::cut(const Value& whole, const Shape& shape,
                                          SharedShardings to) {
  DeviceValue result = nowhere();
  std::vector<Value*> parts;
  parts.reserve(result.local.size());
  for (Value& part : result.local) parts.push_back(&part);
  const Sharding* leaf = to->data();
  TILEGLOT_TRY_STATUS(cut_part(whole, shape, leaf, parts));
  result.shardings = std::move(to);
  return result;
}

core::Status ShardedRun::cut_part(const Value& whole, const Shape& shape, const Sharding*& leaf,
                                  std::span<Value* const> parts) {
  if (!is_tuple(shape)) {
    const Sharding& sharding = *leaf++;
    return whole.is_array() ? cut_array(whole.array, shape, sharding, parts) : core::Status();
  }
  for (Value* const part : parts) part->elements.resize(shape.elements.size());
  std::vector<Value*> elements(parts.size());
  for (std::size_t i = 0; i < shape.elements.size(); ++i) {
    for (std::size_t d = 0; d < parts.size(); ++d) elements[d] = &parts[d]->elements[i];
    TILEGLOT_TRY_STATUS(cut_part(whole.elements[i], shape.elements[i], leaf, elements));
  }
  return {};
}

core::Status ShardedRun::cut_array(const PhysicalArray& whole, const Shape& shape,
                                   const Sharding& sharding, std::span<Value* const> parts) {
  TILEGLOT_TRY(tile, tile_shape(sharding, shape));
  const bool is_tiled = sharding.kind == ShardingKind::kTiled;
  const Elements all = is_tiled ? read(whole) : Elements();
  const Elements fill = poison_element(shape.type);
  for (std::size_t device = 0; device < parts.size(); ++device) {
    if (!device_keeps(sharding, device)) continue;
    TILEGLOT_TRY_STATUS(interpreter().spend_result(tile));
    if (!is_tiled) {
      parts[device]->array = whole;
      continue;
    }
    TILEGLOT_TRY(elements, cut_tile(all, shape, sharding, device, fill));
    TILEGLOT_TRY(array, interpreter().memory().write(elements, tile));
    parts[device]->array = std::move(array);
  }
  return {};
}

core::Result<DeviceValue> ShardedRun::argument(InstructionId parameter, const Shape& shape,
                                               std::span<const Elements>& inputs) {
  TILEGLOT_TRY(value, input_value(interpreter().memory(), shape, inputs));
  const SharedShardings& stated = plan_.of(parameter);
  return cut(value, shape, stated ? stated : replicated(shape));
}

core::Result<std::vector<Output>> ShardedRun::outputs(InstructionId root, const DeviceValue& value,
                                                      const Shape& shape) {
  DeviceValue result = nowhere();
  result.shardings = value.shardings;
  for (std::size_t device = 0; device < value.local.size(); ++device) {
    const Sharding* leaf = value.shardings->data();
    TILEGLOT_TRY(part, handed_part(value.local[device], shape, leaf, device));
    result.local[device] = std::move(part);
  }
  TILEGLOT_TRY(all, whole(result, root, shape));
  std::vector<Output> leaves;
  for (const PhysicalArray& leaf : run::leaves(all)) leaves.push_back({leaf.shape, read(leaf)});
  return leaves;
}

core::Result<std::vector<Output>> evaluate_sharded(const Module& module,
                                                   std::span<const Elements> inputs,
                                                   const RunOptions& options, const Watch& watch) {
  TILEGLOT_TRY_STATUS(check_run(module, inputs));
  TILEGLOT_TRY(plan, ShardingPlan::of(module));
  RunOptions on_devices = options;
  on_devices.devices = plan.devices();
  ShardedRun run(module, plan, on_devices, watch);
  const auto& parameters = module[module.entry()].parameters;
  const std::vector<Shape> shapes = parameter_shapes(module);
  std::vector<DeviceValue> arguments;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    TILEGLOT_TRY(value, run.argument(parameters[i], shapes[i], inputs));
    arguments.push_back(std::move(value));
  }
  DeviceNumbers all(plan.devices().count());
  std::iota(all.begin(), all.end(), std::size_t{0});
  TILEGLOT_TRY(root, run.call(module.entry(), arguments, all));
  return run.outputs(*module[module.entry()].root, root, result_shape(module));
}

}  // namespace tileglot::hlo::run
