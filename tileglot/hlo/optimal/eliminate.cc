// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/optimal/eliminate.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/hlo/optimal/cost_network.h"

namespace tileglot::hlo::optimal {
namespace {

/// Costs by the choices of several variables, the last of them the fastest to change.
struct Factor {
  std::vector<std::size_t> variables = {};  ///< ascending
  std::vector<Cost> costs = {};
};

/// An eliminated variable: its best choice for each cell of its neighbours' table.
struct Gone {
  std::size_t variable = 0;
  std::vector<std::size_t> neighbours = {};
  std::vector<Choice> best = {};
};

class Elimination {
 public:
  Elimination(const CostNetwork& network, const EliminationLimits& limits)
      : network_(network), limits_(limits), factors_of_(network.size()) {
    neighbours_.resize(network.size());
    for (std::size_t v = 0; v < network.size(); ++v) {
      const auto own = network.own(v);
      add_factor({{v}, std::vector<Cost>(own.begin(), own.end())});
    }
    for (const Term& term : network.terms()) add_factor(factor_of(term));
  }

  std::optional<Choices> run() {
    std::set<std::pair<std::size_t, std::size_t>> queue;
    for (std::size_t v = 0; v < network_.size(); ++v) queue.emplace(size_without(v), v);
    while (!queue.empty()) {
      const auto [size, v] = *queue.begin();
      if (size > limits_.cells || size > steps_left_) return std::nullopt;
      steps_left_ -= size;
      const std::set<std::size_t> touched = neighbours_[v];
      queue.erase(queue.begin());
      for (const std::size_t n : touched) queue.erase({size_without(n), n});
      eliminate(v);
      for (const std::size_t n : touched) queue.emplace(size_without(n), n);
    }
    return traced_back();
  }

 private:
  static Factor factor_of(const Term& term) {
    if (term.first < term.second) return {{term.first, term.second}, term.table->costs};
    Factor result{{term.second, term.first}, {}};
    const CostTable& table = *term.table;
    result.costs.reserve(table.costs.size());
    for (Choice column = 0; column < table.columns; ++column) {
      for (Choice row = 0; row < table.rows; ++row) result.costs.push_back(table.at(row, column));
    }
    return result;
  }

  void add_factor(Factor factor) {
    for (const std::size_t v : factor.variables) {
      factors_of_[v].push_back(factors_.size());
      for (const std::size_t w : factor.variables) {
        if (v != w) neighbours_[v].insert(w);
      }
    }
    factors_.push_back(std::move(factor));
  }

  /// Cells of the table that eliminating the variable needs; capped at one more than allowed.
  std::size_t size_without(std::size_t v) const {
    std::size_t result = network_.choices(v);
    for (const std::size_t n : neighbours_[v]) {
      result *= network_.choices(n);
      if (result > limits_.cells) return limits_.cells + 1;
    }
    return result;
  }

  void eliminate(std::size_t v) {
    Gone gone{.variable = v, .neighbours = {neighbours_[v].begin(), neighbours_[v].end()}};
    Factor rest{.variables = gone.neighbours};
    minimise(v, rest, gone);
    for (const std::size_t n : gone.neighbours) {
      neighbours_[n].erase(v);
      std::erase_if(factors_of_[n], [this, v](std::size_t f) { return has(f, v); });
    }
    for (const std::size_t f : factors_of_[v]) factors_[f].costs = {};
    factors_of_[v].clear();
    if (!rest.variables.empty()) add_factor(std::move(rest));
    gone_.push_back(std::move(gone));
  }

  bool has(std::size_t factor, std::size_t v) const {
    return std::ranges::binary_search(factors_[factor].variables, v);
  }

  /// One factor, walked over the neighbours' choices: how far its cell moves with each of them.
  struct Walked {
    const Factor* factor = nullptr;
    std::vector<std::size_t> steps = {};
    std::size_t own_step = 0;
    std::size_t cell = 0;
  };

  Walked walked(const Factor& factor, std::size_t v, std::span<const std::size_t> order) const {
    Walked result{.factor = &factor, .steps = std::vector<std::size_t>(order.size(), 0)};
    std::size_t step = 1;
    for (std::size_t i = factor.variables.size(); i-- > 0;) {
      const std::size_t variable = factor.variables[i];
      if (variable == v) {
        result.own_step = step;
      } else {
        const auto place = std::ranges::lower_bound(order, variable);
        result.steps[static_cast<std::size_t>(std::distance(order.begin(), place))] = step;
      }
      step *= network_.choices(variable);
    }
    return result;
  }

  void minimise(std::size_t v, Factor& rest, Gone& gone) const {
    std::vector<Walked> walk;
    walk.reserve(factors_of_[v].size());
    for (const std::size_t f : factors_of_[v]) {
      walk.push_back(walked(factors_[f], v, gone.neighbours));
    }
    std::vector<Choice> at(gone.neighbours.size(), 0);
    do {
      const auto [choice, cost] = best_of(v, walk);
      gone.best.push_back(choice);
      rest.costs.push_back(cost);
    } while (step(gone.neighbours, at, walk));
  }

  std::pair<Choice, Cost> best_of(std::size_t v, const std::vector<Walked>& walk) const {
    std::pair<Choice, Cost> best{0, kMostCost};
    for (Choice c = 0; c < network_.choices(v); ++c) {
      Cost cost = 0;
      for (const Walked& one : walk) cost += one.factor->costs[one.cell + c * one.own_step];
      if (cost < best.second) best = {c, cost};
    }
    return best;
  }

  /// Advances to the next choices of the neighbours; false after the last.
  bool step(std::span<const std::size_t> neighbours, std::vector<Choice>& at,
            std::vector<Walked>& walk) const {
    for (std::size_t i = neighbours.size(); i-- > 0;) {
      const bool turns = ++at[i] == network_.choices(neighbours[i]);
      for (Walked& one : walk) one.cell += one.steps[i];
      if (!turns) return true;
      for (Walked& one : walk) one.cell -= one.steps[i] * at[i];
      at[i] = 0;
    }
    return false;
  }

  Choices traced_back() const {
    Choices result(network_.size(), 0);
    for (std::size_t i = gone_.size(); i-- > 0;) {
      const Gone& gone = gone_[i];
      std::size_t cell = 0;
      for (const std::size_t n : gone.neighbours) cell = cell * network_.choices(n) + result[n];
      result[gone.variable] = gone.best[cell];
    }
    return result;
  }

  const CostNetwork& network_;
  EliminationLimits limits_;
  std::size_t steps_left_ = limits_.steps;
  std::vector<Factor> factors_ = {};
  std::vector<std::vector<std::size_t>> factors_of_;
  std::vector<std::set<std::size_t>> neighbours_ = {};
  std::vector<Gone> gone_ = {};
};

}  // namespace

std::optional<Choices> eliminated(const CostNetwork& network, const EliminationLimits& limits) {
  return Elimination(network, limits).run();
}

}  // namespace tileglot::hlo::optimal
