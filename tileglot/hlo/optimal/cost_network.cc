// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/optimal/cost_network.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <numeric>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tileglot::hlo::optimal {

std::size_t CostNetwork::add_variable(std::size_t choices) {
  own_.emplace_back(choices, 0);
  terms_of_.emplace_back();
  return own_.size() - 1;
}

void CostNetwork::add_cost(std::size_t variable, Choice choice, Cost cost) {
  own_[variable][choice] += cost;
}

void CostNetwork::add_term(std::size_t first, std::size_t second, SharedTable table) {
  if (first == second) {
    for (Choice c = 0; c < choices(first); ++c) add_cost(first, c, table->at(c, c));
    return;
  }
  terms_of_[first].push_back(terms_.size());
  terms_of_[second].push_back(terms_.size());
  terms_.push_back({first, second, std::move(table)});
}

Cost cost_of(const CostNetwork& network, std::span<const Choice> choices) {
  Cost result = 0;
  for (std::size_t v = 0; v < network.size(); ++v) result += network.own(v)[choices[v]];
  for (const Term& term : network.terms()) {
    result += term.table->at(choices[term.first], choices[term.second]);
  }
  return result;
}

Cost least_alone(const CostNetwork& network) {
  Cost result = 0;
  for (std::size_t v = 0; v < network.size(); ++v) result += std::ranges::min(network.own(v));
  for (const Term& term : network.terms()) result += std::ranges::min(term.table->costs);
  return result;
}

KeptChoices all_kept(const CostNetwork& network) {
  KeptChoices result(network.size());
  for (std::size_t v = 0; v < network.size(); ++v) {
    result[v].resize(network.choices(v));
    std::iota(result[v].begin(), result[v].end(), Choice{0});
  }
  return result;
}

namespace {

class Narrowing {
 public:
  Narrowing(const CostNetwork& whole, const KeptChoices& kept) : whole_(whole), kept_(kept) {}

  Narrowed narrow(std::span<const std::size_t> wanted) {
    for (const std::size_t v : wanted) {
      if (kept_[v].size() > 1) add_variable(v);
    }
    for (const std::size_t v : part_.variables) {
      for (const std::size_t t : whole_.terms_of(v)) add_term(v, whole_.terms()[t]);
    }
    return std::move(part_);
  }

 private:
  void add_variable(std::size_t v) {
    const std::vector<Choice>& kept = kept_[v];
    const std::size_t own = part_.network.add_variable(kept.size());
    for (Choice c = 0; c < kept.size(); ++c) {
      part_.network.add_cost(own, c, whole_.own(v)[kept[c]]);
    }
    numbers_.emplace(v, own);
    part_.variables.push_back(v);
    part_.kept.push_back(kept);
  }

  /// A term between two variables that both have a choice is visited twice, and added at its first.
  void add_term(std::size_t v, const Term& term) {
    const std::size_t other = term.beside(v);
    if (kept_[other].size() == 1) {
      for (Choice c = 0; c < kept_[v].size(); ++c) {
        part_.network.add_cost(numbers_.at(v), c, term.cost(v, kept_[v][c], kept_[other][0]));
      }
    } else if (v == term.first) {
      part_.network.add_term(numbers_.at(v), numbers_.at(other), narrowed_table(term));
    }
  }

  SharedTable narrowed_table(const Term& term) {
    const std::vector<Choice>& rows = kept_[term.first];
    const std::vector<Choice>& columns = kept_[term.second];
    if (rows.size() == term.table->rows && columns.size() == term.table->columns) {
      return term.table;
    }
    SharedTable& known = tables_[{term.table.get(), rows, columns}];
    if (!known) known = std::make_shared<const CostTable>(cut(*term.table, rows, columns));
    return known;
  }

  static CostTable cut(const CostTable& table, const std::vector<Choice>& rows,
                       const std::vector<Choice>& columns) {
    CostTable result{.rows = rows.size(), .columns = columns.size()};
    result.costs.reserve(rows.size() * columns.size());
    for (const Choice row : rows) {
      for (const Choice column : columns) result.costs.push_back(table.at(row, column));
    }
    return result;
  }

  using TableKey = std::tuple<const CostTable*, std::vector<Choice>, std::vector<Choice>>;

  const CostNetwork& whole_;
  const KeptChoices& kept_;
  Narrowed part_ = {};
  std::unordered_map<std::size_t, std::size_t> numbers_ = {};  ///< by the whole network's
  std::map<TableKey, SharedTable> tables_ = {};
};

}  // namespace

Narrowed narrowed(const CostNetwork& network, const KeptChoices& kept,
                  std::span<const std::size_t> wanted) {
  return Narrowing(network, kept).narrow(wanted);
}

void widen(const Narrowed& part, std::span<const Choice> chosen, Choices& whole) {
  for (std::size_t i = 0; i < part.variables.size(); ++i) {
    whole[part.variables[i]] = part.kept[i][chosen[i]];
  }
}

}  // namespace tileglot::hlo::optimal
