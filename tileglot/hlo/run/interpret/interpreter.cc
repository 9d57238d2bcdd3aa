// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/interpret/interpreter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
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
#include "tileglot/hlo/run/array/physical_array.h"
#include "tileglot/hlo/run/array/value.h"
#include "tileglot/hlo/run/element/convert.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/hlo/run/operation/array_operation.h"
#include "tileglot/hlo/run/operation/combine.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::run {
namespace {

using notation::xla::Shape;

/// An instruction's cost in addition to its elements: about the time of this many elements, so that
/// an infinite loop ends as soon as large arrays do.
constexpr std::int64_t kStepsAnInstruction = 1024;

/// Custom calls that pass their operand on.
constexpr std::array<std::string_view, 6> kIdentities = {
    "Sharding",   "annotate_device_placement",  "MoveToDevice",
    "MoveToHost", "xla.sdy.FuncResultSharding", "LayoutConstraint"};

core::Error no_handover(const PhysicalArray& array, const Shape& shape) {
  return {{.code = "run.handover",
           .message = fmt::format("a value of {} is handed over as {}",
                                  notation::xla::print(array.shape), notation::xla::print(shape)),
           .help = "the two have the same type and bounds in a module that hlo verify accepts"}};
}

bool same_bounds(const PhysicalArray& array, const Shape& shape) {
  return array.shape.type == shape.type && array.shape.dimensions == shape.dimensions;
}

bool same_placement(const Placement& a, const Placement& b) {
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

/// The start or end of an asynchronous operation, which is executed at its start here.
bool is_asynchronous(Opcode opcode) {
  switch (opcode) {
    case Opcode::kAllGatherDone:
    case Opcode::kAllReduceDone:
    case Opcode::kAsyncDone:
    case Opcode::kAsyncStart:
    case Opcode::kAsyncUpdate:
    case Opcode::kCollectivePermuteDone: return true;
    default: return false;
  }
}

/// True for operations that need no array operation.
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
    default: return is_asynchronous(opcode);
  }
}

}  // namespace

bool is_evaluated(Opcode opcode) {
  return is_array_operation(opcode) || (is_structural(opcode) && !is_asynchronous(opcode));
}

Interpreter::Interpreter(const Module& module, const RunOptions& options)
    : module_(module),
      options_(options),
      memory_(options.arrays),
      budget_(options.max_steps),
      schedule_(module) {
  applying_ = {.module = &module_,
               .budget = &budget_,
               .call = [this](ComputationId computation, auto arguments) {
                 return call_on_scalars(computation, arguments);
               }};
}

core::Result<Value> Interpreter::call(ComputationId computation, std::span<const Value> arguments) {
  if (depth_ >= options_.max_depth) {
    return core::fail({.code = "run.depth",
                       .message = fmt::format("calls nest deeper than {}", options_.max_depth),
                       .help = "inline some of them"});
  }
  ++depth_;
  auto result =
      schedule_.run<Value>(computation, [&](InstructionId id, const std::vector<Value>& operands) {
        return evaluate(id, operands, arguments);
      });
  --depth_;
  return result;
}

core::Status Interpreter::spend_instruction() { return budget_.spend(kStepsAnInstruction); }

core::Result<Value> Interpreter::evaluate(InstructionId id, std::span<const Value> operands,
                                          std::span<const Value> arguments) {
  TILEGLOT_TRY_STATUS(spend_instruction());
  return is_structural(module_[id].opcode) ? structural(id, operands, arguments)
                                           : on_arrays(id, operands);
}

core::Result<Value> Interpreter::structural(InstructionId id, std::span<const Value> operands,
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
    case Opcode::kAllReduceDone:
    case Opcode::kAsyncUpdate:
    case Opcode::kDomain:
    case Opcode::kOptBarrier:
    case Opcode::kAddDependency: return handed(operands[0], shape);
    case Opcode::kAllGatherDone:
    case Opcode::kAsyncDone:
    case Opcode::kCollectivePermuteDone: return done(id, operands[0]);
    case Opcode::kAfterAll: return Value();
    case Opcode::kWhile: return loop(id, operands);
    case Opcode::kConditional: return conditional(id, operands);
    case Opcode::kCustomCall: return custom_call(id, operands);
    default: return called(id, operands);
  }
}

core::Result<std::vector<ArrayOperand>> Interpreter::arrays_of(InstructionId id,
                                                               std::span<const Value> operands) {
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
  return arrays;
}

core::Status Interpreter::spend_result(const Shape& shape) {
  const std::int64_t size = elements_in(shape);
  if (size > options_.arrays.elements) {
    return core::fail(
        {.code = "run.memory",
         .message = fmt::format("{} has more than the {} elements that an array of a "
                                "run may have",
                                notation::xla::print(shape), options_.arrays.elements),
         .help = "run the module on smaller shapes, or raise --max-elements"});
  }
  return budget_.spend(size);
}

core::Result<Value> Interpreter::on_arrays(InstructionId id, std::span<const Value> operands) {
  TILEGLOT_TRY(arrays, arrays_of(id, operands));
  TILEGLOT_TRY_STATUS(spend_result(module_.shape_of(id)));
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
  if (same_placement(*array.placement, *placement)) {
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

core::Result<Value> Interpreter::tuple(std::span<const Value> operands, const Shape& shape) {
  Value result;
  result.elements.assign(operands.begin(), operands.end());
  return handed(result, shape);
}

core::Result<Value> Interpreter::started(InstructionId id, std::span<const Value> operands,
                                         const Value& result) {
  const Shape& shape = module_.shape_of(id);
  if (shape.elements.size() < 2) {
    return core::fail(
        {.code = "run.operands",
         .message = fmt::format("the shape of {} is not a tuple of operands and results",
                                module_[id].name),
         .help =
             "a start returns a tuple of its operands, its results and whatever else it needs"});
  }
  Value taken = operands.size() == 1 && notation::xla::is_array(shape.elements[0])
                    ? operands[0]
                    : Value{{}, {operands.begin(), operands.end()}};
  Value all;
  all.elements.resize(shape.elements.size());  // what else it needs has no value, as tokens
  TILEGLOT_TRY(given, handed(taken, shape.elements[0]));
  TILEGLOT_TRY(made, handed(result, shape.elements[1]));
  all.elements[0] = std::move(given);
  all.elements[1] = std::move(made);
  return all;
}

core::Result<Value> Interpreter::done(InstructionId id, const Value& started) {
  if (started.elements.size() >= 2) return handed(started.elements[1], module_.shape_of(id));
  return core::fail(
      {.code = "run.operands",
       .message = fmt::format("the start that {} completes has no results", module_[id].name),
       .help = "a start returns a tuple of its operands, its results and whatever else it needs"});
}

core::Result<Value> Interpreter::custom_call(InstructionId id, std::span<const Value> operands) {
  const std::string target = unquoted_of(module_[id], AttributeKey::kCustomCallTarget);
  const bool is_identity = std::ranges::count(kIdentities, target) > 0 && operands.size() == 1;
  if (is_identity) return relaid(operands[0], module_.shape_of(id));
  return core::fail({.code = "run.custom_call",
                     .message = fmt::format("what the custom call of {} computes is not known",
                                            target.empty() ? "\"\"" : target),
                     .help = "the only custom calls that run are those that return their operand "
                             "unchanged, such as Sharding"});
}

}  // namespace tileglot::hlo::run
