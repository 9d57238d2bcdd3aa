// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/runnable/writer.h"

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/run/array/strided_box.h"
#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::hlo::run {

void RunnableWriter::loop(InstructionId x) {
  const Extents extents = extents_of_value(x);
  if (extents.empty()) return;
  const ShapeId state = module_.keep(state_shape(x));
  const ShapeId s32 = module_.keep(array_shape(PrimitiveType::kS32, {}));
  const ComputationId condition = module_.add_computation(module_.fresh_name("condition"));
  InstructionId p = module_.add_parameter(condition, 0, state, module_.fresh_name("p"));
  module_.set_root(
      condition,
      module_.add(condition, {.opcode = Opcode::kCompare,
                              .shape = module_.keep(array_shape(PrimitiveType::kPred, {})),
                              .operands = {element(condition, p, 1), counter(condition, 3)},
                              .attributes = {direction_of("LT")}}));
  const ComputationId body = module_.add_computation(module_.fresh_name("body"));
  p = module_.add_parameter(body, 0, state, module_.fresh_name("p"));
  const InstructionId turned =
      module_.add(body, {.opcode = Opcode::kReverse,
                         .shape = module_[x].shape,
                         .operands = {element(body, p, 0)},
                         .attributes = {{AttributeKey::kDimensions, Ints{0}}}});
  const InstructionId next = module_.add(
      body,
      {.opcode = Opcode::kAdd, .shape = s32, .operands = {element(body, p, 1), counter(body, 1)}});
  module_.set_root(
      body,
      module_.add(body, {.opcode = Opcode::kTuple, .shape = state, .operands = {turned, next}}));
  const InstructionId first = module_.add(
      entry_, {.opcode = Opcode::kTuple, .shape = state, .operands = {x, counter(entry_, 0)}});
  const InstructionId last = module_.add(
      entry_, {.opcode = Opcode::kWhile,
               .shape = state,
               .operands = {first},
               .attributes = {{AttributeKey::kCondition, condition}, {AttributeKey::kBody, body}}});
  keep(element(entry_, last, 0));
}

ComputationId RunnableWriter::function_of(InstructionId x, Opcode opcode) {
  const ComputationId c = module_.add_computation(module_.fresh_name("function"));
  const InstructionId p = module_.add_parameter(c, 0, module_[x].shape, module_.fresh_name("x"));
  module_.set_root(c,
                   module_.add(c, {.opcode = opcode, .shape = module_[x].shape, .operands = {p}}));
  return c;
}

ComputationId RunnableWriter::called_function_of(InstructionId x, Opcode opcode) {
  for (const auto& [function, applied] : called_) {
    const ShapeId shape = module_[module_[function].parameters[0]].shape;
    if (applied == opcode && shape == module_[x].shape && dice(2) == 0) return function;
  }
  called_.emplace_back(function_of(x, opcode), opcode);
  return called_.back().first;
}

void RunnableWriter::conditional(InstructionId x) {
  const Computations branches{called_function_of(x, Opcode::kNegate),
                              called_function_of(x, Opcode::kAbs)};
  const auto chosen = static_cast<double>(between(0, 1));
  keep(add(Opcode::kConditional, type_of(x), extents_of_value(x),
           {scalar(PrimitiveType::kS32, chosen), x, partner(x)},
           {{AttributeKey::kBranchComputations, branches}}));
}

void RunnableWriter::call(InstructionId x) {
  keep(add(Opcode::kCall, type_of(x), extents_of_value(x), {x},
           {{AttributeKey::kToApply, called_function_of(x, Opcode::kNegate)}}));
}

void RunnableWriter::fusion(InstructionId x) {
  keep(add(Opcode::kFusion, type_of(x), extents_of_value(x), {x},
           {{AttributeKey::kKind, Text{"kLoop"}},
            {AttributeKey::kCalls, function_of(x, Opcode::kNegate)}}));
}

void RunnableWriter::same(InstructionId x) {
  const Extents extents = extents_of_value(x);
  const PrimitiveType type = type_of(x);
  switch (dice(4)) {
    case 0: return keep(add(Opcode::kCopy, type, extents, {x}));
    case 1:
      return keep(add(Opcode::kCustomCall, type, extents, {x},
                      {{AttributeKey::kCustomCallTarget, Text{"\"Sharding\""}}}));
    case 2:
      return keep(add(Opcode::kDomain, type, extents, {x},
                      {{AttributeKey::kDomain,
                        Text{"{kind=\"sharding\", entry={replicated}, exit={replicated}}"}}}));
    default: break;
  }
  const InstructionId token = module_.add(
      entry_,
      {.opcode = Opcode::kAfterAll, .shape = module_.keep(Shape{.type = PrimitiveType::kToken})});
  keep(add(Opcode::kAddDependency, type, extents, {x, token}));
}

void RunnableWriter::tuple(InstructionId x) {
  const ShapeId state = module_.keep(state_shape(x));
  const InstructionId pair = module_.add(
      entry_, {.opcode = Opcode::kTuple, .shape = state, .operands = {x, counter(entry_, 0)}});
  const InstructionId barrier =
      module_.add(entry_, {.opcode = Opcode::kOptBarrier, .shape = state, .operands = {pair}});
  keep(element(entry_, barrier, 0));
}

}  // namespace tileglot::hlo::run
