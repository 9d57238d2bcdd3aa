// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/devices/lockstep.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/run/array/value.h"
#include "tileglot/hlo/run/devices/collective.h"
#include "tileglot/hlo/run/devices/collective_groups.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/hlo/run/interpret/interpreter.h"
#include "tileglot/hlo/run/operation/array_operation.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::run {
namespace {

/// Computations come before their callers.
std::vector<bool> meeting_computations(const Module& module) {
  std::vector<bool> meets(module.computation_count());
  for (const ComputationId computation : module.computations()) {
    for (const InstructionId id : module.instructions(computation)) {
      const bool here = is_collective(module[id].opcode);
      const bool inside = std::ranges::any_of(called_computations(module[id]),
                                              [&](ComputationId c) { return meets[index_of(c)]; });
      if (here || inside) meets[index_of(computation)] = true;
    }
  }
  return meets;
}

core::Error waits(const Module& module, InstructionId id, const DeviceNumbers& there,
                  const DeviceNumbers& absent) {
  return {{.code = "run.divergence",
           .message = fmt::format("{} {}: devices {} wait for devices {}, which take another way",
                                  name_of(module[id].opcode), module[id].name,
                                  fmt::join(there, ", "), fmt::join(absent, ", ")),
           .help =
               "all devices of a group come to a collective together: take it out of the branch "
               "or loop, or let the condition be the same on all"}};
}

}  // namespace

bool has_collectives(const Module& module) {
  return std::ranges::count(meeting_computations(module), true) > 0;
}

std::vector<Value> values_at(std::span<const DeviceValue> values, std::size_t device) {
  std::vector<Value> result;
  result.reserve(values.size());
  for (const DeviceValue& value : values) result.push_back(value.local[device]);
  return result;
}

Lockstep::Lockstep(const Module& module, const RunOptions& options)
    : module_(module),
      devices_(options.devices),
      max_depth_(options.max_depth),
      interpreter_(module, options),
      meets_(meeting_computations(module)) {}

core::Result<DeviceValue> Lockstep::call(ComputationId computation, Operands arguments,
                                         const DeviceNumbers& devices) {
  if (depth_ >= max_depth_) {
    return core::fail({.code = "run.depth",
                       .message = fmt::format("calls nest deeper than {}", max_depth_),
                       .help = "inline some of them"});
  }
  ++depth_;
  auto result = interpreter_.schedule().run<DeviceValue>(
      computation, [&](InstructionId id, const std::vector<DeviceValue>& operands) {
        return evaluate(id, operands, arguments, devices);
      });
  --depth_;
  return result;
}

core::Result<DeviceValue> Lockstep::evaluate(InstructionId id, Operands operands,
                                             Operands arguments, const DeviceNumbers& devices) {
  const Opcode opcode = module_[id].opcode;
  if (opcode == Opcode::kParameter) {
    const auto number = integer_of(module_[id], AttributeKey::kParameterNumber);
    return handed(arguments[static_cast<std::size_t>(number)], id, devices, nullptr);
  }
  if (is_collective(opcode)) return collective(id, operands, devices);
  return goes_together(id) ? control_flow(id, operands, devices) : operation(id, operands, devices);
}

bool Lockstep::goes_together(InstructionId id) const {
  return std::ranges::any_of(called_computations(module_[id]),
                             [&](ComputationId called) { return meets_[index_of(called)]; });
}

core::Result<DeviceValue> Lockstep::operation(InstructionId id, Operands operands,
                                              const DeviceNumbers& devices) {
  DeviceValue result = nowhere();
  for (const std::size_t device : devices) {
    interpreter_.set_device(devices_.at(device));
    TILEGLOT_TRY(value, interpreter_.evaluate(id, values_at(operands, device), {}));
    result.local[device] = std::move(value);
  }
  return result;
}

core::Result<DeviceValue> Lockstep::handed(const DeviceValue& value, InstructionId id,
                                           const DeviceNumbers& devices,
                                           const DeviceValue* /*like*/) {
  DeviceValue result = nowhere();
  for (const std::size_t device : devices) {
    TILEGLOT_TRY_STATUS(interpreter_.spend_instruction());
    TILEGLOT_TRY(here, interpreter_.handed(value.local[device], module_.shape_of(id)));
    result.local[device] = std::move(here);
  }
  return result;
}

core::Result<DeviceValue> Lockstep::on_all(const DeviceValue& value, InstructionId /*id*/,
                                           const DeviceNumbers& /*devices*/) {
  return value;
}

core::Result<DeviceValue> Lockstep::collective(InstructionId id, Operands operands,
                                               const DeviceNumbers& devices) {
  TILEGLOT_TRY(groups, collective_groups(module_, id, devices_));
  DeviceValue result = nowhere();
  DeviceNumbers left = devices;
  for (DeviceNumbers& group : groups) {
    TILEGLOT_TRY_STATUS(check_collective(module_, id, group.size()));
    const auto is_here = [&](std::size_t d) { return std::ranges::binary_search(devices, d); };
    DeviceNumbers there;
    DeviceNumbers absent;
    std::ranges::partition_copy(group, std::back_inserter(there), std::back_inserter(absent),
                                is_here);
    if (there.empty()) continue;
    if (!absent.empty()) return core::fail(waits(module_, id, there, absent));
    TILEGLOT_TRY_STATUS(exchange(id, operands, group, result));
    std::erase_if(left, [&](std::size_t d) { return std::ranges::count(group, d) > 0; });
  }
  TILEGLOT_TRY_STATUS(leave_zeros(id, operands, left, result));
  return result;
}

core::Status Lockstep::exchange(InstructionId id, Operands operands, const DeviceNumbers& group,
                                DeviceValue& result) {
  std::vector<std::vector<ArrayOperand>> members;
  members.reserve(group.size());
  for (const std::size_t device : group) {
    TILEGLOT_TRY_STATUS(interpreter_.spend_instruction());
    TILEGLOT_TRY_STATUS(interpreter_.spend_result(module_.shape_of(id)));
    TILEGLOT_TRY(arrays, interpreter_.arrays_of(id, values_at(operands, device)));
    members.push_back(std::move(arrays));
  }
  interpreter_.set_device(devices_.at(group[0]));
  TILEGLOT_TRY(results, exchanged(interpreter_.applying(), id, members));
  for (std::size_t k = 0; k < group.size(); ++k) {
    TILEGLOT_TRY(value, received(id, values_at(operands, group[k]), results[k]));
    result.local[group[k]] = std::move(value);
  }
  return {};
}

core::Status Lockstep::leave_zeros(InstructionId id, Operands operands,
                                   const DeviceNumbers& devices, DeviceValue& result) {
  for (const std::size_t device : devices) {
    TILEGLOT_TRY(arrays, interpreter_.arrays_of(id, values_at(operands, device)));
    std::vector<Elements> none;
    none.reserve(arrays.size());
    for (const ArrayOperand& array : arrays) {
      none.push_back(zeros(array.elements.type, array.elements.size()));
    }
    TILEGLOT_TRY(value, received(id, values_at(operands, device), none));
    result.local[device] = std::move(value);
  }
  return {};
}

core::Result<Value> Lockstep::received(InstructionId id, std::span<const Value> operands,
                                       const std::vector<Elements>& results) {
  const notation::xla::Shape& shape = exchanged_shape(module_, id);
  TILEGLOT_TRY(value, interpreter_.written(results, shape));
  if (&shape == &module_.shape_of(id)) return std::move(value);
  return interpreter_.started(id, operands, value);
}

}  // namespace tileglot::hlo::run
