// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/module/layout_freedom.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

/// In addition to elementwise operations.
constexpr std::array kKeepLayout{Opcode::kAddDependency,
                                 Opcode::kAllGather,
                                 Opcode::kAllGatherDone,
                                 Opcode::kAllGatherStart,
                                 Opcode::kAllReduce,
                                 Opcode::kAllReduceDone,
                                 Opcode::kAllReduceStart,
                                 Opcode::kAllToAll,
                                 Opcode::kBitcastConvert,
                                 Opcode::kCholesky,
                                 Opcode::kCollectiveBroadcast,
                                 Opcode::kCollectivePermute,
                                 Opcode::kConcatenate,
                                 Opcode::kDynamicSlice,
                                 Opcode::kDynamicUpdateSlice,
                                 Opcode::kFft,
                                 Opcode::kMap,
                                 Opcode::kOptBarrier,
                                 Opcode::kPad,
                                 Opcode::kRaggedAllToAll,
                                 Opcode::kReduceScatter,
                                 Opcode::kReduceWindow,
                                 Opcode::kReverse,
                                 Opcode::kScatter,
                                 Opcode::kSelectAndScatter,
                                 Opcode::kSetDimensionSize,
                                 Opcode::kSlice,
                                 Opcode::kSort,
                                 Opcode::kTopK,
                                 Opcode::kTriangularSolve,
                                 Opcode::kWhile};

/// A copy is elementwise but exists to change layouts; random numbers have no operands that matter.
bool is_free_though_elementwise(Opcode opcode) { return opcode == Opcode::kCopy; }

std::vector<std::int64_t> bounds_but_one(const notation::xla::Shape& shape) {
  std::vector<std::int64_t> result;
  result.reserve(shape.dimensions.size());
  for (const auto& dimension : shape.dimensions) {
    const std::int64_t bound = dimension.bound.value_or(-1);
    if (bound != 1) result.push_back(bound);
  }
  return result;
}

bool reshapes_ones_only(const Module& module, InstructionId reshape) {
  const notation::xla::Shape& from = module.shape_of(module.operand(reshape, 0));
  return notation::xla::rank(from) == 1 ||
         bounds_but_one(from) == bounds_but_one(module.shape_of(reshape));
}

}  // namespace

bool calls_target(const Instruction& instruction, std::string_view target) {
  if (instruction.opcode != Opcode::kCustomCall) return false;
  std::string_view text = text_of(instruction, AttributeKey::kCustomCallTarget);
  if (!text.starts_with('"') || text.size() < 2) return false;
  return text.substr(1, text.size() - 2) == target;
}

bool is_layout_constrained_call(const Instruction& instruction) {
  return instruction.opcode == Opcode::kCustomCall &&
         attribute_of<Shapes>(instruction, AttributeKey::kOperandLayoutConstraints) != nullptr;
}

bool is_layout_constrained_collective(const Instruction& instruction) {
  return flag_of(instruction, AttributeKey::kConstrainLayout);
}

bool can_change_layout(const Instruction& instruction) {
  const Opcode opcode = instruction.opcode;
  if (opcode == Opcode::kCustomCall) return !calls_target(instruction, "LayoutConstraint");
  if (is_elementwise(opcode)) return is_free_though_elementwise(opcode);
  return std::find(kKeepLayout.begin(), kKeepLayout.end(), opcode) == kKeepLayout.end();
}

bool goes_depth_first(const Module& module, InstructionId id) {
  switch (module[id].opcode) {
    case Opcode::kGather:
    case Opcode::kScatter:
    case Opcode::kTranspose: return true;
    case Opcode::kReshape: return reshapes_ones_only(module, id);
    case Opcode::kFusion: return text_of(module[id], AttributeKey::kKind) == "kCustom";
    default: return false;
  }
}

}  // namespace tileglot::hlo::pass
