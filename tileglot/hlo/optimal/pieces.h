// SPDX-License-Identifier: Apache-2.0
// pieces.h: the independent parts of a network.
//
// Example  Where b is the only one between a and c and has one choice left, a and c are two pieces.
//          [tests: hlo/optimal/cost_network_test.cc, "what has one choice separates"]
#pragma once

#include <cstddef>
#include <vector>

#include "tileglot/hlo/optimal/cost_network.h"

namespace tileglot::hlo::optimal {

/// The connected components of the variables that keep more than one choice, each piece ascending.
std::vector<std::vector<std::size_t>> pieces_of(const CostNetwork& network,
                                                const KeptChoices& kept);

}  // namespace tileglot::hlo::optimal
