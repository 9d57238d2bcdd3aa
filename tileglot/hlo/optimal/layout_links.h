// SPDX-License-Identifier: Apache-2.0
// layout_links.h: which arrays of a module share a layout, and which cost something if they differ.
//
// What     layout_links(first, mandatory, executions) walks the module once and returns its values, readings
//          and results, which of them share a layout or are fixed, and the links between them: the
//          network before costs are computed.
// Why      Everything that the optimal strategy knows about HLO is here and in link.h.
// Example  add(p, q): one node for the sum and both readings; a link from p's node to it, and one
//          from q's.
//          [tests: hlo/optimal/layout_network_test.cc, "an operation that cannot change layout is
//          one node"]
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/optimal/array_nodes.h"
#include "tileglot/hlo/optimal/layout_nodes.h"
#include "tileglot/hlo/optimal/link.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/assign/mandatory_layouts.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/cost/executions.h"
#include "tileglot/hlo/pass/module/shape_tree.h"

namespace tileglot::hlo::optimal {

/// The layout in which one array of an operand is read.
struct Reading {
  pass::OperandId operand = {};
  pass::Position at = 0;
  Through through = Through::kNothing;
  NodeId node = {};  ///< the layout it is read in; the user's result unless `through` is kNothing
};

/// A user's result must have a layout in which its operand is read as `must_be`.
struct Requirement {
  NodeId node = {};
  Through through = Through::kNothing;
  InstructionId user = {};
  pass::LayoutId must_be = {};
};

struct LayoutLinks {
  LayoutNodes nodes;
  std::vector<std::optional<NodeId>> values = {};  ///< by ValueId; of sources of rank 2 or more
  std::vector<Reading> readings = {};
  std::vector<ResultNode> results = {};
  std::vector<Link> links = {};
  std::vector<Requirement> requirements = {};
};

/// Only arrays of rank 2 or more are included; lower ranks have no choice.
LayoutLinks layout_links(const pass::UnwrittenAssignment& first,
                         const pass::MandatoryLayouts& mandatory,
                         const pass::Executions& executions);

}  // namespace tileglot::hlo::optimal
