// SPDX-License-Identifier: Apache-2.0
// array_nodes.h: the nodes of a module's values and of its computations' results.
//
// What     ArrayNodes makes a node for each value of rank 2 or more, and for each such array of a
//          computation's result, and maps values and results to their nodes. Values whose layouts
//          must not change are fixed: mandatory layouts, and operations that are left alone
//          (is_left_alone).
// Result   A called computation's result has a separate node, as its callers have it. The entry's
//          result has the layout that its caller gave; where that is open it is the value itself,
//          unless it reuses a parameter's memory. In a result with open leaves XLA treats the given
//          ones as requests: those it does not accept are open here. A parameter and the result
//          that takes its memory share a node, unless both are given.
// Example  [tests: hlo/optimal/layout_network_test.cc, "the model costs what the module costs"]
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/module_header.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/optimal/layout_nodes.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/assign/computation_layouts.h"
#include "tileglot/hlo/pass/assign/mandatory_layouts.h"
#include "tileglot/hlo/pass/constraints/layout_constraints.h"
#include "tileglot/hlo/pass/constraints/layout_table.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/constraints/values.h"
#include "tileglot/hlo/pass/module/shape_tree.h"

namespace tileglot::hlo::optimal {

/// Operations whose layouts this package does not choose.
bool is_left_alone(Opcode opcode);

/// An array of the result of a computation.
struct ResultNode {
  ComputationId computation = {};
  pass::Position at = 0;
  NodeId node = {};
};

class ArrayNodes {
 public:
  /// The arguments must live as long.
  ArrayNodes(const pass::UnwrittenAssignment& first, const pass::MandatoryLayouts& mandatory);

  LayoutNodes& nodes() { return nodes_; }
  const std::vector<std::optional<NodeId>>& values() const { return values_; }
  const std::vector<ResultNode>& results() const { return results_; }

  /// The node of the array's layout. A rank below 2 has one order; it gets a fixed node all the
  /// same.
  NodeId made(InstructionId id, pass::Position at);
  NodeId fixed(pass::LayoutId layout);
  /// Precondition: an array of rank 2 or more.
  NodeId result_of(ComputationId computation, pass::Position at) const;
  NodeId parameter_of(ComputationId computation, std::size_t number, pass::Position at);

 private:
  void add_values(ComputationId computation, const pass::MandatoryLayouts& mandatory);
  void add_value(InstructionId id, pass::ValueId value, const pass::MandatoryLayouts& mandatory);
  void find_shared_results();
  void add_result(ComputationId computation);
  NodeId result_node(ComputationId computation, pass::Position at, pass::LayoutId first);
  std::optional<pass::LayoutId> binding_result(pass::Position at, NodeId value) const;
  void share_entry_memory(const InputOutputAlias& alias);

  const pass::LayoutConstraints& constraints_;
  const pass::ComputationLayouts& computations_;
  const pass::Problem& problem_;
  const Module& module_;
  LayoutNodes nodes_;
  std::vector<std::optional<NodeId>> values_ = {};
  std::vector<ResultNode> results_ = {};
  std::map<std::pair<ComputationId, pass::Position>, NodeId> result_nodes_ = {};
  std::map<pass::LayoutId, NodeId> fixed_ = {};
  std::vector<bool> shares_memory_ = {};  ///< by part of the entry's result
};

}  // namespace tileglot::hlo::optimal
