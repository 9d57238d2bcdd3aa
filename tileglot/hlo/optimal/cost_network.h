// SPDX-License-Identifier: Apache-2.0
// cost_network.h: choices, and what each pair of them costs.
//
// What     A CostNetwork has variables, each with a number of choices that cost something by themselves,
//          and terms, each a table of what two variables cost together. cost_of(network, choices) adds
//          it all up. narrowed(..) is a part of a network in which each variable has only some of its
//          choices; one that has a single choice left is gone, what it costs its neighbours is theirs.
// Why      Which layouts are the cheapest is this question and nothing else: a variable is an array, a
//          choice an order, a term a copy that is needed where two orders differ. The solvers beside
//          this file know nothing of layouts, and are tested against all choices of small networks.
// Units    Costs are in whatever the maker counts, not negative; he sees that all maxima together stay
//          below 2^62 (kMostCost).
// Example  Two variables of two choices, a term {0, 5, 5, 0}, and choice 0 of the first costs 3: the
//          cheapest choices are 1, 1, at 0.
//          [tests: hlo/optimal/cost_network_test.cc, "costs are added up"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace tileglot::hlo::optimal {

using Cost = std::int64_t;
inline constexpr Cost kMostCost = Cost{1} << 62;

using Choice = std::uint32_t;
/// One choice for each variable.
using Choices = std::vector<Choice>;

struct CostTable {
  std::size_t rows = 0;     ///< choices of the first variable
  std::size_t columns = 0;  ///< of the second
  std::vector<Cost> costs = {};

  Cost at(Choice row, Choice column) const { return costs[row * columns + column]; }
};

/// Terms of one kind share their table.
using SharedTable = std::shared_ptr<const CostTable>;

struct Term {
  std::size_t first = 0;
  std::size_t second = 0;
  SharedTable table = {};

  /// What the term costs if `variable`, one of its two, has `own` and the other one `other`.
  Cost cost(std::size_t variable, Choice own, Choice other) const {
    const bool is_first = variable == first;
    return table->at(is_first ? own : other, is_first ? other : own);
  }
  std::size_t beside(std::size_t variable) const { return variable == first ? second : first; }
};

class CostNetwork {
 public:
  /// Precondition: at least one choice.
  std::size_t add_variable(std::size_t choices);
  void add_cost(std::size_t variable, Choice choice, Cost cost);
  /// Of a variable with itself: the costs of its choices.
  void add_term(std::size_t first, std::size_t second, SharedTable table);

  std::size_t size() const { return own_.size(); }
  std::size_t choices(std::size_t variable) const { return own_[variable].size(); }
  /// What each choice costs by itself.
  std::span<const Cost> own(std::size_t variable) const { return own_[variable]; }
  const std::vector<Term>& terms() const { return terms_; }
  /// Of a variable, as indexes into terms().
  const std::vector<std::size_t>& terms_of(std::size_t variable) const {
    return terms_of_[variable];
  }

 private:
  std::vector<std::vector<Cost>> own_ = {};
  std::vector<Term> terms_ = {};
  std::vector<std::vector<std::size_t>> terms_of_ = {};
};

Cost cost_of(const CostNetwork& network, std::span<const Choice> choices);

/// The least that the network can cost if each variable and each term is looked at alone.
Cost least_alone(const CostNetwork& network);

/// The choices that a variable keeps, ascending.
using KeptChoices = std::vector<std::vector<Choice>>;

KeptChoices all_kept(const CostNetwork& network);

struct Narrowed {
  CostNetwork network = {};
  std::vector<std::size_t> variables = {};  ///< of the whole network, for each of the narrowed one
  KeptChoices kept = {};                    ///< of the whole network
};

/// The listed variables with the choices that they keep. Precondition: of their neighbours that are not
/// listed each keeps one choice.
Narrowed narrowed(const CostNetwork& network, const KeptChoices& kept,
                  std::span<const std::size_t> wanted);

/// Writes what was chosen in the narrowed network into choices of the whole one.
void widen(const Narrowed& part, std::span<const Choice> chosen, Choices& whole);

}  // namespace tileglot::hlo::optimal
