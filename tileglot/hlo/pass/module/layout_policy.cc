// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/module/layout_policy.h"

#include <memory>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/module/layout_freedom.h"

namespace tileglot::hlo::pass {

Platform LayoutPolicy::platform() const { return Platform::kGeneric; }

void LayoutPolicy::add_constraints(LayoutConstraints&, ComputationId) const {}

bool LayoutPolicy::can_change_layout(const Instruction& instruction) const {
  return pass::can_change_layout(instruction);
}

bool LayoutPolicy::passes_reduction_to_operand(const Module&, InstructionId) const { return false; }

bool LayoutPolicy::keeps_ones_beside_neighbours() const { return false; }

std::unique_ptr<LayoutPolicy> generic_policy() { return std::make_unique<LayoutPolicy>(); }

}  // namespace tileglot::hlo::pass
