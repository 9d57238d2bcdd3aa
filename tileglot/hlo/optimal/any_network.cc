// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/optimal/any_network.h"

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "tileglot/hlo/optimal/cost_network.h"

namespace tileglot::hlo::optimal {
namespace {

Cost any_cost(Cost most) { return *rc::gen::inRange<Cost>(0, most + 1); }

std::size_t any_below(std::size_t end) { return *rc::gen::inRange<std::size_t>(0, end); }

/// A weight where the column is not the row's partner; partners may be shared, as for broadcasts.
CostTable any_correspondence(std::size_t rows, std::size_t columns) {
  const Cost weight = any_cost(12);
  CostTable result{.rows = rows, .columns = columns};
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t partner = any_below(2) == 0 ? row % columns : any_below(columns);
    for (std::size_t column = 0; column < columns; ++column) {
      result.costs.push_back(column == partner ? 0 : weight);
    }
  }
  return result;
}

CostTable any_table(std::size_t rows, std::size_t columns) {
  CostTable result{.rows = rows, .columns = columns};
  result.costs.reserve(rows * columns);
  for (std::size_t i = 0; i < rows * columns; ++i) result.costs.push_back(any_cost(9));
  return result;
}

void add_any_costs(CostNetwork& network, std::size_t variable) {
  if (any_below(3) == 0) return;
  const auto wanted = static_cast<Choice>(any_below(network.choices(variable)));
  const Cost weight = any_cost(15);
  for (Choice c = 0; c < network.choices(variable); ++c) {
    if (c != wanted) network.add_cost(variable, c, weight);
  }
}

CostNetwork drawn_network(const NetworkSizes& sizes) {
  CostNetwork network;
  const std::size_t variables = 1 + any_below(sizes.variables);
  for (std::size_t v = 0; v < variables; ++v) {
    network.add_variable(1 + any_below(sizes.choices));
    add_any_costs(network, v);
  }
  const std::size_t terms = any_below(sizes.terms_each * variables + 1);
  for (std::size_t t = 0; t < terms; ++t) {
    const std::size_t first = any_below(variables);
    const std::size_t second = any_below(variables);
    const bool is_free = any_below(6) == 0;
    const auto make = is_free ? any_table : any_correspondence;
    // The table of a variable with itself is square.
    network.add_term(
        first, second,
        std::make_shared<const CostTable>(make(network.choices(first), network.choices(second))));
  }
  return network;
}

/// Advances to the next choices; false after the last.
bool step(const CostNetwork& network, Choices& choices) {
  for (std::size_t v = 0; v < choices.size(); ++v) {
    if (++choices[v] < network.choices(v)) return true;
    choices[v] = 0;
  }
  return false;
}

}  // namespace

rc::Gen<CostNetwork> any_network(const NetworkSizes& sizes) {
  return rc::gen::exec([sizes] { return drawn_network(sizes); });
}

rc::Gen<Choices> any_choices(const CostNetwork& network) {
  std::vector<std::size_t> counts;
  counts.reserve(network.size());
  for (std::size_t v = 0; v < network.size(); ++v) counts.push_back(network.choices(v));
  return rc::gen::exec([counts] {
    Choices result;
    result.reserve(counts.size());
    for (const std::size_t count : counts) result.push_back(static_cast<Choice>(any_below(count)));
    return result;
  });
}

Choices cheapest_of_all(const CostNetwork& network) {
  Choices at(network.size(), 0);
  Choices best = at;
  Cost least = cost_of(network, at);
  while (step(network, at)) {
    const Cost cost = cost_of(network, at);
    if (cost < least) {
      least = cost;
      best = at;
    }
  }
  return best;
}

}  // namespace tileglot::hlo::optimal
