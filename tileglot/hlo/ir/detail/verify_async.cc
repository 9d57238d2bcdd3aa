// SPDX-License-Identifier: Apache-2.0
// async-start, -update and -done: their shapes, and the computation that all three wrap.
#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/detail/verify_check.h"
#include "tileglot/hlo/ir/detail/verify_instruction.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::hlo {
namespace {

using core::Status;
using notation::xla::PrimitiveType;
using notation::xla::Shape;

bool is_async(Opcode opcode) {
  return opcode == Opcode::kAsyncStart || opcode == Opcode::kAsyncUpdate ||
         opcode == Opcode::kAsyncDone;
}

Shape tuple_of_operands(const Subject& subject) {
  Shape result{.type = PrimitiveType::kTuple};
  for (std::size_t i = 0; i < subject.operand_count(); ++i) {
    result.elements.push_back(subject.operand(i));
  }
  return result;
}

Shape tuple_of_parameters(const Subject& subject, ComputationId called) {
  Shape result{.type = PrimitiveType::kTuple};
  for (const InstructionId parameter : subject.module[called].parameters) {
    result.elements.push_back(subject.module.shape_of(parameter));
  }
  return result;
}

/// ((operands), result, ..)
Status verify_form(const Subject& subject, const Shape& shape) {
  if (shape.type == PrimitiveType::kTuple && shape.elements.size() >= 2 &&
      shape.elements[0].type == PrimitiveType::kTuple) {
    return {};
  }
  return subject.refuse("ShapeVerifier::CheckAsyncOpOutputShape",
                        fmt::format("{} is not ((operands ..), result, ..)", print(shape)));
}

Status verify_thread(const Subject& subject, ComputationId called) {
  if (!subject.has(AttributeKey::kAsyncExecutionThread)) return {};
  const std::string thread =
      unquoted_of(subject.instruction(), AttributeKey::kAsyncExecutionThread);
  const std::string_view own = subject.module[called].execution_thread;
  const auto named = [](std::string_view name) { return name == "main" ? "" : name; };
  if (named(thread) == named(own)) return {};
  return subject.refuse("CheckAsyncOpComputationThreadName",
                        fmt::format("it runs on thread '{}', and {} on '{}'", thread,
                                    subject.module[called].name, own));
}

/// The state of the operation against what it wraps.
Status verify_wrapped(const Subject& subject, ComputationId called) {
  constexpr std::string_view kCheck = "ShapeVerifier::CheckAsyncOpComputationShapes";
  const Shape& result = subject.result_of(called);
  if (subject.opcode() == Opcode::kAsyncDone) return expect_shape(subject, kCheck, result);
  const Shape& shape = subject.shape();
  if (!compatible(shape.elements[0], tuple_of_parameters(subject, called))) {
    return subject.refuse(kCheck, fmt::format("its operands are written as {}, and {} takes {}",
                                              print(shape.elements[0]), subject.module[called].name,
                                              print(tuple_of_parameters(subject, called))));
  }
  if (compatible(shape.elements[1], result)) return {};
  return subject.refuse(
      kCheck, fmt::format("its result is written as {}, and {} gives {}", print(shape.elements[1]),
                          subject.module[called].name, print(result)));
}

Status verify_async_operands(const Subject& subject) {
  constexpr std::string_view kCheck = "ShapeVerifier::CheckAsyncOpOperands";
  if (subject.opcode() == Opcode::kAsyncStart) {
    const Shape operands = tuple_of_operands(subject);
    if (compatible(subject.shape().elements[0], operands)) return {};
    return subject.refuse(kCheck, fmt::format("its operands are written as {}, and are {}",
                                              print(subject.shape().elements[0]), print(operands)));
  }
  const Shape& before = subject.operand(0);
  TILEGLOT_TRY_STATUS(verify_form(subject, before));
  if (subject.opcode() == Opcode::kAsyncUpdate) return expect_shape(subject, kCheck, before);
  return expect_shape(subject, kCheck, before.elements[1]);
}

/// An update or done right after a start wraps what the start does.
Status verify_same_wrapped(const Subject& subject, const ComputationId* called) {
  if (subject.opcode() == Opcode::kAsyncStart) return {};
  const Instruction& before = subject.module[subject.operand_id(0)];
  if (!is_async(before.opcode) || before.opcode == Opcode::kAsyncDone) return {};
  const auto* const others = attribute_of<ComputationId>(before, AttributeKey::kCalls);
  if (called == nullptr || others == nullptr || *called == *others) return {};
  return subject.refuse("ShapeVerifier::CheckAsyncOpOperands",
                        fmt::format("it wraps {}, and {} wraps {}", subject.module[*called].name,
                                    before.name, subject.module[*others].name));
}

}  // namespace

Status verify_async(const Subject& subject) {
  if (!is_async(subject.opcode())) return {};
  const ComputationId* const called = subject.called(AttributeKey::kCalls);
  if (subject.opcode() != Opcode::kAsyncDone) {
    TILEGLOT_TRY_STATUS(verify_form(subject, subject.shape()));
  }
  if (called != nullptr) {
    TILEGLOT_TRY_STATUS(verify_wrapped(subject, *called));
    TILEGLOT_TRY_STATUS(verify_thread(subject, *called));
  }
  TILEGLOT_TRY_STATUS(verify_async_operands(subject));
  return verify_same_wrapped(subject, called);
}

}  // namespace tileglot::hlo
