// SPDX-License-Identifier: Apache-2.0
// module_maker.h: modules that tests make in code, one instruction per line.
//
// Example  ModuleMaker m; m.set_root(m.add(Opcode::kNegate, "f32[2]{0}",
//          {m.parameter("f32[2]{0}")}));
#pragma once

#include <string>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/hlo/run/evaluate.h"

namespace tileglot::hlo::run {

class ModuleMaker {
 public:
  Module module = {};

  /// Starts a new computation for the following instructions; the last one started is the entry.
  ComputationId begin(const std::string& name = "computation");
  InstructionId parameter(const std::string& shape);
  InstructionId constant(const std::string& shape, const std::vector<double>& values);
  InstructionId add(Opcode opcode, const std::string& shape, std::vector<InstructionId> operands,
                    std::vector<Attribute> attributes = {});
  void set_root(InstructionId root) { module.set_root(at_, root); }

  core::Result<std::vector<Output>> run(const std::vector<Elements>& inputs,
                                        const RunOptions& options = {}) const;

 private:
  ComputationId at_ = {};
};

}  // namespace tileglot::hlo::run
