// SPDX-License-Identifier: Apache-2.0
// lockstep_control_flow.cc: the instructions of lockstep.h that run computations in which devices meet.
#include <fmt/format.h>

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/run/array/devices.h"
#include "tileglot/hlo/run/devices/lockstep.h"

namespace tileglot::hlo::run {
namespace {

void take(const DeviceValue& from, const DeviceNumbers& devices, DeviceValue& into) {
  for (const std::size_t device : devices) into.local[device] = from.local[device];
  into.shardings = from.shardings;
}

}  // namespace

core::Result<DeviceValue> Lockstep::control_flow(InstructionId id, Operands operands,
                                                 const DeviceNumbers& devices) {
  for (std::size_t i = 0; i < devices.size(); ++i) {
    TILEGLOT_TRY_STATUS(interpreter_.spend_instruction());
  }
  switch (module_[id].opcode) {
    case Opcode::kAsyncStart:
    case Opcode::kCall:
    case Opcode::kFusion: return called(id, operands, devices);
    case Opcode::kConditional: return conditional(id, operands, devices);
    case Opcode::kWhile: return loop(id, operands[0], devices);
    default:
      return core::fail(
          {.code = "run.unsupported",
           .message = fmt::format("{} applies a computation with a collective, and devices do not "
                                  "meet there",
                                  module_[id].name),
           .help = "calls, loops and branches may hold collectives"});
  }
}

core::Result<DeviceValue> Lockstep::called(InstructionId id, Operands operands,
                                           const DeviceNumbers& devices) {
  TILEGLOT_TRY(computation, interpreter_.callee(id));
  TILEGLOT_TRY(result, call(computation, operands, devices));
  if (module_[id].opcode != Opcode::kAsyncStart) return handed(result, id, devices, nullptr);
  for (const std::size_t device : devices) {
    TILEGLOT_TRY(started,
                 interpreter_.started(id, values_at(operands, device), result.local[device]));
    result.local[device] = std::move(started);
  }
  return std::move(result);
}

core::Result<DeviceNumbers> Lockstep::held(ComputationId condition, const DeviceValue& state,
                                           const DeviceNumbers& devices) {
  TILEGLOT_TRY(given, call(condition, std::span(&state, 1), devices));
  TILEGLOT_TRY(answer, on_all(given, *module_[condition].root, devices));
  DeviceNumbers going_on;
  for (const std::size_t device : devices) {
    TILEGLOT_TRY(holds, interpreter_.is_true(condition, answer.local[device]));
    if (holds) going_on.push_back(device);
  }
  return going_on;
}

core::Result<DeviceValue> Lockstep::loop(InstructionId id, const DeviceValue& initial,
                                         DeviceNumbers devices) {
  const auto body = *attribute_of<ComputationId>(module_[id], AttributeKey::kBody);
  const auto condition = *attribute_of<ComputationId>(module_[id], AttributeKey::kCondition);
  TILEGLOT_TRY(state, handed(initial, id, devices, nullptr));
  while (true) {
    TILEGLOT_TRY(going_on, held(condition, state, devices));
    if (going_on.empty()) return std::move(state);
    devices = std::move(going_on);
    TILEGLOT_TRY(next, call(body, std::span(&state, 1), devices));
    TILEGLOT_TRY(same_shape, handed(next, id, devices, &state));
    take(same_shape, devices, state);
  }
}

core::Result<DeviceValue> Lockstep::conditional(InstructionId id, Operands operands,
                                                const DeviceNumbers& devices) {
  const auto branches = called_computations(module_[id]);
  TILEGLOT_TRY(selector, on_all(operands[0], module_.operand(id, 0), devices));
  std::vector<DeviceNumbers> takers(branches.size());
  for (const std::size_t device : devices) {
    TILEGLOT_TRY(chosen, interpreter_.chosen_branch(id, selector.local[device], operands.size()));
    takers[chosen].push_back(device);
  }
  DeviceValue result = nowhere();
  for (std::size_t k = 0; k < branches.size(); ++k) {
    if (takers[k].empty()) continue;
    TILEGLOT_TRY(value, call(branches[k], operands.subspan(k + 1, 1), takers[k]));
    const DeviceValue* const like = result.shardings ? &result : nullptr;
    TILEGLOT_TRY(same_shape, handed(value, id, takers[k], like));
    take(same_shape, takers[k], result);
  }
  return result;
}

}  // namespace tileglot::hlo::run
