// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/optimal/solve.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/optimal/cost_network.h"
#include "tileglot/hlo/optimal/descend.h"
#include "tileglot/hlo/optimal/diffusion.h"
#include "tileglot/hlo/optimal/dominated.h"
#include "tileglot/hlo/optimal/eliminate.h"
#include "tileglot/hlo/optimal/greedy_propagation.h"
#include "tileglot/hlo/optimal/milp.h"
#include "tileglot/hlo/optimal/persistency.h"
#include "tileglot/hlo/optimal/pieces.h"

namespace tileglot::hlo::optimal {
namespace {

class Solving {
 public:
  Solving(const CostNetwork& network, std::span<const Choice> first, const SolveOptions& options)
      : network_(network), options_(options) {
    solved_.choices.assign(first.begin(), first.end());
  }

  Solved run() {
    const KeptChoices kept = not_persistent();
    for (const std::vector<std::size_t>& piece : pieces_of(network_, kept)) {
      improve(narrowed(network_, kept, piece));
    }
    solved_.cost = cost_of(network_, solved_.choices);
    solved_.bound = solved_.cost - unproved_;
    return std::move(solved_);
  }

 private:
  KeptChoices not_persistent() {
    KeptChoices kept = all_kept(network_);
    const std::vector<bool> stays = persistent(network_, solved_.choices);
    for (std::size_t v = 0; v < network_.size(); ++v) {
      if (!stays[v]) continue;
      kept[v] = {solved_.choices[v]};
      ++solved_.counts.persistent;
    }
    return kept;
  }

  /// The current choices of the piece.
  Choices present(const Narrowed& piece) const {
    Choices result;
    result.reserve(piece.variables.size());
    for (std::size_t i = 0; i < piece.variables.size(); ++i) {
      const std::vector<Choice>& kept = piece.kept[i];
      const auto at = std::ranges::lower_bound(kept, solved_.choices[piece.variables[i]]);
      result.push_back(static_cast<Choice>(std::distance(kept.begin(), at)));
    }
    return result;
  }

  void improve(const Narrowed& piece) {
    const Cost now = cost_of(piece.network, present(piece));
    Choices found = present(piece);
    const KeptChoices kept = without_dominated(piece.network);
    for (std::size_t v = 0; v < kept.size(); ++v) {
      if (kept[v].size() == 1) found[v] = kept[v][0];
    }
    Cost unproved = 0;
    for (const std::vector<std::size_t>& part : pieces_of(piece.network, kept)) {
      unproved += find_cheapest(narrowed(piece.network, kept, part), found);
    }
    solved_.counts.eliminated += count_of_single(kept);
    const Cost cost = cost_of(piece.network, found);
    if (cost < now) widen(piece, found, solved_.choices);
    unproved_ += std::min(cost, now) - (cost - unproved);
  }

  static std::size_t count_of_single(const KeptChoices& kept) {
    return static_cast<std::size_t>(
        std::ranges::count_if(kept, [](const auto& choices) { return choices.size() == 1; }));
  }

  /// Writes the cheapest choices found for the part into `found`; returns by how much they may
  /// exceed the minimum.
  Cost find_cheapest(const Narrowed& part, Choices& found) {
    if (find_by_elimination(part, found)) return 0;
    // With better choices more variables are persistent, and leave a smaller part.
    const Choices present = improved(part, nearest(part, found));
    widen(part, present, found);
    const std::vector<bool> stays = persistent(part.network, present);
    KeptChoices kept = all_kept(part.network);
    for (std::size_t v = 0; v < kept.size(); ++v) {
      if (stays[v]) kept[v] = {present[v]};
    }
    solved_.counts.persistent += count_of_single(kept);
    Choices chosen = present;
    Cost unproved = 0;
    for (const std::vector<std::size_t>& rest : pieces_of(part.network, kept)) {
      const Narrowed smaller = narrowed(part.network, kept, rest);
      if (!find_by_elimination(smaller, chosen)) unproved += find_by_milp(smaller, chosen);
    }
    widen(part, chosen, found);
    return unproved;
  }

  static Choices improved(const Narrowed& part, const Choices& present) {
    Choices one = descended(part.network, present);
    Choices other = best_propagated(part.network);
    return cost_of(part.network, other) < cost_of(part.network, one) ? other : one;
  }

  bool find_by_elimination(const Narrowed& part, Choices& found) {
    const auto best = eliminated(part.network, options_.elimination);
    if (!best) return false;
    solved_.counts.eliminated += part.variables.size();
    widen(part, *best, found);
    return true;
  }

  Cost find_by_milp(const Narrowed& part, Choices& found) {
    const Choices present = nearest(part, found);
    const Cost now = cost_of(part.network, present);
    const Cost least = diffused_bound(part.network);
    if (now == least) {
      solved_.counts.persistent += part.variables.size();
      return 0;
    }
    const FromSolver answer = from_solver(part);
    const Cost cost = answer.choices ? cost_of(part.network, *answer.choices) : now;
    const Cost best = std::min(now, cost);
    const Cost bound = std::max(least, believed(part, answer.bound.value_or(least), best));
    if (cost < now) widen(part, *answer.choices, found);
    const Cost unproved = std::max<Cost>(0, best - bound);
    const bool is_proved = answer.bound && unproved <= tolerance_of(part.network);
    (is_proved ? solved_.counts.by_milp : solved_.counts.left) += part.variables.size();
    return unproved;
  }

  /// Keeps the bound from exceeding a cost that is known to be possible.
  Cost believed(const Narrowed& part, Cost claimed, Cost known) {
    if (claimed <= known + tolerance_of(part.network)) return claimed;
    solved_.failures.push_back(
        {{.code = "optimal.answer",
          .message =
              fmt::format("the solver reports that nothing costs less than {}, but {} is possible",
                          claimed, known),
          .help = "its bound is not used"}});
    return least_alone(part.network);
  }

  /// The choices in `found`, or the cheapest alone where one was dropped.
  static Choices nearest(const Narrowed& part, const Choices& found) {
    Choices result;
    result.reserve(part.variables.size());
    for (std::size_t i = 0; i < part.variables.size(); ++i) {
      const std::vector<Choice>& kept = part.kept[i];
      const auto at = std::ranges::find(kept, found[part.variables[i]]);
      const auto own = part.network.own(i);
      const auto place = at != kept.end()
                             ? std::distance(kept.begin(), at)
                             : std::distance(own.begin(), std::ranges::min_element(own));
      result.push_back(static_cast<Choice>(place));
    }
    return result;
  }

  /// Nothing where the solver has found no choices, or no bound.
  struct FromSolver {
    std::optional<Choices> choices = {};
    std::optional<Cost> bound = {};
  };

  FromSolver from_solver(const Narrowed& part) {
    FromSolver result;
    if (!options_.milp) return result;
    const core::Result<MilpAnswer> answer = options_.milp(milp_of(part.network));
    if (!answer) {
      solved_.failures.push_back(answer.error());
      return result;
    }
    result.bound = bound_of(part.network, *answer);
    if (answer->values.empty()) return result;
    core::Result<Choices> choices = choices_of(part.network, *answer);
    if (!choices) {
      solved_.failures.push_back(choices.error());
      result.bound.reset();
      return result;
    }
    result.choices = *std::move(choices);
    return result;
  }

  const CostNetwork& network_;
  const SolveOptions& options_;
  Solved solved_ = {};
  Cost unproved_ = 0;
};

}  // namespace

Solved solve(const CostNetwork& network, std::span<const Choice> first,
             const SolveOptions& options) {
  return Solving(network, first, options).run();
}

}  // namespace tileglot::hlo::optimal
