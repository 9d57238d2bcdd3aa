// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/optimal/dominated.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <limits>
#include <vector>

#include "tileglot/hlo/optimal/cost_network.h"

namespace tileglot::hlo::optimal {
namespace {

class Dominance {
 public:
  explicit Dominance(const CostNetwork& network) : network_(network), kept_(all_kept(network)) {}

  KeptChoices run() {
    std::vector<bool> is_waiting(network_.size(), true);
    std::deque<std::size_t> waiting;
    for (std::size_t v = 0; v < network_.size(); ++v) waiting.push_back(v);
    while (!waiting.empty()) {
      const std::size_t v = waiting.front();
      waiting.pop_front();
      is_waiting[v] = false;
      if (!drop_from(v)) continue;
      for (const std::size_t t : network_.terms_of(v)) {
        const std::size_t other = network_.terms()[t].beside(v);
        if (is_waiting[other]) continue;
        is_waiting[other] = true;
        waiting.push_back(other);
      }
    }
    return std::move(kept_);
  }

 private:
  /// Later choices are dropped for earlier ones, so that of two with equal costs one stays.
  bool drop_from(std::size_t v) {
    std::vector<Choice>& kept = kept_[v];
    bool dropped = false;
    for (std::size_t i = kept.size(); i-- > 0;) {
      const auto beats = [&](Choice by) {
        return by != kept[i] && never_costs_more(v, by, kept[i]);
      };
      if (std::ranges::none_of(kept, beats)) continue;
      kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(i));
      dropped = true;
    }
    return dropped;
  }

  bool never_costs_more(std::size_t v, Choice by, Choice dropped) const {
    Cost gain = network_.own(v)[dropped] - network_.own(v)[by];
    for (const std::size_t t : network_.terms_of(v)) {
      const Term& term = network_.terms()[t];
      gain += least_gain(term, v, by, dropped);
    }
    return gain >= 0;
  }

  Cost least_gain(const Term& term, std::size_t v, Choice by, Choice dropped) const {
    Cost least = std::numeric_limits<Cost>::max();
    for (const Choice other : kept_[term.beside(v)]) {
      least = std::min(least, term.cost(v, dropped, other) - term.cost(v, by, other));
    }
    return least;
  }

  const CostNetwork& network_;
  KeptChoices kept_;
};

}  // namespace

KeptChoices without_dominated(const CostNetwork& network) { return Dominance(network).run(); }

}  // namespace tileglot::hlo::optimal
