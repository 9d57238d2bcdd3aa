// SPDX-License-Identifier: Apache-2.0
// layout_links.h: what of a module lies alike, and what costs something where it does not.
//
// What     layout_links(first, hard) walks the module once. Which values, readings and results there are,
//          which lie alike or are fixed, and the links between them: the network before it has numbers.
// Why      Everything that the optimal strategy knows of HLO is here and in link.h.
// Example  add(p, q): one node for the sum and both readings; a link from p's node to it, and one from q's.
//          [tests: hlo/optimal/layout_network_test.cc, "an operation that cannot change layout is one node"]
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/optimal/array_nodes.h"
#include "tileglot/hlo/optimal/layout_nodes.h"
#include "tileglot/hlo/optimal/link.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/assign/hard_layouts.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/module/shape_tree.h"

namespace tileglot::hlo::optimal {

/// How one array of an operand is read.
struct Reading {
  pass::OperandId operand = {};
  pass::Position at = 0;
  Through through = Through::kNothing;
  NodeId node = {};  ///< what it is read as; the user's result where something stands between
};

/// A user's result lies so that its operand is read as `must_be`.
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

/// Of rank 2 or more are all of them; what has a lower rank has no choice.
LayoutLinks layout_links(const pass::UnwrittenAssignment& first, const pass::HardLayouts& hard);

}  // namespace tileglot::hlo::optimal
