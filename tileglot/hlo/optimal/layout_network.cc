// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/optimal/layout_network.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/optimal/cost_network.h"
#include "tileglot/hlo/optimal/layout_links.h"
#include "tileglot/hlo/optimal/layout_nodes.h"
#include "tileglot/hlo/optimal/link.h"
#include "tileglot/hlo/optimal/order_table.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/assign/mandatory_layouts.h"
#include "tileglot/hlo/pass/constraints/derived_layout.h"
#include "tileglot/hlo/pass/constraints/layout_table.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/cost/executions.h"
#include "tileglot/notation/xla/shape/layout.h"

namespace tileglot::hlo::optimal {
namespace {

using pass::LayoutId;
using pass::Problem;

/// Orders of high ranks are propagated over at most this many links in a row.
constexpr int kCarries = 4;

/// The cost of a link for each pair of choices.
struct LinkTable {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<LinkCost> costs = {};
  std::int64_t most_bytes = 0;
  SharedTable table = {};
};

class Numbering {
 public:
  Numbering(Problem& problem, LayoutLinks links)
      : problem_(problem), result_{.links = std::move(links)} {}

  core::Result<LayoutNetwork> run() {
    collect_orders();
    for (const Requirement& requirement : result_.links.requirements) {
      requirements_[root_of(requirement.node)].push_back(requirement);
    }
    add_variables();
    tables_of_links_.reserve(result_.links.links.size());
    for (const Link& link : result_.links.links) tables_of_links_.push_back(table_of(link));
    TILEGLOT_TRY_STATUS(choose_unit());
    for (std::size_t i = 0; i < tables_of_links_.size(); ++i) add_term(i);
    return std::move(result_);
  }

 private:
  const LayoutNodes& nodes() const { return result_.links.nodes; }
  NodeId root_of(NodeId node) const { return nodes().root_of(node); }
  const Order& first_order(NodeId node) const { return nodes().order(nodes().first(node)); }
  std::size_t variable_of(NodeId node) const {
    return result_.variables[static_cast<std::size_t>(node)];
  }

  // The orders to choose from.

  void collect_orders() {
    for (std::size_t i = 0; i < nodes().size(); ++i) orders_.add(first_order(NodeId{i}));
    for (int carry = 0; carry < kCarries; ++carry) {
      for (const Link& link : result_.links.links) carry_orders(link);
    }
  }

  /// An order that makes a transpose or a reshape of high rank free is added as a choice.
  void carry_orders(const Link& link) {
    const std::size_t from = first_order(link.from).size();
    const std::size_t to = first_order(link.to).size();
    const bool is_whole = OrderTable::has_all(from) && OrderTable::has_all(to);
    if (link.kind != Link::Kind::kMove || is_whole) return;
    for (const Order& order : std::vector<Order>(orders_.of_rank(from))) {
      const auto image = result_layout(problem_, link.user, link.operand, kept(order), 0);
      if (image) orders_.add(problem_.layouts().order(*image));
    }
    for (const Order& order : std::vector<Order>(orders_.of_rank(to))) {
      const auto image = operand_layout(problem_, link.user, link.operand, kept(order));
      if (image) orders_.add(problem_.layouts().order(*image));
    }
  }

  LayoutId kept(const Order& order) { return problem_.layouts().of_minor_to_major(order); }

  void add_variables() {
    result_.variables.resize(nodes().size());
    for (std::size_t i = 0; i < nodes().size(); ++i) {
      if (root_of(NodeId{i}) == NodeId{i}) result_.variables[i] = add_variable(NodeId{i});
    }
    for (std::size_t i = 0; i < nodes().size(); ++i) {
      result_.variables[i] = variable_of(root_of(NodeId{i}));
    }
  }

  std::size_t add_variable(NodeId root) {
    const Order& first = first_order(root);
    // Orders past the limit of the table are not choices, but the first answer's stay possible.
    const bool is_fixed =
        nodes().is_fixed(root) || first.size() < 2 || !orders_.choice(first).has_value();
    if (!is_fixed && !OrderTable::has_all(first.size())) result_.is_whole = false;
    std::vector<Order> orders = is_fixed ? std::vector<Order>{first} : allowed_orders(root);
    const auto place = std::ranges::find(orders, first);
    result_.first_choices.push_back(static_cast<Choice>(std::distance(orders.begin(), place)));
    result_.orders.push_back(std::move(orders));
    return result_.network.add_variable(result_.orders.back().size());
  }

  std::vector<Order> allowed_orders(NodeId root) {
    std::vector<Order> result = orders_.of_rank(first_order(root).size());
    for (const Requirement& requirement : requirements_[root]) {
      std::erase_if(result, [&](const Order& order) {
        return order != first_order(root) && !meets(requirement, order);
      });
    }
    return result;
  }

  bool meets(const Requirement& requirement, const Order& order) {
    const LayoutId read =
        read_through(problem_, requirement.through, requirement.user, kept(order));
    return problem_.layouts().same_order(read, requirement.must_be);
  }

  // Costs of links.

  /// A layout without its order: tiles, sizes and the like.
  LayoutId base_of(NodeId node) {
    notation::xla::Layout layout = problem_.layouts().at(nodes().first(node));
    std::ranges::sort(layout.minor_to_major);
    return problem_.layouts().keep(layout);
  }

  LayoutId with_order(LayoutId base, const Order& order) {
    notation::xla::Layout layout = problem_.layouts().at(base);
    layout.minor_to_major = order;
    return problem_.layouts().keep(layout);
  }

  /// Equal for variables that have the same orders to choose from.
  std::size_t choices_key(std::size_t variable) {
    return choice_lists_.try_emplace(result_.orders[variable], choice_lists_.size()).first->second;
  }

  LinkTable* table_of(const Link& link) {
    const TableKey key{key_of(problem_, link), base_of(link.from), base_of(link.to),
                       choices_key(variable_of(link.from)), choices_key(variable_of(link.to))};
    const auto [known, is_new] = tables_.try_emplace(key, LinkTable{});
    if (is_new) fill(known->second, link);
    return &known->second;
  }

  std::vector<LayoutId> layouts_of(NodeId node) {
    std::vector<LayoutId> result;
    const LayoutId base = base_of(node);
    const auto& orders = result_.orders[variable_of(node)];
    result.reserve(orders.size());
    for (const Order& order : orders) result.push_back(with_order(base, order));
    return result;
  }

  void fill(LinkTable& table, const Link& link) {
    const std::vector<LayoutId> rows = layouts_of(link.from);
    const std::vector<LayoutId> columns = layouts_of(link.to);
    table.rows = rows.size();
    table.columns = columns.size();
    table.costs.reserve(rows.size() * columns.size());
    for (const LayoutId from : rows) {
      for (const LayoutId to : columns) {
        table.costs.push_back(link_cost(problem_, link, from, to));
        table.most_bytes = std::max(table.most_bytes, table.costs.back().bytes);
      }
    }
  }

  /// Bytes first; copies and penalties only decide between answers of equal bytes.
  core::Status choose_unit() {
    Cost most = 1;
    for (const LinkTable* table : tables_of_links_) {
      most = core::saturating_add(most, table->most_bytes);
    }
    if (most >= kMostCost) {
      return core::fail({.code = "optimal.too_large",
                         .message = "the module's copies may move 2^62 bytes or more together, "
                                    "which is more than the limit",
                         .help = "--strategy xla assigns layouts without adding up what moves"});
    }
    const auto unit = static_cast<Cost>(tables_of_links_.size()) + 1;
    if (core::saturating_mul(most, unit) < kMostCost) result_.unit = unit;
    return {};
  }

  void add_term(std::size_t number) {
    const Link& link = result_.links.links[number];
    LinkTable& table = *tables_of_links_[number];
    if (!table.table) table.table = std::make_shared<const CostTable>(priced(table));
    result_.network.add_term(variable_of(link.from), variable_of(link.to), table.table);
  }

  CostTable priced(const LinkTable& table) const {
    CostTable result{.rows = table.rows, .columns = table.columns};
    result.costs.reserve(table.costs.size());
    for (const LinkCost& cost : table.costs) {
      const Cost tie = cost.copies + (cost.penalty > 0 ? 1 : 0);
      result.costs.push_back(cost.bytes * result_.unit + (result_.unit > 1 ? tie : 0));
    }
    return result;
  }

  using TableKey = std::tuple<LinkKey, LayoutId, LayoutId, std::size_t, std::size_t>;

  Problem& problem_;
  LayoutNetwork result_;
  OrderTable orders_ = {};
  std::map<TableKey, LinkTable> tables_ = {};
  std::vector<LinkTable*> tables_of_links_ = {};
  std::map<NodeId, std::vector<Requirement>> requirements_ = {};  ///< by root
  std::map<std::vector<Order>, std::size_t> choice_lists_ = {};
};

}  // namespace

core::Result<LayoutNetwork> layout_network(const pass::UnwrittenAssignment& first,
                                           const pass::MandatoryLayouts& mandatory,
                                           const pass::Executions& executions) {
  return Numbering(*first.assignment.problem, layout_links(first, mandatory, executions)).run();
}

CostParts parts_of(pass::Problem& problem, const LayoutNetwork& network,
                   std::span<const Choice> choices) {
  const auto lying = [&](NodeId node) {
    notation::xla::Layout layout = problem.layouts().at(network.links.nodes.first(node));
    layout.minor_to_major = network.order_of(node, choices);
    return problem.layouts().keep(layout);
  };
  CostParts parts;
  for (const Link& link : network.links.links) {
    const LinkCost cost = link_cost(problem, link, lying(link.from), lying(link.to));
    std::int64_t& bytes = link.kind == Link::Kind::kMove ? parts.operation_bytes : parts.copy_bytes;
    bytes = core::saturating_add(bytes, cost.bytes);
    parts.copies += cost.copies;
    parts.penalties += cost.penalty > 0 ? 1 : 0;
    parts.penalty_bytes = core::saturating_add(parts.penalty_bytes, cost.penalty);
  }
  return parts;
}

}  // namespace tileglot::hlo::optimal
