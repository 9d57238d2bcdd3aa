// SPDX-License-Identifier: Apache-2.0
// assignment.h: the renaming of target ranks that keeps the most where it is, with its proof.
//
// What     n source ranks hold parts, n target parts are wanted, and w(s,t) is what rank s need not
//          receive if it takes part t. best_assignment chooses a rank for each part, each rank
//          once, so that the sum of w is the largest possible. Only pairs with w > 0 need be
//          listed; all others weigh 0.
// Why      Where it does not matter which rank gets which part, this is what must not be moved.
//          Prices prove it: if source_price[s] + target_price[t] >= w(s,t) for all pairs, then no
//          choice weighs more than the sum of all prices, and one that has equality in all its
//          pairs weighs exactly that. check tests this, in time linear in ranks and listed pairs.
// Units    Weights are in any unit, such as bytes, from 0 to 2^62. Sums need 128 bits.
// Ties     Of all heaviest choices, one in which the most ranks keep their own number (s = t), so
//          the identity wherever it is a heaviest one. The result depends on nothing but the
//          weights, in whatever order they are listed.
// Example  w(0,1) = 4, w(1,0) = 3, w(1,1) = 2, w(2,0) = 1: part 0 goes to rank 1, part 1 to rank 0
//          and part 2 to rank 2, which weighs 7. Source prices 2, 1, 0 and target prices 2, 2, 0
//          would prove it.
//          [tests: assignment_test.cc, "the heaviest choice is proved by prices"]
// Errors   Those of rank_weights.h. reshard.assignment: check refuses, and the witness is the pair
//          of ranks that shows it.
// Source   Shortest augmenting paths as in R. Jonker, A. Volgenant, "A shortest augmenting path
//          algorithm for dense and sparse linear assignment problems", 1987.
#pragma once

#include <cstdint>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/relayout/reshard/rank_weights.h"

namespace tileglot::relayout::reshard {

__extension__ using Int128 = __int128;

struct Assignment {
  std::vector<std::int64_t> of_target = {};  ///< the source rank that takes each target's part
  Int128 weight = 0;
  std::vector<Int128> source_price = {};  ///< the prices that best_assignment finds are >= 0
  std::vector<Int128> target_price = {};
  friend bool operator==(const Assignment&, const Assignment&) = default;
};

/// Fails if check(weights) does.
core::Result<Assignment> best_assignment(const RankWeights& weights);

/// Fails unless the prices prove that the assignment is a heaviest one. Shares no code with the
/// search.
core::Status check(const Assignment& assignment, const RankWeights& weights);

}  // namespace tileglot::relayout::reshard
