// SPDX-License-Identifier: Apache-2.0
// Copies, sends, receives and feeds: shapes of the pairs, and tokens.
#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

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

/// What the transfer carries along until it is done.
Shape context() { return scalar_of(PrimitiveType::kU32); }

Status expect_token(const Subject& subject, std::size_t number) {
  if (subject.operand(number).type == PrimitiveType::kToken) return {};
  return subject.refuse(
      "ShapeVerifier::CheckIsTokenOperand",
      fmt::format("operand {} is {}, not a token", number, print(subject.operand(number))));
}

Status verify_copy_start(const Subject& subject) {
  const Shape& from = subject.operand(0);
  return expect_shape(subject, "ShapeVerifier::HandleCopyStart",
                      tuple_of(std::array{from, from, context()}));
}

/// Refuses an operand that is not a tuple of at least `count`.
Status expect_tuple(const Subject& subject, std::string_view check, std::size_t count) {
  const Shape& operand = subject.operand(0);
  if (operand.type == PrimitiveType::kTuple && operand.elements.size() >= count) return {};
  return subject.refuse(check, fmt::format("{} of {}, which is not a tuple of {}", subject.name(),
                                           print(operand), count));
}

Status verify_copy_done(const Subject& subject) {
  constexpr std::string_view kCheck = "ShapeVerifier::HandleCopyDone";
  TILEGLOT_TRY_STATUS(expect_tuple(subject, kCheck, 2));
  const auto& parts = subject.operand(0).elements;
  if (!compatible(parts[0], parts[1])) {
    return subject.refuse(kCheck, fmt::format("source and destination differ: {} and {}",
                                              print(parts[1]), print(parts[0])));
  }
  return expect_shape(subject, kCheck, parts[0]);
}

Status verify_recv(const Subject& subject) {
  constexpr std::string_view kCheck = "ShapeVerifier::HandleRecv";
  const Shape& shape = subject.shape();
  if (shape.type != PrimitiveType::kTuple || shape.elements.empty()) {
    return subject.refuse(
        kCheck, fmt::format("its shape {} has no place for what is received", print(shape)));
  }
  return expect_shape(subject, kCheck, tuple_of(std::array{shape.elements[0], context(), token()}));
}

Status verify_recv_done(const Subject& subject) {
  constexpr std::string_view kCheck = "ShapeVerifier::HandleRecvDone";
  TILEGLOT_TRY_STATUS(expect_tuple(subject, kCheck, 1));
  return expect_shape(subject, kCheck,
                      tuple_of(std::array{subject.operand(0).elements[0], token()}));
}

Status verify_infeed(const Subject& subject) {
  TILEGLOT_TRY_STATUS(expect_token(subject, 0));
  const Shape& shape = subject.shape();
  if (shape.type == PrimitiveType::kTuple && shape.elements.size() == 2 &&
      shape.elements[1].type == PrimitiveType::kToken) {
    return {};
  }
  return subject.refuse("ShapeVerifier::HandleInfeed",
                        fmt::format("{} is not what is fed and a token", print(shape)));
}

Status verify_outfeed(const Subject& subject) {
  constexpr std::string_view kCheck = "ShapeVerifier::HandleOutfeed";
  TILEGLOT_TRY_STATUS(expect_token(subject, 1));
  const auto* const stated =
      attribute_of<ShapeId>(subject.instruction(), AttributeKey::kOutfeedShape);
  if (stated != nullptr && !compatible(subject.module.shape(*stated), subject.operand(0))) {
    return subject.refuse(
        kCheck, fmt::format("outfeed_shape is {}, and the operand {}",
                            print(subject.module.shape(*stated)), print(subject.operand(0))));
  }
  return expect_shape(subject, kCheck, token());
}

}  // namespace

Status verify_transfer(const Subject& subject) {
  switch (subject.opcode()) {
    case Opcode::kCopyStart: return verify_copy_start(subject);
    case Opcode::kCopyDone: return verify_copy_done(subject);
    case Opcode::kSend:
      return expect_shape(subject, "ShapeVerifier::HandleSend",
                          tuple_of(std::array{subject.operand(0), context(), token()}));
    case Opcode::kSendDone: return expect_shape(subject, "ShapeVerifier::HandleSendDone", token());
    case Opcode::kRecv: return verify_recv(subject);
    case Opcode::kRecvDone: return verify_recv_done(subject);
    case Opcode::kInfeed: return verify_infeed(subject);
    case Opcode::kOutfeed: return verify_outfeed(subject);
    case Opcode::kAddDependency: return expect_token(subject, 1);
    default: return {};
  }
}

}  // namespace tileglot::hlo
