// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/element/elementwise.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/run/element/binary.h"
#include "tileglot/hlo/run/element/convert.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/hlo/run/element/unary.h"

namespace tileglot::hlo::run {
namespace {

core::Error unfit(std::string_view operation, std::size_t sizes_a, std::size_t sizes_b) {
  return {
      {.code = "run.operands",
       .message = fmt::format("{} takes operands of one size and type, not of {} and {} elements",
                              operation, sizes_a, sizes_b),
       .help = "hlo verify says more"}};
}

bool fits(const Elements& one_or_all, const Elements& all) {
  return one_or_all.size() == all.size() || one_or_all.size() == 1;
}

Direction direction_of(const Instruction& instruction) {
  const std::string_view word = text_of(instruction, AttributeKey::kDirection);
  if (word == "NE") return Direction::kNe;
  if (word == "LT") return Direction::kLt;
  if (word == "LE") return Direction::kLe;
  if (word == "GT") return Direction::kGt;
  if (word == "GE") return Direction::kGe;
  return Direction::kEq;
}

Comparison comparison_of(const Instruction& instruction) {
  return {direction_of(instruction), text_of(instruction, AttributeKey::kType) == "TOTALORDER"};
}

int precision(const Instruction& instruction, AttributeKey key) {
  return static_cast<int>(integer_of(instruction, key));
}

core::Result<Elements> of_one(const Module& module, InstructionId id, const Elements& x) {
  const Instruction& instruction = module[id];
  const PrimitiveType type = module.shape_of(id).type;
  switch (instruction.opcode) {
    case Opcode::kConvert: return converted(x, type);
    case Opcode::kReducePrecision:
      return reduced_precision(x, precision(instruction, AttributeKey::kExponentBits),
                               precision(instruction, AttributeKey::kMantissaBits));
    default: return unary(instruction.opcode, x);
  }
}

core::Result<Elements> of_two(const Instruction& instruction, const Elements& x,
                              const Elements& y) {
  if (x.size() != y.size()) {
    return core::fail(unfit(name_of(instruction.opcode), x.size(), y.size()));
  }
  if (instruction.opcode == Opcode::kCompare) return compare(comparison_of(instruction), x, y);
  return binary(instruction.opcode, x, y);
}

}  // namespace

bool computes_elementwise(Opcode opcode) {
  switch (opcode) {
    case Opcode::kConvert:
    case Opcode::kReducePrecision:
    case Opcode::kCompare:
    case Opcode::kSelect:
    case Opcode::kClamp: return true;
    default: return is_unary(opcode) || is_binary(opcode);
  }
}

core::Result<Elements> elementwise(const Module& module, InstructionId id,
                                   std::span<const Elements* const> operands) {
  switch (operands.size()) {
    case 1: return of_one(module, id, *operands[0]);
    case 2: return of_two(module[id], *operands[0], *operands[1]);
    default: break;
  }
  const bool selects = module[id].opcode == Opcode::kSelect;
  return selects ? selected(*operands[0], *operands[1], *operands[2])
                 : clamped(*operands[0], *operands[1], *operands[2]);
}

core::Result<Elements> selected(const Elements& predicate, const Elements& on_true,
                                const Elements& on_false) {
  const bool fit = predicate.type == PrimitiveType::kPred && on_true.type == on_false.type &&
                   on_true.size() == on_false.size() && fits(predicate, on_true);
  if (!fit) return core::fail(unfit("select", on_true.size(), on_false.size()));
  const std::vector<Flag>& flags = numbers_of<Flag>(predicate);
  const std::size_t step = predicate.size() == on_true.size() ? 1 : 0;
  Elements result = on_true;
  with_numbers(result, [&]<class T>(std::vector<T>& v) {
    const std::vector<T>& other = numbers_of<T>(on_false);
    for (std::size_t i = 0; i < v.size(); ++i) {
      if (!is_set(flags[i * step])) v[i] = other[i];
    }
  });
  return result;
}

core::Result<Elements> clamped(const Elements& low, const Elements& x, const Elements& high) {
  if (!fits(low, x) || !fits(high, x)) {
    return core::fail(unfit("clamp", low.size(), x.size()));
  }
  const auto all = [&](const Elements& bound) {
    return bound.size() == x.size() ? bound : repeated(bound, x.size());
  };
  TILEGLOT_TRY(raised, binary(Opcode::kMaximum, x, all(low)));
  return binary(Opcode::kMinimum, raised, all(high));
}

}  // namespace tileglot::hlo::run
