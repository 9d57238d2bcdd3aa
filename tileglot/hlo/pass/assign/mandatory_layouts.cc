// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/assign/mandatory_layouts.h"

#include <cstddef>
#include <optional>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/constraints/decision.h"
#include "tileglot/hlo/pass/constraints/layout_constraints.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/constraints/rule.h"
#include "tileglot/hlo/pass/constraints/values.h"
#include "tileglot/hlo/pass/module/shape_tree.h"

namespace tileglot::hlo::pass {
namespace {

bool binds_every_strategy(Rule rule) {
  switch (rule) {
    case Rule::kEntryParameter:
    case Rule::kInfeed:
    case Rule::kOutfeed:
    case Rule::kConstrainedCollective:
    case Rule::kChannel:
    case Rule::kConstrainedCall:
    case Rule::kLayoutConstraint: return true;
    default: return rule >= Rule::kCpuRowMajorOperation && rule <= Rule::kGpuTransfer;
  }
}

class Noting {
 public:
  Noting(MandatoryLayouts& mandatory, const LayoutConstraints& constraints)
      : mandatory_(mandatory), constraints_(constraints), problem_(constraints.problem()) {
    mandatory_.values.resize(problem_.values().count());
    mandatory_.operands.resize(problem_.operand_count());
  }

  void note(InstructionId id) {
    for (const Position at : problem_.tree(id).arrays())
      note_value(problem_.values().place(id, at));
    for (std::size_t i = 0; i < problem_.module().operands(id).size(); ++i) {
      note_operand(problem_.operand(id, i));
    }
  }

 private:
  bool needs(bool mandatory, DecisionId decision) const {
    return mandatory && binds_every_strategy(constraints_.log().at(decision).rule);
  }

  void note_value(ValueId value) {
    const ValueConstraint& constraint = constraints_.value(value);
    const bool is_needed = constraint.layout && needs(constraint.mandatory, constraint.decision);
    mandatory_.values[index_of(value)] = is_needed ? constraint.layout : std::nullopt;
  }

  void note_operand(OperandId operand) {
    const OperandConstraint& constraint = constraints_.operand(operand);
    mandatory_.operands[index_of(operand)].clear();
    if (!constraint.is_set || !needs(constraint.mandatory, constraint.decision)) return;
    const auto leaves = constraints_.leaves_of(operand);
    mandatory_.operands[index_of(operand)].assign(leaves.begin(), leaves.end());
  }

  MandatoryLayouts& mandatory_;
  const LayoutConstraints& constraints_;
  const Problem& problem_;
};

}  // namespace

void note_mandatory_layouts(MandatoryLayouts& mandatory, const LayoutConstraints& constraints,
                            ComputationId computation) {
  Noting noting(mandatory, constraints);
  for (const InstructionId id : constraints.problem().module().instructions(computation)) {
    noting.note(id);
  }
}

}  // namespace tileglot::hlo::pass
