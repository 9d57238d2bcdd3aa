// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/optimal/persistency.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "tileglot/hlo/optimal/cost_network.h"
#include "tileglot/hlo/optimal/max_flow.h"

namespace tileglot::hlo::optimal {
namespace {

constexpr Cost kNone = std::numeric_limits<Cost>::max();

/// The highest cost of restoring variables of one term. Nothing if a side has no other choice.
struct RestoreCosts {
  Cost both = 0;
  Cost first = 0;        ///< while the second has its choice
  Cost second = 0;       ///< while the first has its choice
  Cost first_alone = 0;  ///< for any choice of the second
  Cost second_alone = 0;
};

/// The cheapest other row for each column, on one side of a table.
std::vector<Cost> cheapest_others(const CostTable& table, Choice own, bool by_rows) {
  const std::size_t lines = by_rows ? table.rows : table.columns;
  const std::size_t across = by_rows ? table.columns : table.rows;
  std::vector<Cost> result(across, kNone);
  for (Choice line = 0; line < lines; ++line) {
    if (line == own) continue;
    for (Choice i = 0; i < across; ++i) {
      result[i] = std::min(result[i], by_rows ? table.at(line, i) : table.at(i, line));
    }
  }
  return result;
}

/// The greatest loss over all choices of the other side.
Cost greatest_loss(const CostTable& table, Choice own, bool by_rows,
                   const std::vector<Cost>& cheapest) {
  Cost result = std::numeric_limits<Cost>::min();
  for (Choice i = 0; i < cheapest.size(); ++i) {
    const Cost own_cost = by_rows ? table.at(own, i) : table.at(i, own);
    result = std::max(result, own_cost - cheapest[i]);
  }
  return result;
}

Cost cheapest_but(const std::vector<Cost>& costs, Choice left_out) {
  Cost result = kNone;
  for (Choice i = 0; i < costs.size(); ++i) {
    if (i != left_out) result = std::min(result, costs[i]);
  }
  return result;
}

RestoreCosts restore_costs(const CostTable& table, Choice a, Choice b) {
  RestoreCosts result;
  const Cost own = table.at(a, b);
  const std::vector<Cost> other_rows = cheapest_others(table, a, true);
  const std::vector<Cost> other_columns = cheapest_others(table, b, false);
  if (table.rows > 1) {
    result.first = own - other_rows[b];
    result.first_alone = greatest_loss(table, a, true, other_rows);
  }
  if (table.columns > 1) {
    result.second = own - other_columns[a];
    result.second_alone = greatest_loss(table, b, false, other_columns);
  }
  if (table.rows > 1 && table.columns > 1) result.both = own - cheapest_but(other_rows, b);
  // Restoring both must not count as cheaper than one by one, or it would not be a cut.
  result.both = std::max(result.both, result.first + result.second);
  return result;
}

class Persistency {
 public:
  Persistency(const CostNetwork& network, std::span<const Choice> choices)
      : network_(network), choices_(choices), is_persistent_(network.size(), true) {
    loss_.reserve(network.size());
    for (std::size_t v = 0; v < network.size(); ++v) loss_.push_back(own_loss(v));
    terms_.reserve(network.terms().size());
    for (const Term& term : network.terms()) terms_.push_back(restore_costs_of(term));
  }

  std::vector<bool> run() {
    while (remove_losers()) {
    }
    return is_persistent_;
  }

 private:
  Cost own_loss(std::size_t v) const {
    if (network_.choices(v) == 1) return 0;
    const auto own = network_.own(v);
    return own[choices_[v]] - cheapest_but(std::vector<Cost>(own.begin(), own.end()), choices_[v]);
  }

  RestoreCosts restore_costs_of(const Term& term) {
    const auto [known, is_new] = known_.try_emplace(
        {term.table.get(), choices_[term.first], choices_[term.second]}, RestoreCosts{});
    if (is_new) {
      known->second = restore_costs(*term.table, choices_[term.first], choices_[term.second]);
    }
    return known->second;
  }

  /// The variables that are still persistent and have a choice, numbered for the graph.
  void number_nodes() {
    nodes_.clear();
    node_of_.assign(network_.size(), std::nullopt);
    for (std::size_t v = 0; v < network_.size(); ++v) {
      if (!is_persistent_[v] || network_.choices(v) == 1) continue;
      node_of_[v] = nodes_.size();
      nodes_.push_back(v);
    }
  }

  /// Whether some could lose by being restored.
  bool remove_losers() {
    number_nodes();
    FlowGraph graph(nodes_.size());
    for (std::size_t i = 0; i < nodes_.size(); ++i) graph.add_cost(i, -loss_[nodes_[i]]);
    for (std::size_t t = 0; t < terms_.size(); ++t) add_term(graph, t);
    const std::vector<bool> loses = cheapest_side(graph);
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (loses[i]) is_persistent_[nodes_[i]] = false;
    }
    return std::ranges::find(loses, true) != loses.end();
  }

  void add_term(FlowGraph& graph, std::size_t number) const {
    const Term& term = network_.terms()[number];
    const RestoreCosts& costs = terms_[number];
    const auto first = node_of_[term.first];
    const auto second = node_of_[term.second];
    if (first)
      graph.add_cost(*first, -(is_persistent_[term.second] ? costs.first : costs.first_alone));
    if (second) {
      graph.add_cost(*second, -(is_persistent_[term.first] ? costs.second : costs.second_alone));
    }
    if (!first || !second) return;
    // The extra cost of restoring both compared with each alone: paid unless both are on one
    // side.
    const Cost more = costs.both - costs.first - costs.second;
    graph.add_cost(*first, -more);
    graph.add_edge(*first, *second, more);
  }

  using TableKey = std::tuple<const CostTable*, Choice, Choice>;

  const CostNetwork& network_;
  std::span<const Choice> choices_;
  std::vector<bool> is_persistent_;
  std::vector<Cost> loss_ = {};
  std::vector<RestoreCosts> terms_ = {};
  std::map<TableKey, RestoreCosts> known_ = {};
  std::vector<std::size_t> nodes_ = {};
  std::vector<std::optional<std::size_t>> node_of_ = {};
};

}  // namespace

std::vector<bool> persistent(const CostNetwork& network, std::span<const Choice> choices) {
  return Persistency(network, choices).run();
}

}  // namespace tileglot::hlo::optimal
