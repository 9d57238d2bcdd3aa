// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/interpreter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/literal.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/run/array_operation.h"
#include "tileglot/hlo/run/combine.h"
#include "tileglot/hlo/run/convert.h"
#include "tileglot/hlo/run/elements.h"
#include "tileglot/hlo/run/physical_array.h"
#include "tileglot/hlo/run/value.h"
#include "tileglot/notation/xla/primitive_type.h"
#include "tileglot/notation/xla/print.h"
#include "tileglot/notation/xla/shape.h"

namespace tileglot::hlo::run {
namespace {

using notation::xla::Shape;

/// What an instruction costs besides its elements: about as much time as so many of them, so that a
/// loop without end ends as soon as large arrays do.
constexpr std::int64_t kStepsAnInstruction = 1024;

/// Calls of foreign code that hand their operand on.
constexpr std::array<std::string_view, 6> kIdentities = {
    "Sharding",   "annotate_device_placement",  "MoveToDevice",
    "MoveToHost", "xla.sdy.FuncResultSharding", "LayoutConstraint"};

core::Error no_handover(const PhysicalArray& array, const Shape& shape) {
  return {.code = "run.handover",
          .message = fmt::format("a value of {} is handed over as {}",
                                 notation::xla::print(array.shape), notation::xla::print(shape)),
          .help = "the two have the same type and bounds in a module that hlo verify accepts"};
}

bool same_bounds(const PhysicalArray& array, const Shape& shape) {
  return array.shape.type == shape.type && array.shape.dimensions == shape.dimensions;
}

bool same_places(const Placement& a, const Placement& b) {
  return &a == &b ||
         (a.element_bits == b.element_bits && a.bytes == b.bytes && a.map.same_form(b.map));
}

std::int64_t elements_in(const Shape& shape) {
  if (!notation::xla::is_array(shape)) {
    std::int64_t sum = 0;
    for (const Shape& element : shape.elements) {
      sum = core::saturating_add(sum, elements_in(element));
    }
    return sum;
  }
  return size_of(extents_of(shape));
}

/// True where the value of another shape needs no array operation.
bool is_structural(Opcode opcode) {
  switch (opcode) {
    case Opcode::kParameter:
    case Opcode::kConstant:
    case Opcode::kTuple:
    case Opcode::kGetTupleElement:
    case Opcode::kCopy:
    case Opcode::kBitcast:
    case Opcode::kOptBarrier:
    case Opcode::kDomain:
    case Opcode::kAddDependency:
    case Opcode::kAfterAll:
    case Opcode::kCall:
    case Opcode::kFusion:
    case Opcode::kWhile:
    case Opcode::kConditional:
    case Opcode::kCustomCall: return true;
    default: return false;
  }
}

/// Marks what the roots need, and counts uses by that.
std::vector<std::uint32_t> needed_uses(const Module& module) {
  std::vector<std::uint32_t> uses(module.instruction_bound());
  for (const ComputationId computation : module.computations()) {
    std::vector<InstructionId> list;
    list.reserve(module[computation].instruction_count);
    for (const InstructionId id : module.instructions(computation)) list.push_back(id);
    if (module[computation].root) ++uses[index_of(*module[computation].root)];
    for (const InstructionId id : std::views::reverse(list)) {
      if (uses[index_of(id)] == 0) continue;
      for (const InstructionId operand : module.operands(id)) ++uses[index_of(operand)];
    }
  }
  return uses;
}

std::vector<std::uint32_t> numbers_in_computations(const Module& module) {
  std::vector<std::uint32_t> slots(module.instruction_bound());
  for (const ComputationId computation : module.computations()) {
    std::uint32_t next = 0;
    for (const InstructionId id : module.instructions(computation)) slots[index_of(id)] = next++;
  }
  return slots;
}

}  // namespace

bool is_evaluated(Opcode opcode) { return is_structural(opcode) || is_array_operation(opcode); }

Interpreter::Interpreter(const Module& module, const RunOptions& options)
    : module_(module),
      options_(options),
      memory_(options.arrays),
      budget_(options.max_steps),
      slots_(numbers_in_computations(module)),
      uses_(needed_uses(module)) {
  applying_ = {&module_, &budget_, [this](ComputationId computation, auto arguments) {
                 return call_on_scalars(computation, arguments);
               }};
}

core::Result<Value> Interpreter::call(ComputationId computation, std::vector<Value> arguments) {
  if (depth_ >= options_.max_depth) {
    return core::fail({.code = "run.depth",
                       .message = fmt::format("calls nest deeper than {}", options_.max_depth),
                       .help = "inline some of them"});
  }
  ++depth_;
  auto result = run(computation, std::move(arguments));
  --depth_;
  return result;
}

core::Result<Value> Interpreter::run(ComputationId computation, std::vector<Value> arguments) {
  std::vector<Value> values(module_[computation].instruction_count);
  std::vector<std::uint32_t> left(values.size());
  for (const InstructionId id : module_.instructions(computation)) {
    const std::uint32_t slot = slots_[index_of(id)];
    left[slot] = uses_[index_of(id)];
    if (left[slot] == 0) continue;
    Operands operands;
    operands.reserve(module_.operands(id).size());
    for (const InstructionId operand : module_.operands(id)) {
      const std::uint32_t from = slots_[index_of(operand)];
      const bool last = --left[from] == 0;
      operands.push_back(last ? std::move(values[from]) : values[from]);
    }
    auto value = evaluate(id, operands, arguments);
    if (!value) {
      core::Error error = std::move(value).error();
      const core::Span place = module_[id].place;
      if (!error.span && place.end > place.begin) error.span = place;
      return core::fail(std::move(error));
    }
    values[slot] = *std::move(value);
  }
  return std::move(values[slots_[index_of(*module_[computation].root)]]);
}

core::Result<Value> Interpreter::evaluate(InstructionId id, const Operands& operands,
                                          std::span<const Value> arguments) {
  TILEGLOT_TRY_STATUS(budget_.spend(kStepsAnInstruction));
  return is_structural(module_[id].opcode) ? structural(id, operands, arguments)
                                           : on_arrays(id, operands);
}

core::Result<Value> Interpreter::structural(InstructionId id, const Operands& operands,
                                            std::span<const Value> arguments) {
  const Instruction& instruction = module_[id];
  const Shape& shape = module_.shape_of(id);
  switch (instruction.opcode) {
    case Opcode::kParameter:
      return handed(arguments[static_cast<std::size_t>(
                        integer_of(instruction, AttributeKey::kParameterNumber))],
                    shape);
    case Opcode::kConstant:
      return constant(**attribute_of<Shared<Literal>>(instruction, AttributeKey::kLiteral), shape);
    case Opcode::kTuple: return tuple(operands, shape);
    case Opcode::kGetTupleElement:
      return handed(
          operands[0]
              .elements[static_cast<std::size_t>(integer_of(instruction, AttributeKey::kIndex))],
          shape);
    case Opcode::kCopy: return relaid(operands[0], shape);
    case Opcode::kBitcast: return bitcast(operands[0], shape);
    case Opcode::kOptBarrier:
    case Opcode::kDomain:
    case Opcode::kAddDependency: return handed(operands[0], shape);
    case Opcode::kAfterAll: return Value();
    case Opcode::kWhile: return loop(id, operands);
    case Opcode::kConditional: return conditional(id, operands);
    case Opcode::kCustomCall: return custom_call(id, operands);
    default: return called(id, operands);
  }
}

core::Result<Value> Interpreter::on_arrays(InstructionId id, const Operands& operands) {
  std::vector<ArrayOperand> arrays;
  arrays.reserve(operands.size());
  for (const Value& operand : operands) {
    if (!operand.is_array()) {
      return core::fail({.code = "run.unsupported",
                         .message = fmt::format("{} of a tuple or token is not evaluated",
                                                name_of(module_[id].opcode)),
                         .help = "arrays are"});
    }
    TILEGLOT_TRY_STATUS(budget_.spend(elements_in(operand.array.shape)));
    arrays.push_back({read(operand.array), extents_of(operand.array.shape)});
  }
  // Before anything is allocated that has the result's size.
  const std::int64_t size = elements_in(module_.shape_of(id));
  if (size > options_.arrays.elements) {
    return core::fail({.code = "run.memory",
                       .message = fmt::format("{} has more than the {} elements that an array of a "
                                              "run may have",
                                              notation::xla::print(module_.shape_of(id)),
                                              options_.arrays.elements),
                       .help = "run the module on smaller shapes"});
  }
  TILEGLOT_TRY_STATUS(budget_.spend(size));
  TILEGLOT_TRY(results, array_operation(applying_, id, arrays));
  return written(results, module_.shape_of(id));
}

core::Result<Value> Interpreter::written(const std::vector<Elements>& results, const Shape& shape) {
  if (notation::xla::is_array(shape)) {
    TILEGLOT_TRY(array, memory_.write(results[0], shape));
    return Value{std::move(array), {}};
  }
  Value tuple;
  tuple.elements.reserve(results.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    TILEGLOT_TRY(array, memory_.write(results[i], shape.elements[i]));
    tuple.elements.push_back({std::move(array), {}});
  }
  return tuple;
}

core::Result<Value> Interpreter::handed_array(const PhysicalArray& array, const Shape& shape) {
  if (!same_bounds(array, shape)) return core::fail(no_handover(array, shape));
  TILEGLOT_TRY(placement, memory_.placement_of(shape));
  if (same_places(*array.placement, *placement)) {
    return Value{{shape, placement, array.bytes}, {}};
  }
  if (options_.handover == Handover::kRelaid) return relaid(Value{array, {}}, shape);
  auto other = memory_.reinterpreted(array, shape);
  if (!other) return core::fail(no_handover(array, shape));
  return Value{*std::move(other), {}};
}

core::Result<Value> Interpreter::handed(const Value& value, const Shape& shape) {
  if (value.is_array()) return handed_array(value.array, shape);
  Value result;
  if (value.elements.size() != shape.elements.size()) {
    return core::fail(no_handover({.shape = {.type = PrimitiveType::kTuple}}, shape));
  }
  result.elements.reserve(value.elements.size());
  for (std::size_t i = 0; i < value.elements.size(); ++i) {
    TILEGLOT_TRY(element, handed(value.elements[i], shape.elements[i]));
    result.elements.push_back(std::move(element));
  }
  return result;
}

core::Result<Value> Interpreter::relaid(const Value& value, const Shape& shape) {
  if (!value.is_array()) return handed(value, shape);
  if (!same_bounds(value.array, shape)) return core::fail(no_handover(value.array, shape));
  TILEGLOT_TRY_STATUS(budget_.spend(elements_in(shape)));
  TILEGLOT_TRY(array, memory_.relaid(value.array, shape));
  return Value{std::move(array), {}};
}

core::Result<Value> Interpreter::bitcast(const Value& value, const Shape& shape) {
  if (!value.is_array()) return handed(value, shape);
  TILEGLOT_TRY(array, memory_.reinterpreted(value.array, shape));
  return Value{std::move(array), {}};
}

core::Result<Value> Interpreter::constant(const Literal& literal, const Shape& shape) {
  if (notation::xla::is_array(shape)) {
    if (literal.type != shape.type || literal.bounds != extents_of(shape)) {
      return core::fail(no_handover({.shape = {.type = literal.type}}, shape));
    }
    return written({from_literal(literal)}, shape);
  }
  if (literal.elements.size() != shape.elements.size()) {
    return core::fail(no_handover({.shape = {.type = PrimitiveType::kTuple}}, shape));
  }
  Value tuple;
  tuple.elements.reserve(literal.elements.size());
  for (std::size_t i = 0; i < literal.elements.size(); ++i) {
    TILEGLOT_TRY(element, constant(literal.elements[i], shape.elements[i]));
    tuple.elements.push_back(std::move(element));
  }
  return tuple;
}

core::Result<Value> Interpreter::tuple(const Operands& operands, const Shape& shape) {
  Value result;
  result.elements = operands;
  return handed(result, shape);
}

core::Result<Value> Interpreter::custom_call(InstructionId id, const Operands& operands) {
  const std::string target = unquoted_of(module_[id], AttributeKey::kCustomCallTarget);
  const bool is_identity = std::ranges::count(kIdentities, target) > 0 && operands.size() == 1;
  if (is_identity) return relaid(operands[0], module_.shape_of(id));
  return core::fail({.code = "run.custom_call",
                     .message = fmt::format("what the custom call of {} computes is not known",
                                            target.empty() ? "\"\"" : target),
                     .help =
                         "of custom calls only those run that hand their operand on, as Sharding "
                         "does"});
}

}  // namespace tileglot::hlo::run
