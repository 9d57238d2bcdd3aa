// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/optimal/descend.h"

#include <cstddef>
#include <utility>

#include "tileglot/hlo/optimal/cost_network.h"

namespace tileglot::hlo::optimal {
namespace {

Cost cost_at(const CostNetwork& network, const Choices& choices, std::size_t v, Choice choice) {
  Cost result = network.own(v)[choice];
  for (const std::size_t t : network.terms_of(v)) {
    const Term& term = network.terms()[t];
    result += term.cost(v, choice, choices[term.beside(v)]);
  }
  return result;
}

/// Whether another choice of the variable is cheaper; the cheapest is taken.
bool improve(const CostNetwork& network, Choices& choices, std::size_t v) {
  Choice best = choices[v];
  Cost least = cost_at(network, choices, v, best);
  for (Choice c = 0; c < network.choices(v); ++c) {
    const Cost cost = cost_at(network, choices, v, c);
    if (cost >= least) continue;
    least = cost;
    best = c;
  }
  return std::exchange(choices[v], best) != best;
}

}  // namespace

Choices descended(const CostNetwork& network, Choices choices) {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t v = 0; v < network.size(); ++v) {
      if (improve(network, choices, v)) changed = true;
    }
  }
  return choices;
}

}  // namespace tileglot::hlo::optimal
