// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/module/pass_invariant.h"

#include <fmt/format.h>

#include <span>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/module/fusion_layouts.h"

namespace tileglot::hlo::pass {
namespace {

core::Status check(const Module& module, InstructionId id, std::string_view pass,
                   std::string_view fault) {
  if (fault.empty()) return {};
  return core::fail({.code = "hlo.invariant",
                     .message = fmt::format("{} {}", module[id].name, fault),
                     .span = module[id].place,
                     .help = fmt::format("after the pass {} there is no such instruction", pass)});
}

}  // namespace

std::vector<ComputationId> outside_fusions(const Module& module) {
  const std::vector<bool> is_fused = fused_computations(module);
  std::vector<ComputationId> result;
  for (const ComputationId computation : module.computations()) {
    if (!is_fused[index_of(computation)]) result.push_back(computation);
  }
  return result;
}

core::Status check_instructions(const Module& module, std::string_view pass,
                                const InstructionFault& fault) {
  return check_instructions(module, outside_fusions(module), pass, fault);
}

core::Status check_instructions(const Module& module, std::span<const ComputationId> computations,
                                std::string_view pass, const InstructionFault& fault) {
  for (const ComputationId computation : computations) {
    for (const InstructionId id : module.instructions(computation)) {
      TILEGLOT_TRY_STATUS(check(module, id, pass, fault(module, id)));
    }
  }
  return {};
}

}  // namespace tileglot::hlo::pass
