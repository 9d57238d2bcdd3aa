// SPDX-License-Identifier: Apache-2.0
// cost_network.h: a network of variables with choices, and what each pair of choices costs.
//
// What     A CostNetwork has variables, each with a number of choices that have costs of their own,
//          and terms, each a table of the joint costs of two variables. cost_of(network, choices)
//          adds them up. narrowed(..) is a part of a network in which each variable has only some
//          of its choices; a variable with a single choice left is removed, and its terms' costs
//          are added to its neighbours.
// Why      The problem of the cheapest layouts is exactly this: a variable is an array, a
//          choice an order, a term a copy that is needed where two orders differ. The solvers in
//          this folder do not know about layouts, and are tested against exhaustive search on small
//          networks.
// Units    Costs are not negative, in any unit; the builder of a network ensures that all maxima
//          together stay below 2^62 (kMostCost).
// Example  Two variables of two choices, a term {0, 5, 5, 0}, and choice 0 of the first costs 3:
//          the cheapest choices are 1, 1, at 0.
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

  /// The term's cost if `variable`, one of its two, has the choice `own` and the other one `other`.
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
  /// A term of a variable with itself adds to the costs of its choices.
  void add_term(std::size_t first, std::size_t second, SharedTable table);

  std::size_t size() const { return own_.size(); }
  std::size_t choices(std::size_t variable) const { return own_[variable].size(); }
  /// The cost of each choice by itself.
  std::span<const Cost> own(std::size_t variable) const { return own_[variable]; }
  const std::vector<Term>& terms() const { return terms_; }
  /// A variable's terms, as indexes into terms().
  const std::vector<std::size_t>& terms_of(std::size_t variable) const {
    return terms_of_[variable];
  }

 private:
  std::vector<std::vector<Cost>> own_ = {};
  std::vector<Term> terms_ = {};
  std::vector<std::vector<std::size_t>> terms_of_ = {};
};

Cost cost_of(const CostNetwork& network, std::span<const Choice> choices);

/// A lower bound of the network's cost: the sum of the minima of each variable and each term.
Cost least_alone(const CostNetwork& network);

/// The choices that a variable keeps, ascending.
using KeptChoices = std::vector<std::vector<Choice>>;

KeptChoices all_kept(const CostNetwork& network);

struct Narrowed {
  CostNetwork network = {};
  std::vector<std::size_t> variables = {};  ///< the whole network's, for each of the narrowed one
  KeptChoices kept = {};                    ///< of these, in the whole network's numbers
};

/// The listed variables with the choices that they keep. Precondition: each neighbour of theirs
/// that is not listed keeps one choice.
Narrowed narrowed(const CostNetwork& network, const KeptChoices& kept,
                  std::span<const std::size_t> wanted);

/// Writes the choices of the narrowed network into those of the whole one.
void widen(const Narrowed& part, std::span<const Choice> chosen, Choices& whole);

}  // namespace tileglot::hlo::optimal
