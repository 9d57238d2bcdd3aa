// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/normalize/layouts.h"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/module/layout_invariant.h"
#include "tileglot/hlo/pass/normalize/layout_normalizer.h"
#include "tileglot/hlo/pass/normalize/normalized_computations.h"
#include "tileglot/hlo/pass/normalize/rules.h"

namespace tileglot::hlo::pass {
namespace {

/// XLA's walk: operands before users, as they are when the user is reached. An instruction inserted
/// between two others while the user waits for another operand is not visited for that user, but it
/// is for users that are reached later; so the walk decides which of two users reads a value
/// through more bitcasts.
class Walk {
 public:
  explicit Walk(Module& module) : module_(module), normalizer_(module) {}

  core::Status over(ComputationId computation) {
    for (const InstructionId end : ends(computation)) TILEGLOT_TRY_STATUS(up_to(end));
    return {};
  }

  std::size_t finish() {
    normalizer_.relay_control();
    return count_;
  }

 private:
  /// To be done unless it is settled, or was renewed since.
  struct Step {
    InstructionId id = {};
    std::uint32_t renewals = 0;
    bool waits_for_operands = false;
  };

  Step step_at(InstructionId id) const { return {.id = id, .renewals = normalizer_.renewals(id)}; }
  bool is_done(const Step& step) const {
    return normalizer_.is_settled(step.id) || normalizer_.renewals(step.id) != step.renewals;
  }

  /// Instructions without users, the root last.
  std::vector<InstructionId> ends(ComputationId computation) const {
    const InstructionId root = *module_[computation].root;
    std::vector<InstructionId> result;
    for (const InstructionId id : module_.instructions(computation)) {
      if (id != root && !module_.has_uses(id)) result.push_back(id);
    }
    result.push_back(root);
    return result;
  }

  core::Status up_to(InstructionId end) {
    std::vector<Step> stack{step_at(end)};
    while (!stack.empty()) {
      const Step step = stack.back();
      if (is_done(step) || step.waits_for_operands) stack.pop_back();
      if (is_done(step)) continue;
      if (step.waits_for_operands) {
        TILEGLOT_TRY_STATUS(normalize(step.id));
      } else {
        stack.back().waits_for_operands = true;
        push_operands(step.id, stack);
      }
    }
    return {};
  }

  /// The first on top.
  void push_operands(InstructionId id, std::vector<Step>& stack) const {
    const auto operands = module_.operands(id);
    for (std::size_t i = operands.size(); i-- > 0;) {
      if (!normalizer_.is_settled(operands[i])) stack.push_back(step_at(operands[i]));
    }
  }

  core::Status normalize(InstructionId id) {
    normalizer_.settle(id);
    if (reads_and_writes_row_major(module_, id)) return {};
    bool rewritten = false;
    if (const NormalizeRule rule = rule_for(module_[id].opcode)) {
      TILEGLOT_TRY(has_form, rule(normalizer_, id));
      rewritten = has_form;
    }
    rewritten = rewritten || normalizer_.pass_on_normal(id);
    count_ += rewritten ? 1U : 0U;
    return {};
  }

  Module& module_;
  LayoutNormalizer normalizer_;
  std::size_t count_ = 0;
};

}  // namespace

core::Result<std::size_t> normalize_layouts(Module& module) {
  TILEGLOT_TRY_STATUS(check_layouts_written(module));
  Walk walk(module);
  for (const ComputationId computation : normalized_computations(module)) {
    TILEGLOT_TRY_STATUS(walk.over(computation));
  }
  return walk.finish();
}

}  // namespace tileglot::hlo::pass
