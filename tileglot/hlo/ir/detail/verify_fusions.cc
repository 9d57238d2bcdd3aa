// SPDX-License-Identifier: Apache-2.0
// Fusions: a fused computation belongs to one fusion, and each of its instructions has a use.
// Asynchronous computations: parameters and one operation.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/detail/verify_check.h"
#include "tileglot/hlo/ir/detail/verify_module.h"
#include "tileglot/hlo/ir/frontend_attributes.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"

namespace tileglot::hlo {
namespace {

using core::Status;

constexpr std::string_view kCheck = "CheckFusionInstruction";

/// XLA's HasSideEffectNoRecurse: whether it does something even if its result is not read.
bool acts(const Instruction& instruction) {
  const bool channel = instruction.opcode != Opcode::kCustomCall &&
                       attribute_of<std::int64_t>(instruction, AttributeKey::kChannelId) != nullptr;
  switch (instruction.opcode) {
    case Opcode::kSend:
    case Opcode::kSendDone:
    case Opcode::kRecv:
    case Opcode::kRecvDone:
    case Opcode::kRng:
    case Opcode::kRngGetAndUpdateState:
    case Opcode::kInfeed:
    case Opcode::kOutfeed:
    case Opcode::kAllReduceStart:
    case Opcode::kAllReduceDone:
    case Opcode::kAllGatherStart:
    case Opcode::kAllGatherDone:
    case Opcode::kCollectiveBroadcast:
    case Opcode::kCollectivePermuteStart:
    case Opcode::kCollectivePermuteDone: return true;
    case Opcode::kCustomCall: return flag_of(instruction, AttributeKey::kCustomCallHasSideEffect);
    default: return channel || flag_of(instruction, AttributeKey::kConstrainLayout);
  }
}

Status verify_fused(const Module& module, InstructionId fusion, ComputationId fused) {
  const InstructionId root = *module[fused].root;
  if (module.has_uses(root)) {
    return wrong(module, fusion, kCheck,
                 fmt::format("the root {} of {} has users", module[root].name, module[fused].name));
  }
  for (const InstructionId id : module.instructions(fused)) {
    if (id == root || module.has_uses(id) || acts(module[id])) continue;
    return wrong(module, fusion, kCheck,
                 fmt::format("nothing reads {} of {}", module[id].name, module[fused].name));
  }
  return {};
}

Status verify_fusion(const Module& module, const Callers& callers, InstructionId fusion) {
  const auto* const fused = attribute_of<ComputationId>(module[fusion], AttributeKey::kCalls);
  if (fused == nullptr) return {};
  const auto count = std::ranges::count_if(callers[index_of(*fused)], [&](InstructionId by) {
    return module[by].opcode == Opcode::kFusion;
  });
  if (count != 1) {
    return wrong(module, fusion, kCheck,
                 fmt::format("{} is fused {} times", module[*fused].name, count));
  }
  if (*fused == module.entry()) {
    return wrong(module, fusion, "HloVerifier::RunImpl", "it calls the entry");
  }
  return verify_fused(module, fusion, *fused);
}

/// Groups of collectives, and barriers, may hold several operations.
bool may_be_several(const Module& module, InstructionId start, ComputationId wrapped) {
  const auto attributes = text_of(module[start], AttributeKey::kFrontendAttributes);
  if (frontend_value(attributes, "_collectives_group")) return true;
  const InstructionId root = *module[wrapped].root;
  return std::ranges::all_of(module.instructions(wrapped), [&](InstructionId id) {
    const Opcode opcode = module[id].opcode;
    return id == root || opcode == Opcode::kParameter || opcode == Opcode::kGetTupleElement;
  });
}

}  // namespace

Status verify_fusions(const Module& module, const Callers& callers) {
  for (const ComputationId c : module.computations()) {
    for (const InstructionId id : module.instructions(c)) {
      if (module[id].opcode != Opcode::kFusion) continue;
      TILEGLOT_TRY_STATUS(verify_fusion(module, callers, id));
    }
  }
  return {};
}

Status verify_async_computations(const Module& module, const Callers& callers) {
  for (const ComputationId c : module.computations()) {
    const auto& by = callers[index_of(c)];
    const std::string_view thread = module[c].execution_thread;
    const bool main = thread.empty() || thread == "main";
    if (!main || !is_async_computation(module, callers, c)) continue;
    if (may_be_several(module, by[0], c)) continue;
    return wrong(module, by[0], "VerifyAsyncComputation",
                 fmt::format("{} has more than parameters and one operation", module[c].name));
  }
  return {};
}

}  // namespace tileglot::hlo
