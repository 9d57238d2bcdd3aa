// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/operation/lane_program.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/literal.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/run/element/convert.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/hlo/run/element/elementwise.h"
#include "tileglot/hlo/run/operation/check_operation.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::run {
namespace {

constexpr std::size_t kMaxSteps = 1 << 12;
constexpr int kMaxDepth = 64;

/// The slots of a value: one for a scalar, those of its leaves for a tuple.
using Slots = std::vector<std::size_t>;
using SlotsOf = std::unordered_map<std::uint32_t, Slots>;

bool is_scalar(const notation::xla::Shape& shape) {
  return notation::xla::is_array(shape) && shape.dimensions.empty();
}

/// Operations that return a scalar operand unchanged.
bool is_identity_of_scalars(Opcode opcode) {
  switch (opcode) {
    case Opcode::kCopy:
    case Opcode::kReshape:
    case Opcode::kTranspose:
    case Opcode::kBroadcast:
    case Opcode::kOptBarrier: return true;
    default: return false;
  }
}

}  // namespace

/// Translates computations into steps.
class LaneCompiler {
 public:
  explicit LaneCompiler(const Module& module) : module_(module), program_(module) {}

  std::optional<LaneProgram> compile(ComputationId computation) {
    std::vector<Slots> arguments;
    arguments.reserve(module_[computation].parameters.size());
    for (const InstructionId parameter : module_[computation].parameters) {
      if (!is_scalar(module_.shape_of(parameter))) return std::nullopt;
      arguments.push_back({slots_++});
    }
    auto results = inlined(computation, arguments, 0);
    if (!results) return std::nullopt;
    program_.results_ = *std::move(results);
    return std::move(program_);
  }

 private:
  std::optional<Slots> inlined(ComputationId computation, const std::vector<Slots>& arguments,
                               int depth) {
    if (depth > kMaxDepth) return std::nullopt;
    SlotsOf values;
    for (const InstructionId id : module_.instructions(computation)) {
      auto slots = slots_of(id, arguments, values, depth);
      if (!slots || program_.steps_.size() > kMaxSteps) return std::nullopt;
      values.emplace(static_cast<std::uint32_t>(id), *std::move(slots));
    }
    return values.at(static_cast<std::uint32_t>(*module_[computation].root));
  }

  std::optional<Slots> slots_of(InstructionId id, const std::vector<Slots>& arguments,
                                const SlotsOf& values, int depth) {
    const Instruction& instruction = module_[id];
    switch (instruction.opcode) {
      case Opcode::kParameter: {
        const auto number =
            static_cast<std::size_t>(integer_of(instruction, AttributeKey::kParameterNumber));
        return number < arguments.size() ? std::optional(arguments[number]) : std::nullopt;
      }
      case Opcode::kTuple: return joined(operands(id, values));
      case Opcode::kGetTupleElement: return element(id, values);
      case Opcode::kCall:
      case Opcode::kFusion: return called(id, values, depth);
      default: return scalar_step(id, values);
    }
  }

  std::vector<Slots> operands(InstructionId id, const SlotsOf& values) const {
    std::vector<Slots> result;
    result.reserve(module_.operands(id).size());
    for (const InstructionId operand : module_.operands(id)) {
      result.push_back(values.at(static_cast<std::uint32_t>(operand)));
    }
    return result;
  }

  static Slots joined(const std::vector<Slots>& parts) {
    Slots result;
    for (const Slots& part : parts) result.insert(result.end(), part.begin(), part.end());
    return result;
  }

  /// Only for tuples of scalars: then element i has slot i.
  std::optional<Slots> element(InstructionId id, const SlotsOf& values) const {
    const Slots& tuple = values.at(static_cast<std::uint32_t>(module_.operand(id, 0)));
    const auto index = static_cast<std::size_t>(integer_of(module_[id], AttributeKey::kIndex));
    if (!is_scalar(module_.shape_of(id)) || index >= tuple.size()) return std::nullopt;
    const auto& elements = module_.shape_of(module_.operand(id, 0)).elements;
    if (!std::ranges::all_of(elements, is_scalar)) return std::nullopt;
    return Slots{tuple[index]};
  }

  std::optional<Slots> called(InstructionId id, const SlotsOf& values, int depth) {
    const auto called = called_computations(module_[id]);
    if (called.size() != 1) return std::nullopt;
    return inlined(called[0], operands(id, values), depth + 1);
  }

  std::optional<Slots> scalar_step(InstructionId id, const SlotsOf& values) {
    if (!is_scalar(module_.shape_of(id))) return std::nullopt;
    const Opcode opcode = module_[id].opcode;
    const auto parts = operands(id, values);
    if (!std::ranges::all_of(parts, [](const Slots& part) { return part.size() == 1; })) {
      return std::nullopt;
    }
    if (is_identity_of_scalars(opcode)) return parts[0];
    const bool computes =
        opcode == Opcode::kConstant ? is_scalar_constant(id) : computes_elementwise(opcode);
    if (!computes || !check_operation(module_, id)) return std::nullopt;
    program_.steps_.push_back({id, joined(parts)});
    return Slots{slots_++};
  }

  bool is_scalar_constant(InstructionId id) const {
    const auto* literal = attribute_of<Shared<Literal>>(module_[id], AttributeKey::kLiteral);
    return literal != nullptr && element_count(**literal) == 1 &&
           (*literal)->type == module_.shape_of(id).type;
  }

  const Module& module_;
  LaneProgram program_;
  std::size_t slots_ = 0;
};

std::optional<LaneProgram> LaneProgram::of(const Module& module, ComputationId computation) {
  return LaneCompiler(module).compile(computation);
}

core::Result<Elements> LaneProgram::step(const Step& step, std::span<const Elements> slots,
                                         std::size_t lanes) const {
  const Instruction& instruction = (*module_)[step.instruction];
  if (instruction.opcode == Opcode::kConstant) {
    const auto* literal = attribute_of<Shared<Literal>>(instruction, AttributeKey::kLiteral);
    return repeated(from_literal(**literal), lanes);
  }
  std::vector<const Elements*> operands;
  operands.reserve(step.operands.size());
  for (const std::size_t slot : step.operands) operands.push_back(&slots[slot]);
  return elementwise(*module_, step.instruction, operands);
}

core::Result<std::vector<Elements>> LaneProgram::run(std::span<const Elements> arguments) const {
  std::vector<Elements> slots(arguments.begin(), arguments.end());
  slots.reserve(arguments.size() + steps_.size());
  const std::size_t lanes = arguments.empty() ? 1 : arguments[0].size();
  for (const Step& next : steps_) {
    TILEGLOT_TRY(result, step(next, slots, lanes));
    slots.push_back(std::move(result));
  }
  std::vector<Elements> results;
  results.reserve(results_.size());
  for (const std::size_t slot : results_) results.push_back(slots[slot]);
  return results;
}

}  // namespace tileglot::hlo::run
