// SPDX-License-Identifier: Apache-2.0
// Random numbers: rng, rng-bit-generator, rng-get-and-update-state; and iota.
#include <fmt/format.h>

#include <cstdint>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/detail/verify_check.h"
#include "tileglot/hlo/ir/detail/verify_instruction.h"
#include "tileglot/hlo/ir/element_value.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::hlo {
namespace {

using core::Status;
using notation::xla::is_floating_point;
using notation::xla::is_integral;
using notation::xla::PrimitiveType;
using notation::xla::Shape;

Status verify_rng(const Subject& subject) {
  constexpr std::string_view kCheck = "ShapeVerifier::HandleRng";
  if (subject.operand_count() != 2) {
    return subject.refuse(kCheck, fmt::format("rng with {} operands", subject.operand_count()));
  }
  const Shape& first = subject.operand(0);
  const Shape& second = subject.operand(1);
  const bool scalars = is_scalar(first) && is_scalar(second);
  if (!scalars || first.type != second.type || first.type != subject.shape().type) {
    return subject.refuse(kCheck, fmt::format("rng from {} and {} is not {}", print(first),
                                              print(second), print(subject.shape())));
  }
  const bool normal = text_of(subject.instruction(), AttributeKey::kDistribution) == "rng_normal";
  const bool number = is_integral(first.type) || first.type == PrimitiveType::kPred;
  if (is_floating_point(first.type) || (!normal && number)) return {};
  return subject.refuse(kCheck, fmt::format("there is no {} distribution of {}",
                                            normal ? "normal" : "uniform", name_of(first.type)));
}

Status verify_bit_generator(const Subject& subject) {
  constexpr std::string_view kCheck = "ShapeVerifier::HandleRngBitGenerator";
  const Shape& shape = subject.shape();
  if (shape.type != PrimitiveType::kTuple) return {};
  if (shape.elements.size() == 2 && compatible(subject.operand(0), shape.elements[0])) return {};
  return subject.refuse(kCheck, fmt::format("{} is not the state {} and random bits", print(shape),
                                            print(subject.operand(0))));
}

Status verify_state(const Subject& subject) {
  constexpr std::string_view kCheck = "ShapeVerifier::HandleRngGetAndUpdateState";
  const Shape state{.type = PrimitiveType::kU64, .dimensions = {{.bound = 2}}};
  return expect_shape(subject, kCheck, state);
}

Status verify_iota(const Subject& subject) {
  constexpr std::string_view kCheck = "ShapeVerifier::HandleIota";
  const Shape& shape = subject.shape();
  const std::int64_t along = integer_of(subject.instruction(), AttributeKey::kIotaDimension);
  const bool counts =
      is_integral(shape.type) || is_floating_point(shape.type) || is_complex(shape.type);
  if (!counts) {
    return subject.refuse(kCheck,
                          fmt::format("iota of {}, whose elements do not count", print(shape)));
  }
  if (along >= 0 && along < static_cast<std::int64_t>(rank(shape))) return {};
  return subject.refuse(kCheck, fmt::format("iota_dimension={} of {}", along, print(shape)));
}

}  // namespace

Status verify_random(const Subject& subject) {
  switch (subject.opcode()) {
    case Opcode::kRng: return verify_rng(subject);
    case Opcode::kRngBitGenerator: return verify_bit_generator(subject);
    case Opcode::kRngGetAndUpdateState: return verify_state(subject);
    case Opcode::kIota: return verify_iota(subject);
    default: return {};
  }
}

}  // namespace tileglot::hlo
