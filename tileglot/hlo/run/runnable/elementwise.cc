// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/runnable/writer.h"

#include <array>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::hlo::run {

void RunnableWriter::unary(InstructionId x) {
  const Opcode opcode = dice(2) == 0 ? Opcode::kNegate : Opcode::kAbs;
  keep(add(opcode, type_of(x), extents_of_value(x), {x}));
}

void RunnableWriter::binary(InstructionId x) {
  static constexpr std::array kOpcodes = {Opcode::kAdd, Opcode::kSubtract, Opcode::kMultiply,
                                          Opcode::kMaximum, Opcode::kMinimum};
  const Opcode opcode = kOpcodes[dice(kOpcodes.size())];
  const bool is_sum = opcode == Opcode::kAdd || opcode == Opcode::kSubtract;
  keep_sum(add(opcode, type_of(x), extents_of_value(x), {x, partner(x)}), is_sum ? 2 : 1);
}

void RunnableWriter::select(InstructionId x) {
  const InstructionId y = partner(x);
  const InstructionId p = add(Opcode::kCompare, PrimitiveType::kPred, extents_of_value(x), {x, y},
                              {direction_of("LE")});
  keep(add(Opcode::kSelect, type_of(x), extents_of_value(x), {p, y, x}));
}

InstructionId RunnableWriter::packed(InstructionId x) {
  const InstructionId small = as_type(x, PrimitiveType::kS4);
  const Ints last{static_cast<std::int64_t>(extents_of_value(x).size()) - 1};
  return add(Opcode::kReverse, PrimitiveType::kS4, extents_of_value(x), {small},
             {{AttributeKey::kDimensions, last[0] < 0 ? Ints{} : last}});
}

void RunnableWriter::convert(InstructionId x) {
  if (has_fractions()) return keep(as_type(as_type(x, PrimitiveType::kF64), PrimitiveType::kF32));
  const bool is_float = type_of(x) == PrimitiveType::kF32;
  if (dice(2) == 0) x = packed(x);
  keep(add(Opcode::kConvert, is_float ? PrimitiveType::kS32 : PrimitiveType::kF32,
           extents_of_value(x), {x}));
}

}  // namespace tileglot::hlo::run
