// SPDX-License-Identifier: Apache-2.0
// decision.h: what was decided about layouts, by which instruction and why.
//
// What     A Decision is one layout that was given to a value or to an operand: the rule, the
//          instruction whose rule it is, its strength, the decision it follows from and the
//          decision it displaced. The log keeps all of them.
// Why      Following `cause` from a copy's two ends explains the copy. 48 bytes each, no texts: a
//          module of 31,855 instructions has some hundred thousand.
// Example  In add(p, transpose(q)) with row-major entries the copy of the transpose has at its
//          reading end kOperandAsSibling because kReadAsMade because kEntryParameter, and at its
//          making end kResultThrough because kReadAsMade because kEntryParameter.
//          [tests: hlo/pass/assign/assign_layouts_test.cc, "a copy is told from both its ends"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/pass/constraints/layout_table.h"
#include "tileglot/hlo/pass/constraints/rule.h"

namespace tileglot::hlo::pass {

enum class DecisionId : std::uint32_t {};

constexpr std::size_t index_of(DecisionId id) { return static_cast<std::size_t>(id); }

struct Decision {
  Rule rule = Rule::kRowMajorDefault;
  bool mandatory = true;
  bool about_operand = false;  ///< the layout is an operand's, not a value's
  std::int16_t priority = 0;
  InstructionId by = {};                ///< whose rule it is
  InstructionId about = {};             ///< that makes the value, or reads the operand
  std::uint32_t part = 0;               ///< of its shape, or the number of the operand
  std::optional<LayoutId> layout = {};  ///< nothing for an operand that is a tuple
  std::optional<DecisionId> cause = {};
  std::optional<DecisionId> displaced = {};
};

class DecisionLog {
 public:
  DecisionId add(const Decision& decision) {
    decisions_.push_back(decision);
    return DecisionId{static_cast<std::uint32_t>(decisions_.size() - 1)};
  }
  const Decision& at(DecisionId id) const { return decisions_[index_of(id)]; }
  std::size_t size() const { return decisions_.size(); }

 private:
  std::vector<Decision> decisions_ = {};
};

}  // namespace tileglot::hlo::pass
