// SPDX-License-Identifier: Apache-2.0
// control_flow.cc: the instructions of interpreter.h that run other computations.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/run/array/physical_array.h"
#include "tileglot/hlo/run/array/value.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/hlo/run/interpret/interpreter.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::run {
namespace {

/// The branch for an index; the last one for an index out of range.
std::size_t branch_of(const Elements& selector, std::size_t branches) {
  const std::int64_t index = integer_at(selector, 0);
  // true is the first branch
  if (selector.type == PrimitiveType::kPred) return index != 0 ? 0 : 1;
  const auto last = static_cast<std::int64_t>(branches) - 1;
  return static_cast<std::size_t>(index < 0 || index > last ? last : index);
}

}  // namespace

core::Result<ComputationId> Interpreter::callee(InstructionId id) const {
  const auto computations = called_computations(module_[id]);
  if (computations.size() != 1) {
    return core::fail(
        {.code = "run.unsupported",
         .message = fmt::format("{} names {} computations", module_[id].name, computations.size()),
         .help = "a call, fusion or async-start names one"});
  }
  const std::size_t operands = module_.operands(id).size();
  const std::size_t parameters = module_[computations[0]].parameters.size();
  if (operands == parameters) return computations[0];
  return core::fail({.code = "run.operands",
                     .message = fmt::format("{} takes {} parameters, and {} gives it {}",
                                            module_[computations[0]].name, parameters,
                                            module_[id].name, operands),
                     .help = "one operand for each parameter"});
}

core::Result<Value> Interpreter::called(InstructionId id, std::span<const Value> operands) {
  TILEGLOT_TRY(computation, callee(id));
  TILEGLOT_TRY(result, call(computation, operands));
  if (module_[id].opcode == Opcode::kAsyncStart) return started(id, operands, result);
  return handed(result, module_.shape_of(id));
}

core::Result<bool> Interpreter::holds(ComputationId condition, const Value& state) {
  TILEGLOT_TRY(answer, call(condition, std::span(&state, 1)));
  return is_true(condition, answer);
}

core::Result<bool> Interpreter::is_true(ComputationId condition, const Value& answer) const {
  if (!answer.is_array() || answer.array.shape.type != PrimitiveType::kPred ||
      answer.array.placement->map.size() != 1) {
    return core::fail(
        {.code = "run.operands",
         .message = fmt::format("the condition {} does not give one pred", module_[condition].name),
         .help = "compare something"});
  }
  return integer_at(read(answer.array), 0) != 0;
}

core::Result<Value> Interpreter::loop(InstructionId id, std::span<const Value> operands) {
  const auto body = *attribute_of<ComputationId>(module_[id], AttributeKey::kBody);
  const auto condition = *attribute_of<ComputationId>(module_[id], AttributeKey::kCondition);
  const notation::xla::Shape& shape = module_.shape_of(id);
  TILEGLOT_TRY(state, handed(operands[0], shape));
  while (true) {
    TILEGLOT_TRY(goes_on, holds(condition, state));
    if (!goes_on) return std::move(state);
    TILEGLOT_TRY(next, call(body, std::span(&state, 1)));
    TILEGLOT_TRY(same_shape, handed(next, shape));
    state = std::move(same_shape);
  }
}

core::Result<std::size_t> Interpreter::chosen_branch(InstructionId id, const Value& selector,
                                                     std::size_t operands) const {
  const auto branches = called_computations(module_[id]);
  const bool has_selector = selector.is_array() && selector.array.placement->map.size() == 1;
  if (!has_selector || branches.empty() || operands != branches.size() + 1) {
    return core::fail({.code = "run.operands",
                       .message = fmt::format("{} does not have a selector and a value for each "
                                              "branch",
                                              module_[id].name),
                       .help = "conditional(selector, value, value), as many as branches"});
  }
  return branch_of(read(selector.array), branches.size());
}

core::Result<Value> Interpreter::conditional(InstructionId id, std::span<const Value> operands) {
  TILEGLOT_TRY(chosen, chosen_branch(id, operands[0], operands.size()));
  const ComputationId branch = called_computations(module_[id])[chosen];
  TILEGLOT_TRY(result, call(branch, operands.subspan(chosen + 1, 1)));
  return handed(result, module_.shape_of(id));
}

core::Result<std::vector<Elements>> Interpreter::call_on_scalars(
    ComputationId computation, std::span<const Elements> arguments) {
  std::vector<Value> values;
  values.reserve(arguments.size());
  for (const Elements& argument : arguments) {
    const notation::xla::Shape scalar{.type = argument.type};
    TILEGLOT_TRY(array, memory_.write(argument, scalar));
    values.push_back({std::move(array), {}});
  }
  TILEGLOT_TRY(result, call(computation, values));
  std::vector<Elements> results;
  for (const PhysicalArray& leaf : leaves(result)) results.push_back(read(leaf));
  return results;
}

}  // namespace tileglot::hlo::run
