// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/optimal/greedy_propagation.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "tileglot/hlo/optimal/cost_network.h"
#include "tileglot/hlo/optimal/descend.h"

namespace tileglot::hlo::optimal {
namespace {

/// How many answers are tried at most; the work for each is linear in the network's terms.
constexpr std::size_t kMostStarts = 256;

class GreedyPropagation {
 public:
  explicit GreedyPropagation(const CostNetwork& network)
      : network_(network), chosen_(network.size()) {}

  Choices from(std::size_t root, Choice choice) {
    chosen_[root] = choice;
    follow(root);
    for (std::size_t v = 0; v < network_.size(); ++v) {
      if (chosen_[v]) continue;
      chosen_[v] = cheapest(v);
      follow(v);
    }
    Choices result;
    result.reserve(chosen_.size());
    for (const auto& choice_of : chosen_) result.push_back(*choice_of);
    return result;
  }

 private:
  void follow(std::size_t root) {
    std::vector<std::size_t> reached{root};
    for (std::size_t i = 0; i < reached.size(); ++i) {
      for (const std::size_t t : network_.terms_of(reached[i])) {
        const std::size_t next = network_.terms()[t].beside(reached[i]);
        if (chosen_[next]) continue;
        chosen_[next] = cheapest(next);
        reached.push_back(next);
      }
    }
  }

  Choice cheapest(std::size_t v) const {
    const auto own = network_.own(v);
    std::vector<Cost> costs(own.begin(), own.end());
    for (const std::size_t t : network_.terms_of(v)) {
      const Term& term = network_.terms()[t];
      const auto& other = chosen_[term.beside(v)];
      for (Choice c = 0; other && c < costs.size(); ++c) costs[c] += term.cost(v, c, *other);
    }
    return static_cast<Choice>(std::distance(costs.begin(), std::ranges::min_element(costs)));
  }

  const CostNetwork& network_;
  std::vector<std::optional<Choice>> chosen_;
};

}  // namespace

Choices propagated(const CostNetwork& network, std::size_t root, Choice choice) {
  return GreedyPropagation(network).from(root, choice);
}

Choices best_propagated(const CostNetwork& network) {
  Choices best = descended(network, propagated(network, 0, 0));
  Cost least = cost_of(network, best);
  std::size_t starts = 0;
  for (std::size_t v = 0; v < network.size(); ++v) {
    for (Choice c = 0; c < network.choices(v); ++c) {
      if (++starts > kMostStarts) return best;
      Choices found = descended(network, propagated(network, v, c));
      const Cost cost = cost_of(network, found);
      if (cost >= least) continue;
      least = cost;
      best = std::move(found);
    }
  }
  return best;
}

}  // namespace tileglot::hlo::optimal
