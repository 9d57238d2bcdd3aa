// SPDX-License-Identifier: Apache-2.0
// Element types that operations on each element accept.
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/detail/verify_check.h"
#include "tileglot/hlo/ir/detail/verify_instruction.h"
#include "tileglot/hlo/ir/dimensions.h"
#include "tileglot/hlo/ir/element_value.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::hlo {
namespace {

using core::Status;
using notation::xla::is_floating_point;
using notation::xla::is_integral;
using notation::xla::PrimitiveType;
using notation::xla::Shape;

Status expect_type(const Subject& subject, std::string_view check, bool fits,
                   std::string_view wanted) {
  if (fits) return {};
  return subject.refuse(check, fmt::format("{} of {}: its elements are not {}", subject.name(),
                                           print(subject.operand(0)), wanted));
}

constexpr std::string_view kUnary = "ShapeInference::InferUnaryOpShape";
constexpr std::string_view kBinary = "ShapeInference::InferBinaryOpShape";

Status verify_unary(const Subject& subject) {
  const PrimitiveType type = subject.operand(0).type;
  const bool real = is_floating_point(type);
  switch (subject.opcode()) {
    case Opcode::kFloor:
    case Opcode::kCeil:
    case Opcode::kRoundNearestAfz:
    case Opcode::kRoundNearestEven:
    case Opcode::kIsFinite:
    case Opcode::kCbrt:
    case Opcode::kErf: return expect_type(subject, kUnary, real, "floating point numbers");
    case Opcode::kAcos:
    case Opcode::kAcosh:
    case Opcode::kAsin:
    case Opcode::kAsinh:
    case Opcode::kAtanh:
    case Opcode::kCosh:
    case Opcode::kCosine:
    case Opcode::kSine:
    case Opcode::kSinh:
    case Opcode::kTan:
    case Opcode::kTanh:
    case Opcode::kExponential:
    case Opcode::kExponentialMinusOne:
    case Opcode::kLog:
    case Opcode::kLogPlusOne:
    case Opcode::kLogistic:
    case Opcode::kRsqrt:
    case Opcode::kSqrt:
    case Opcode::kReal:
    case Opcode::kImag:
      return expect_type(subject, kUnary, real || is_complex(type),
                         "floating point or complex numbers");
    case Opcode::kAbs:
    case Opcode::kSign:
      return expect_type(subject, kUnary, is_signed(type), "signed or complex numbers");
    case Opcode::kCountLeadingZeros:
    case Opcode::kPopcnt: return expect_type(subject, kUnary, is_integral(type), "integers");
    case Opcode::kNegate:
      return expect_type(subject, kUnary, type != PrimitiveType::kPred, "numbers");
    case Opcode::kNot:
      return expect_type(subject, kUnary, is_integral(type) || type == PrimitiveType::kPred,
                         "integers or pred");
    default: return {};
  }
}

Status verify_binary(const Subject& subject) {
  const PrimitiveType type = subject.operand(0).type;
  switch (subject.opcode()) {
    case Opcode::kSubtract:
    case Opcode::kDivide:
    case Opcode::kRemainder:
    case Opcode::kPower:
    case Opcode::kShiftLeft:
    case Opcode::kShiftRightArithmetic:
    case Opcode::kShiftRightLogical:
      return expect_type(subject, kBinary, type != PrimitiveType::kPred, "numbers");
    case Opcode::kAtan2:
      return expect_type(subject, kBinary, is_floating_point(type) || is_complex(type),
                         "floating point or complex numbers");
    case Opcode::kAnd:
    case Opcode::kOr:
    case Opcode::kXor:
      return expect_type(subject, kBinary, is_integral(type) || type == PrimitiveType::kPred,
                         "integers or pred");
    case Opcode::kComplex:
      return expect_type(subject, kBinary,
                         type == PrimitiveType::kF32 || type == PrimitiveType::kF64, "f32 or f64");
    default: return {};
  }
}

std::string_view default_comparison(PrimitiveType type) {
  if (is_floating_point(type) || is_complex(type)) return "FLOAT";
  return is_signed(type) ? "SIGNED" : "UNSIGNED";
}

Status verify_compare(const Subject& subject) {
  const std::string_view stated = text_of(subject.instruction(), AttributeKey::kType);
  const PrimitiveType type = subject.operand(1).type;
  const std::string_view usual = default_comparison(type);
  if (stated.empty() || stated == usual) return {};
  if (stated == "TOTALORDER" && is_floating_point(type)) return {};
  return subject.refuse("CheckElementwiseInstruction",
                        fmt::format("type={} of {}, which is compared as {}", stated,
                                    print(subject.operand(1)), usual));
}

Status verify_convert(const Subject& subject) {
  constexpr std::string_view kCheck = "ShapeInference::InferConvertShape";
  const Shape& from = subject.operand(0);
  const bool fits = is_array(from) && is_array(subject.shape()) &&
                    (!is_complex(from.type) || is_complex(subject.shape().type));
  if (fits) return {};
  return subject.refuse(kCheck, fmt::format("convert of {} to {}, which has no meaning",
                                            print(from), print(subject.shape())));
}

/// What a bitcast-convert gives: one more dimension, one less, or the same ones.
bool is_reinterpreted(const Shape& from, const Shape& to) {
  const std::int64_t before = bits_of(from.type);
  const std::int64_t after = bits_of(to.type);
  if (before == after) return same_dimensions(from, to);
  const Shape& longer = before > after ? to : from;
  const Shape& shorter = before > after ? from : to;
  if (rank(longer) != rank(shorter) + 1) return false;
  const std::int64_t ratio = before > after ? before / after : after / before;
  if (longer.dimensions.back().bound.value_or(ratio) != ratio) return false;
  Shape rest = longer;
  rest.dimensions.pop_back();
  return same_dimensions(rest, shorter);
}

Status verify_bitcast_convert(const Subject& subject) {
  constexpr std::string_view kCheck = "ShapeInference::InferBitcastConvertShape";
  const Shape& from = subject.operand(0);
  const Shape& to = subject.shape();
  const bool arrays = is_array(from) && is_array(to);
  if (arrays && is_complex(from.type) == is_complex(to.type) && is_reinterpreted(from, to)) {
    return {};
  }
  return subject.refuse(kCheck,
                        fmt::format("a bitcast-convert of {} is not {}", print(from), print(to)));
}

Status verify_reduce_precision(const Subject& subject) {
  constexpr std::string_view kCheck = "ShapeInference::InferReducePrecisionShape";
  TILEGLOT_TRY_STATUS(expect_type(subject, kCheck, is_floating_point(subject.operand(0).type),
                                  "floating point numbers"));
  const std::int64_t exponent = integer_of(subject.instruction(), AttributeKey::kExponentBits);
  const std::int64_t mantissa = integer_of(subject.instruction(), AttributeKey::kMantissaBits);
  if (exponent >= 1 && mantissa >= 0) return expect_shape(subject, kCheck, subject.operand(0));
  return subject.refuse(
      kCheck, fmt::format("a float of {} exponent and {} mantissa bits", exponent, mantissa));
}

Status verify_stochastic_convert(const Subject& subject) {
  constexpr std::string_view kCheck = "ShapeInference::InferStochasticConvertShape";
  const Shape& from = subject.operand(0);
  const Shape& random = subject.operand(1);
  const bool unsigned_bits = is_integral(random.type) && !is_signed(random.type);
  const bool fits = is_floating_point(from.type) && unsigned_bits &&
                    bits_of(from.type) == bits_of(random.type) && same_dimensions(from, random) &&
                    same_dimensions(from, subject.shape());
  if (fits) return {};
  return subject.refuse(kCheck, fmt::format("stochastic-convert of {} by {} to {}", print(from),
                                            print(random), print(subject.shape())));
}

/// Scalars apply to every place of the result only in clamp and select.
Status verify_no_broadcast(const Subject& subject) {
  const Opcode opcode = subject.opcode();
  if (!is_elementwise(opcode) || opcode == Opcode::kClamp || opcode == Opcode::kSelect ||
      opcode == Opcode::kMap) {
    return {};
  }
  for (std::size_t i = 0; i < subject.operand_count(); ++i) {
    if (same_dimensions(subject.operand(i), subject.shape())) continue;
    return subject.refuse(
        "CheckElementwiseInstruction",
        fmt::format("{} of {} does not give {}: nothing is broadcast silently", subject.name(),
                    print(subject.operand(i)), print(subject.shape())));
  }
  return {};
}

}  // namespace

Status verify_element_types(const Subject& subject) {
  if (subject.operand_count() == 0) return {};
  TILEGLOT_TRY_STATUS(verify_unary(subject));
  TILEGLOT_TRY_STATUS(verify_binary(subject));
  switch (subject.opcode()) {
    case Opcode::kCompare: TILEGLOT_TRY_STATUS(verify_compare(subject)); break;
    case Opcode::kConvert: TILEGLOT_TRY_STATUS(verify_convert(subject)); break;
    case Opcode::kBitcastConvert: return verify_bitcast_convert(subject);
    case Opcode::kReducePrecision: TILEGLOT_TRY_STATUS(verify_reduce_precision(subject)); break;
    case Opcode::kStochasticConvert: return verify_stochastic_convert(subject);
    default: break;
  }
  return verify_no_broadcast(subject);
}

}  // namespace tileglot::hlo
