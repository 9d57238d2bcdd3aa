// SPDX-License-Identifier: Apache-2.0
// any_network.h: random networks, and the cheapest choices of small ones by exhaustive search.
//
// What     any_network(sizes) draws networks as layouts make them: terms between variables that
//          cost a weight where the choices do not match by some correspondence, and terms with
//          arbitrary costs. cheapest_of_all tries all choices.
// Example  const CostNetwork network = *any_network({.variables = 6, .choices = 4});
#pragma once

#include <rapidcheck.h>

#include <cstddef>

#include "tileglot/hlo/optimal/cost_network.h"

namespace tileglot::hlo::optimal {

struct NetworkSizes {
  std::size_t variables = 6;   ///< at most
  std::size_t choices = 4;     ///< of a variable, at most
  std::size_t terms_each = 2;  ///< at most this many times the variables
};

rc::Gen<CostNetwork> any_network(const NetworkSizes& sizes);

rc::Gen<Choices> any_choices(const CostNetwork& network);

Choices cheapest_of_all(const CostNetwork& network);

}  // namespace tileglot::hlo::optimal
