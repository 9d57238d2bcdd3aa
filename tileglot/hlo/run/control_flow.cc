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
#include "tileglot/hlo/run/elements.h"
#include "tileglot/hlo/run/interpreter.h"
#include "tileglot/hlo/run/physical_array.h"
#include "tileglot/hlo/run/value.h"
#include "tileglot/notation/xla/shape.h"

namespace tileglot::hlo::run {
namespace {

/// The branch for an index: out of range is the last.
std::size_t branch_of(const Elements& selector, std::size_t branches) {
  const std::int64_t index = integer_at(selector, 0);
  // true is the first branch
  if (selector.type == PrimitiveType::kPred) return index != 0 ? 0 : 1;
  const auto last = static_cast<std::int64_t>(branches) - 1;
  return static_cast<std::size_t>(index < 0 || index > last ? last : index);
}

}  // namespace

core::Result<Value> Interpreter::called(InstructionId id, const Operands& operands) {
  const auto computations = called_computations(module_[id]);
  if (computations.size() != 1) {
    return core::fail(
        {.code = "run.unsupported",
         .message = fmt::format("{} names {} computations", module_[id].name, computations.size()),
         .help = "a call or fusion names one"});
  }
  TILEGLOT_TRY(result, call(computations[0], operands));
  return handed(result, module_.shape_of(id));
}

core::Result<bool> Interpreter::holds(ComputationId condition, const Value& state) {
  TILEGLOT_TRY(answer, call(condition, {state}));
  if (!answer.is_array() || answer.array.shape.type != PrimitiveType::kPred ||
      answer.array.placement->map.size() != 1) {
    return core::fail(
        {.code = "run.operands",
         .message = fmt::format("the condition {} does not give one pred", module_[condition].name),
         .help = "compare something"});
  }
  return integer_at(read(answer.array), 0) != 0;
}

core::Result<Value> Interpreter::loop(InstructionId id, const Operands& operands) {
  const auto body = *attribute_of<ComputationId>(module_[id], AttributeKey::kBody);
  const auto condition = *attribute_of<ComputationId>(module_[id], AttributeKey::kCondition);
  const notation::xla::Shape& shape = module_.shape_of(id);
  TILEGLOT_TRY(state, handed(operands[0], shape));
  while (true) {
    TILEGLOT_TRY(goes_on, holds(condition, state));
    if (!goes_on) return std::move(state);
    std::vector<Value> arguments;
    arguments.push_back(std::move(state));
    TILEGLOT_TRY(next, call(body, std::move(arguments)));
    TILEGLOT_TRY(same_shape, handed(next, shape));
    state = std::move(same_shape);
  }
}

core::Result<Value> Interpreter::conditional(InstructionId id, const Operands& operands) {
  const auto branches = called_computations(module_[id]);
  const bool has_selector = operands[0].is_array() && operands[0].array.placement->map.size() == 1;
  if (!has_selector || branches.empty() || operands.size() != branches.size() + 1) {
    return core::fail({.code = "run.operands",
                       .message = fmt::format("{} does not have a selector and a value for each "
                                              "branch",
                                              module_[id].name),
                       .help = "conditional(selector, value, value), as many as branches"});
  }
  const std::size_t chosen = branch_of(read(operands[0].array), branches.size());
  TILEGLOT_TRY(result, call(branches[chosen], {operands[chosen + 1]}));
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
  TILEGLOT_TRY(result, call(computation, std::move(values)));
  std::vector<Elements> results;
  for (const PhysicalArray& leaf : leaves(result)) results.push_back(read(leaf));
  return results;
}

}  // namespace tileglot::hlo::run
