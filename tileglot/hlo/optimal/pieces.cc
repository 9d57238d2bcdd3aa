// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/optimal/pieces.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "tileglot/hlo/optimal/cost_network.h"

namespace tileglot::hlo::optimal {
namespace {

std::vector<std::size_t> piece_from(const CostNetwork& network, const KeptChoices& kept,
                                    std::size_t first, std::vector<bool>& seen) {
  std::vector<std::size_t> piece{first};
  seen[first] = true;
  for (std::size_t i = 0; i < piece.size(); ++i) {
    const std::size_t v = piece[i];
    for (const std::size_t t : network.terms_of(v)) {
      const std::size_t other = network.terms()[t].beside(v);
      if (seen[other] || kept[other].size() == 1) continue;
      seen[other] = true;
      piece.push_back(other);
    }
  }
  std::ranges::sort(piece);
  return piece;
}

}  // namespace

std::vector<std::vector<std::size_t>> pieces_of(const CostNetwork& network,
                                                const KeptChoices& kept) {
  std::vector<std::vector<std::size_t>> result;
  std::vector<bool> seen(network.size(), false);
  for (std::size_t v = 0; v < network.size(); ++v) {
    if (!seen[v] && kept[v].size() > 1) result.push_back(piece_from(network, kept, v, seen));
  }
  return result;
}

}  // namespace tileglot::hlo::optimal
