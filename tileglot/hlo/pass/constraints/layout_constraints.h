// SPDX-License-Identifier: Apache-2.0
// layout_constraints.h: the layout constraints of values and operands, while they are decided.
//
// What     There are two kinds of constraints: the layout of a value, and the layout in which an
//          operand is read. request_value, request_operand and request_result make a
//          ConstraintRequest; one that is accepted goes to the worklist, from which propagation.h
//          spreads it. Where an operand's constraint and its value's end up in different orders,
//          copy_insertion.h inserts a copy.
//
// Conflicts  A second request for the same order only makes the first one stronger. For another
//          order:
//          - A request that is not mandatory never displaces an operand's layout. It displaces a
//            value's layout only by a higher priority, where that is not mandatory, the instruction
//            makes an array, and the value has not changed its layout three times.
//          - A mandatory request always displaces a value's layout; an operand's unless its
//            priority is lower.
//          So of two mandatory requests of one priority the later wins.
//
// Why      Flat: a few bytes for each value and operand of the module, indexed by number, cleared
//          at the start of each round. Each accepted request is one entry of the decision log
//          (decision.h).
//
// Example  p has a mandatory request for {1,0}, as an entry parameter. A request for {0,1} that is
//          not mandatory, because add could read it so, is refused. A mandatory request that add
//          read its operand 0 as {0,1} is accepted: a copy.
//          [tests: hlo/pass/constraints/layout_constraints_test.cc, "a request is refused by what is
//          mandatory"]
// Units    Priorities: -2 a default entry layout; 0, 1, .. the round; round + 2 a called
//          computation's layouts; 3 an entry layout that the caller gave.
// Source   XLA, LayoutConstraints, BufferLayoutConstraint::UpdateLayout,
//          OperandLayoutConstraint::UpdateLayout, LayoutAssignment::SetBufferLayout.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/pass/constraints/decision.h"
#include "tileglot/hlo/pass/constraints/layout_table.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/constraints/rule.h"
#include "tileglot/hlo/pass/constraints/sent_requests.h"
#include "tileglot/hlo/pass/constraints/values.h"
#include "tileglot/hlo/pass/constraints/worklist.h"
#include "tileglot/hlo/pass/module/shape_tree.h"

namespace tileglot::hlo::pass {

/// A request for a layout: its rule, the instruction that makes it, and its strength.
struct ConstraintRequest {
  Rule rule = Rule::kRowMajorDefault;
  InstructionId by = {};
  bool mandatory = true;
  bool depth_first = true;
  std::optional<int> priority = {};  ///< nothing: the round's
  std::optional<DecisionId> cause = {};
};

struct ValueConstraint {
  std::optional<LayoutId> layout = {};
  std::int16_t priority = 0;
  bool mandatory = false;
  bool depth_first = false;
  std::uint8_t changes = 0;  ///< how often its order was displaced by another
  DecisionId decision = {};
};

struct OperandConstraint {
  bool is_set = false;
  bool mandatory = false;
  bool depth_first = false;
  std::int16_t priority = 0;
  std::uint32_t leaves = 0;  ///< where its layouts begin, one for each part of the operand
  std::uint32_t parts = 0;
  DecisionId decision = {};
};

class LayoutConstraints {
 public:
  LayoutConstraints(Problem& problem, DecisionLog& log);

  Problem& problem() { return problem_; }
  const Problem& problem() const { return problem_; }
  DecisionLog& log() { return log_; }
  const DecisionLog& log() const { return log_; }
  Worklist& worklist() { return worklist_; }

  /// Clears all constraints; requests that follow have this priority by default.
  void begin_round(int priority);
  int priority() const { return priority_; }

  /// Requests a value's layout. Precondition: a source (values.h) that is an array of that rank.
  void request_value(ValueId value, LayoutId layout, const ConstraintRequest& request);
  /// Requests the layout in which an operand that is an array is read.
  void request_operand(InstructionId user, std::size_t number, LayoutId layout,
                       const ConstraintRequest& request);
  /// Requests the layouts in which the parts of an operand are read.
  void request_operand(InstructionId user, std::size_t number, const LeafLayouts& leaves,
                       const ConstraintRequest& request);
  /// Requests the layout for all operands that are arrays of its rank.
  void request_operands(InstructionId user, LayoutId layout, const ConstraintRequest& request);
  /// Requests the layout for all arrays of its rank that the instruction makes itself.
  void request_made(InstructionId id, LayoutId layout, const ConstraintRequest& request);
  /// Requests the result's layouts; also the operands', where they must be the same.
  void request_result(InstructionId id, const LeafLayouts& leaves,
                      const ConstraintRequest& request);
  /// The same for every array of the result that has the layout's rank.
  void request_result(InstructionId id, LayoutId layout, const ConstraintRequest& request);

  /// Sets a layout that was decided elsewhere, whatever was requested; it is not propagated.
  void fix_value(ValueId value, LayoutId layout, DecisionId decision);
  void fix_operand(OperandId operand, const LeafLayouts& leaves, DecisionId decision);

  const ValueConstraint& value(ValueId id) const { return values_[index_of(id)]; }
  bool has_layout(ValueId id) const { return value(id).layout.has_value(); }
  /// Precondition: has_layout.
  LayoutId layout_of(ValueId id) const { return *value(id).layout; }
  const OperandConstraint& operand(OperandId id) const { return operands_[index_of(id)]; }
  /// One for each part of the operand. Precondition: it is set.
  std::span<const std::optional<LayoutId>> leaves_of(OperandId id) const;
  /// How many requests for a value or an operand were made in all rounds: a measure of the work.
  std::size_t request_count() const { return request_count_; }

 private:
  bool update(ValueConstraint& constraint, ValueId value, LayoutId layout,
              const ConstraintRequest& request) const;
  bool may_displace(const OperandConstraint& constraint, const ConstraintRequest& request) const;
  bool same_orders(OperandId id, std::span<const std::optional<LayoutId>> leaves) const;
  void request_operand_parts(InstructionId user, std::size_t number,
                             std::span<const std::optional<LayoutId>> leaves,
                             ConstraintRequest request);
  void keep_leaves(OperandId id, std::span<const std::optional<LayoutId>> leaves);
  void request_operands_alike(InstructionId id, LayoutId layout, const ConstraintRequest& request);
  void request_aliased_operands(ValueId value, LayoutId layout, const ConstraintRequest& request);
  ConstraintRequest weakened(InstructionId user, std::size_t number,
                             ConstraintRequest request) const;
  int priority_of(const ConstraintRequest& request) const {
    return request.priority.value_or(priority_);
  }
  DecisionId decided(const ConstraintRequest& request, Decision decision);

  Problem& problem_;
  DecisionLog& log_;
  Worklist worklist_ = {};
  int priority_ = 0;
  std::size_t request_count_ = 0;
  SentRequests operands_alike_;
  SentRequests made_alike_;
  std::vector<ValueConstraint> values_ = {};
  std::vector<OperandConstraint> operands_ = {};
  std::vector<std::optional<LayoutId>> leaves_ = {};
};

}  // namespace tileglot::hlo::pass
