// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/loop_texts.h"

#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "tileglot/core/counted.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/cost/executions.h"

namespace tileglot::api {

namespace pass = hlo::pass;

LoopTexts::LoopTexts(const hlo::Module& module, const pass::Executions& executions)
    : module_(module), executions_(executions) {
  for (const pass::LoopRuns& loop : executions.loops) {
    for (const hlo::ComputationId called : called_computations(module[loop.loop])) {
      loops_.try_emplace(called, loop.loop);
    }
  }
}

std::string LoopTexts::of(hlo::InstructionId id) const {
  const hlo::ComputationId computation = module_[id].computation;
  const std::int64_t runs = executions_.of(computation);
  const auto loop = loops_.find(computation);
  if (loop == loops_.end() && runs == 1) return "";
  const std::string where = loop == loops_.end()
                                ? fmt::format("%{}", module_[computation].name)
                                : fmt::format("the loop %{}", module_[loop->second].name);
  return fmt::format("in {}, {}", where, core::counted(runs, "run"));
}

}  // namespace tileglot::api
