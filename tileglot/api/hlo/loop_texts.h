// SPDX-License-Identifier: Apache-2.0
// hlo/loop_texts.h: in which loop an instruction is.
//
// What     LoopTexts(module, executions).of(id) names the loop around an instruction, with its runs.
// Why      What moves in a loop moves in every run.
// Example  "in the loop %while.3, 126 runs"; empty for what runs once outside of loops.
//          [tests: hlo/layout_report_test.cc, "copies in a loop are apart from others of their cause"]
// Errors   None.
#pragma once

#include <string>
#include <unordered_map>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/cost/executions.h"

namespace tileglot::api {

class LoopTexts {
 public:
  /// The module and the executions must outlive it.
  LoopTexts(const hlo::Module& module, const hlo::pass::Executions& executions);

  std::string of(hlo::InstructionId id) const;

 private:
  const hlo::Module& module_;
  const hlo::pass::Executions& executions_;
  std::unordered_map<hlo::ComputationId, hlo::InstructionId> loops_ = {};  ///< by what they call
};

}  // namespace tileglot::api
