// SPDX-License-Identifier: Apache-2.0
// computation_layouts.h: the layouts of the parameters and results of computations.
//
// What     For each computation the layouts of its parameters and of its result, their priority,
//          and whether they are settled. The entry's are those its caller gave; leaves that the
//          caller left open stay open. A called computation's are settled after the first round
//          from what that round chose, and so are the entry's where its caller gave none. The
//          decisions that chose are kept.
// Why      A caller must pass arrays as the called computation reads them. Callees are assigned
//          before their callers, so callers adapt.
// Example  A body whose parameter is read as {0,1} makes its while carry {0,1} from the second
//          round on.
//          [tests: hlo/pass/assign/assign_layouts_test.cc, "a loop carries its state as its body
//          leaves it"]
// Source   XLA, ComputationLayoutConstraint, LayoutAssignment::CalculateComputationLayout.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/module_header.h"
#include "tileglot/hlo/pass/constraints/decision.h"
#include "tileglot/hlo/pass/constraints/layout_constraints.h"
#include "tileglot/hlo/pass/constraints/problem.h"

namespace tileglot::hlo::pass {

/// For each part of a shape the decision that chose its layout; nothing where none did.
using LeafReasons = std::vector<std::optional<DecisionId>>;

struct ComputationLayout {
  std::vector<LeafLayouts> parameters = {};
  LeafLayouts result = {};
  std::vector<LeafReasons> parameter_reasons = {};
  LeafReasons result_reasons = {};
  int priority = -2;
  bool parameters_settled = false;
  bool result_settled = false;
  /// Another branch of the same conditional decides the result's layout.
  bool follows_branch = false;
};

class ComputationLayouts {
 public:
  ComputationLayouts(Problem& problem, const EntryLayout& entry);

  ComputationLayout& of(ComputationId id) { return layouts_[index_of(id)]; }
  const ComputationLayout& of(ComputationId id) const { return layouts_[index_of(id)]; }

  /// The layouts that the entry's caller gave, without memory spaces; open leaves have none.
  const ComputationLayout& given() const { return given_; }
  /// Whether the caller gave any layout at all.
  bool any_given() const { return any_given_; }
  bool result_is_given() const { return result_is_given_; }

  /// Settles the computation's layouts from those of its values, unless something stronger did.
  void settle(const LayoutConstraints& constraints, ComputationId id);

 private:
  Problem& problem_;
  ComputationLayout given_ = {};
  bool any_given_ = false;
  bool result_is_given_ = true;
  std::vector<ComputationLayout> layouts_ = {};
};

}  // namespace tileglot::hlo::pass
