// SPDX-License-Identifier: Apache-2.0
// runnable/numbers.cc: operations whose numbers are not small integers until they are rounded.
#include <array>
#include <cstdint>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/run/array/strided_box.h"
#include "tileglot/hlo/run/runnable/writer.h"
#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::hlo::run {

InstructionId RunnableWriter::as_type(InstructionId x, PrimitiveType type) {
  return type_of(x) == type ? x : add(Opcode::kConvert, type, extents_of_value(x), {x});
}

void RunnableWriter::keep_settled(InstructionId x) {
  const Extents extents = extents_of_value(x);
  static constexpr std::array kRoundings = {Opcode::kFloor, Opcode::kCeil, Opcode::kRoundNearestAfz,
                                            Opcode::kRoundNearestEven};
  const InstructionId finite = add(Opcode::kIsFinite, PrimitiveType::kPred, extents, {x});
  const InstructionId number = add(Opcode::kSelect, PrimitiveType::kF32, extents,
                                   {finite, x, filled(PrimitiveType::kF32, extents, 2)});
  keep_small(add(kRoundings[dice(kRoundings.size())], PrimitiveType::kF32, extents, {number}));
}

void RunnableWriter::inexact(InstructionId x) {
  static constexpr std::array kOpcodes = {
      Opcode::kSign,  Opcode::kCbrt,       Opcode::kErf,      Opcode::kExponential,
      Opcode::kLog,   Opcode::kLogPlusOne, Opcode::kLogistic, Opcode::kExponentialMinusOne,
      Opcode::kSqrt,  Opcode::kRsqrt,      Opcode::kSine,     Opcode::kCosine,
      Opcode::kTan,   Opcode::kSinh,       Opcode::kCosh,     Opcode::kTanh,
      Opcode::kAsin,  Opcode::kAcos,       Opcode::kAsinh,    Opcode::kAcosh,
      Opcode::kAtanh, Opcode::kExponential};
  const InstructionId number = as_type(x, PrimitiveType::kF32);
  for (int i = 0; i < 2; ++i) {
    keep_settled(
        add(kOpcodes[dice(kOpcodes.size())], PrimitiveType::kF32, extents_of_value(x), {number}));
  }
}

void RunnableWriter::contracting(InstructionId x) {
  static constexpr std::array kOpcodes = {Opcode::kTanh, Opcode::kSine, Opcode::kCosine,
                                          Opcode::kLogistic, Opcode::kAsinh};
  const InstructionId number = as_type(x, PrimitiveType::kF32);
  const InstructionId result =
      add(kOpcodes[dice(kOpcodes.size())], PrimitiveType::kF32, extents_of_value(x), {number});
  if (has_fractions()) return keep(result);
  keep_settled(result);
}

void RunnableWriter::inexact_pair(InstructionId x) {
  static constexpr std::array kOpcodes = {Opcode::kDivide, Opcode::kRemainder, Opcode::kPower,
                                          Opcode::kAtan2};
  const InstructionId a = as_type(x, PrimitiveType::kF32);
  const InstructionId b = as_type(partner(x), PrimitiveType::kF32);
  keep_settled(
      add(kOpcodes[dice(kOpcodes.size())], PrimitiveType::kF32, extents_of_value(x), {a, b}));
}

void RunnableWriter::bits(InstructionId x) {
  static constexpr std::array kOpcodes = {Opcode::kNot, Opcode::kPopcnt,
                                          Opcode::kCountLeadingZeros};
  keep_small(add(kOpcodes[dice(kOpcodes.size())], PrimitiveType::kS32, extents_of_value(x),
                 {as_type(x, PrimitiveType::kS32)}));
}

void RunnableWriter::bits_pair(InstructionId x) {
  static constexpr std::array kOpcodes = {Opcode::kAnd,
                                          Opcode::kOr,
                                          Opcode::kXor,
                                          Opcode::kMulhi,
                                          Opcode::kShiftLeft,
                                          Opcode::kShiftRightArithmetic,
                                          Opcode::kShiftRightLogical};
  const InstructionId a = as_type(x, PrimitiveType::kS32);
  const InstructionId b = as_type(partner(x), PrimitiveType::kS32);
  for (int i = 0; i < 2; ++i) {
    keep_small(
        add(kOpcodes[dice(kOpcodes.size())], PrimitiveType::kS32, extents_of_value(x), {a, b}));
  }
}

void RunnableWriter::complex(InstructionId x) {
  const InstructionId a = as_type(x, PrimitiveType::kF32);
  const InstructionId b = as_type(partner(x), PrimitiveType::kF32);
  const InstructionId both =
      add(Opcode::kComplex, PrimitiveType::kC64, extents_of_value(x), {a, b});
  for (const Opcode part : {Opcode::kReal, Opcode::kImag}) {
    keep(add(part, PrimitiveType::kF32, extents_of_value(x), {both}));
  }
}

void RunnableWriter::reduce_precision(InstructionId x) {
  keep(add(Opcode::kReducePrecision, PrimitiveType::kF32, extents_of_value(x),
           {as_type(x, PrimitiveType::kF32)},
           {{AttributeKey::kExponentBits, std::int64_t{5}},
            {AttributeKey::kMantissaBits, between(0, 10)}}));
}

void RunnableWriter::bitcast_convert(InstructionId x) {
  const PrimitiveType own = type_of(x);
  const PrimitiveType other =
      own == PrimitiveType::kF32 ? PrimitiveType::kS32 : PrimitiveType::kF32;
  const InstructionId there = add(Opcode::kBitcastConvert, other, extents_of_value(x), {x});
  keep(add(Opcode::kBitcastConvert, own, extents_of_value(x), {there}));
}

void RunnableWriter::own_number(InstructionId x) {
  const Extents extents = extents_of_value(x);
  const bool has_dimension = !extents.empty() && dice(2) == 0;
  const Opcode which = dice(2) == 0 ? Opcode::kPartitionId : Opcode::kReplicaId;
  const InstructionId number = has_dimension ? add(Opcode::kGetDimensionSize, PrimitiveType::kS32,
                                                   {}, {x}, {{AttributeKey::kDimensions, Ints{0}}})
                                             : add(which, PrimitiveType::kU32, {}, {});
  const InstructionId all =
      add(Opcode::kBroadcast, type_of(x), extents, {as_type(number, type_of(x))},
          {{AttributeKey::kDimensions, Ints{}}});
  keep_small(add(Opcode::kAdd, type_of(x), extents, {x, all}));
}

}  // namespace tileglot::hlo::run
