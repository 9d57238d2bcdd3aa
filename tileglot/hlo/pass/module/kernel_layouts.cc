// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/module/kernel_layouts.h"

#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/opcode.h"

namespace tileglot::hlo::pass {

bool runs_in_a_kernel(const Instruction& instruction) {
  switch (instruction.opcode) {
    case Opcode::kBatchNormGrad:
    case Opcode::kBatchNormInference:
    case Opcode::kBatchNormTraining:
    case Opcode::kConvolution: return true;
    default: return false;
  }
}

}  // namespace tileglot::hlo::pass
