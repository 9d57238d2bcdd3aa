// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/optimal/diffusion.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/hlo/optimal/cost_network.h"

namespace tileglot::hlo::optimal {
namespace {

constexpr int kMostSweeps = 200;
/// Entries of tables that all sweeps look at together.
constexpr std::int64_t kMostWork = std::int64_t{1} << 30;
/// Costs are rounded down to whole units so that all maxima together stay below this.
constexpr Cost kMostScaled = Cost{1} << 40;
/// What moves to a variable from one term is at most this, so that sums fit.
constexpr Cost kMostMoved = Cost{1} << 43;
constexpr std::size_t kMostTerms = std::size_t{1} << 18;

using Costs = std::vector<Cost>;

/// A power of two, so that dividing rounds down.
Cost unit_for(const CostNetwork& network) {
  Cost most = 0;
  for (std::size_t v = 0; v < network.size(); ++v) {
    most = core::saturating_add(most, std::ranges::max(network.own(v)));
  }
  for (const Term& term : network.terms()) {
    most = core::saturating_add(most, std::ranges::max(term.table->costs));
  }
  Cost unit = 1;
  while (most / unit >= kMostScaled) unit *= 2;
  return unit;
}

class Diffusion {
 public:
  explicit Diffusion(const CostNetwork& network) : network_(network), unit_(unit_for(network)) {
    for (std::size_t v = 0; v < network.size(); ++v) {
      Costs own(network.own(v).begin(), network.own(v).end());
      for (Cost& cost : own) cost /= unit_;
      variables_.push_back(std::move(own));
    }
    for (const Term& term : network.terms()) {
      to_first_.emplace_back(term.table->rows, 0);
      to_second_.emplace_back(term.table->columns, 0);
      entries_ += static_cast<std::int64_t>(term.table->costs.size());
    }
  }

  Cost bound() {
    Cost best = now();
    for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
      work_ += 2 * entries_;
      if (work_ > kMostWork) break;
      for (std::size_t t = 0; t < network_.terms().size(); ++t) even_out(t);
      const Cost next = now();
      const bool grows = next > best + best / 10000;
      best = std::max(best, next);
      if (!grows && sweep > 4) break;
    }
    return best * unit_;
  }

 private:
  Cost cost(const Term& term, std::size_t a, std::size_t b) const {
    return term.table->costs[a * term.table->columns + b] / unit_;
  }

  /// What variables and terms cost at least, each by itself.
  Cost now() const {
    Cost sum = 0;
    for (const Costs& costs : variables_) sum += std::ranges::min(costs);
    for (std::size_t t = 0; t < network_.terms().size(); ++t) sum += least_of_term(t);
    return sum;
  }

  Cost least_of_term(std::size_t t) const {
    const Term& term = network_.terms()[t];
    Cost least = cost(term, 0, 0) - to_first_[t][0] - to_second_[t][0];
    for (std::size_t a = 0; a < term.table->rows; ++a) {
      for (std::size_t b = 0; b < term.table->columns; ++b) {
        least = std::min(least, cost(term, a, b) - to_first_[t][a] - to_second_[t][b]);
      }
    }
    return least;
  }

  /// Gives each of the term's variables half of what the term and both cost for its choices.
  void even_out(std::size_t t) {
    const Term& term = network_.terms()[t];
    Costs& first = variables_[term.first];
    Costs& second = variables_[term.second];
    take_back(first, to_first_[t]);
    take_back(second, to_second_[t]);
    Costs rows(first.size(), kMostCost);
    Costs columns(second.size(), kMostCost);
    for (std::size_t a = 0; a < rows.size(); ++a) {
      for (std::size_t b = 0; b < columns.size(); ++b) {
        const Cost joint = cost(term, a, b);
        rows[a] = std::min(rows[a], joint + second[b]);
        columns[b] = std::min(columns[b], joint + first[a]);
      }
    }
    give(first, to_first_[t], rows);
    give(second, to_second_[t], columns);
  }

  static void take_back(Costs& variable, const Costs& moved) {
    for (std::size_t c = 0; c < variable.size(); ++c) variable[c] -= moved[c];
  }

  static void give(Costs& variable, Costs& moved, const Costs& least) {
    for (std::size_t c = 0; c < variable.size(); ++c) {
      moved[c] = std::clamp(core::floor_div(least[c] - variable[c], 2), -kMostMoved, kMostMoved);
      variable[c] += moved[c];
    }
  }

  const CostNetwork& network_;
  Cost unit_;
  std::vector<Costs> variables_ = {};  ///< own costs, and what terms gave
  std::vector<Costs> to_first_ = {};   ///< what each term gave to its variables
  std::vector<Costs> to_second_ = {};
  std::int64_t entries_ = 0;
  std::int64_t work_ = 0;
};

}  // namespace

Cost diffused_bound(const CostNetwork& network) {
  const Cost alone = least_alone(network);
  if (network.size() == 0 || network.terms().size() > kMostTerms) return alone;
  return std::max(alone, Diffusion(network).bound());
}

}  // namespace tileglot::hlo::optimal
