// SPDX-License-Identifier: Apache-2.0
// layout_network.h: a module's layouts as a network of costs.
//
// What     layout_network(first, mandatory, executions) turns what layout assignment decided into choices and
//          costs: each group of arrays that share a layout (layout_links.h) is a variable, each of
//          its orders a choice, each link a term. first_choices is the assignment's own answer.
//
// Must be  MandatoryLayouts; what convolutions and batch normalizations read and write
//          (kernel_layouts.h); the layouts that the caller gave in the entry layout, each leaf by
//          itself; operations that cannot change layout read and write arrays of one rank in one
//          layout; a broadcast and a bitcast-convert read as their result's layout requires; a
//          reduction reads all its inputs in one layout; calls, loops and branches pass the called
//          computations' layouts; aliased parameters and results agree, and so do a call and the
//          operand whose memory it writes into.
// Free     Everything else. Operations that are not modelled (asynchronous operations, transfers,
//          the computations of custom calls) stay as the assignment has them.
// Cost     hlo/pass/cost/layout_cost.h: each operand that is read in another layout than it is
//          stored is a copy. What moves counts as often as it runs. Among answers of equal bytes the
//          one with fewer copies and penalties is cheaper, each counted once.
// Example  [tests: hlo/optimal/layout_network_test.cc, "the model costs what the module costs"]
// Limits   For ranks above 5 not all orders are choices (order_table.h); is_whole says whether none
//          were left out. optimal.too_large where all costs together may reach 2^62 bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/optimal/cost_network.h"
#include "tileglot/hlo/optimal/layout_links.h"
#include "tileglot/hlo/optimal/layout_nodes.h"
#include "tileglot/hlo/optimal/order_table.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/assign/mandatory_layouts.h"
#include "tileglot/hlo/pass/constraints/layout_table.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/constraints/values.h"
#include "tileglot/hlo/pass/cost/executions.h"
#include "tileglot/hlo/pass/module/shape_tree.h"

namespace tileglot::hlo::optimal {

struct LayoutNetwork {
  LayoutLinks links;
  CostNetwork network = {};
  std::vector<std::size_t> variables = {};      ///< by node
  std::vector<std::vector<Order>> orders = {};  ///< by variable
  Choices first_choices = {};
  std::int64_t unit = 1;  ///< one byte, in the network's costs
  bool is_whole = true;

  /// The node's order for these choices.
  const Order& order_of(NodeId node, std::span<const Choice> choices) const {
    const std::size_t variable = variables[static_cast<std::size_t>(node)];
    return orders[variable][choices[variable]];
  }
};

core::Result<LayoutNetwork> layout_network(const pass::UnwrittenAssignment& first,
                                           const pass::MandatoryLayouts& mandatory,
                                           const pass::Executions& executions);

/// What the layouts of some choices cost, copies, operations and penalties apart.
struct CostParts {
  std::int64_t copies = 0;      ///< that have to be inserted, one for each reader
  std::int64_t copy_bytes = 0;  ///< that these move
  /// Moved by copies, reshapes and transposes that the module had.
  std::int64_t operation_bytes = 0;
  std::int64_t penalties = 0;      ///< reductions that read short runs
  std::int64_t penalty_bytes = 0;  ///< that these may read once more; not moved
  friend bool operator==(const CostParts&, const CostParts&) = default;
};

CostParts parts_of(pass::Problem& problem, const LayoutNetwork& network,
                   std::span<const Choice> choices);

}  // namespace tileglot::hlo::optimal
