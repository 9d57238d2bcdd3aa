// SPDX-License-Identifier: Apache-2.0
// renaming.h: the heaviest renaming that keeps the most ranks at home, for weights of any width.
//
// What     best_renaming(n, pairs) is the Assignment of assignment.h; pairs need no check again.
// Why      Ranks have weights of 64 bits, and nodes, which are renamed too, wider ones.
//
//          Ties. Of the heaviest choices the one with the most pairs s = t is the heaviest for
//          w'(s,t) = (n + 1) * w(s,t) + (1 if s = t), since at most n pairs earn that 1. It comes
//          with prices p, q for w'. Let N = n + 1 and 0 <= c < N. Prices for w are then
//
//              source_price = floor((p + c) / N),    target_price = ceil((q - c) / N).
//
//          Their sum is above w'/N - 1 >= w - 1, so at least w. In a chosen pair p + q = w', and
//          the sum is exactly w if s != t. If s = t, it is w unless N divides p + c, when it is
//          w + 1. At most n sources exclude one c each, so one of the N values of c is left.
// Example  n = 1, w(0,0) = 3: w' = 7, p = 7, q = 0. c = 1 is excluded: 4 + 0 is not 3. c = 0 gives
//          3 + 0.
//          [tests: assignment_test.cc, "prices of the tie are rounded to prices of the weight"]
// Errors   None.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "tileglot/relayout/reshard/assignment.h"
#include "tileglot/relayout/reshard/rank_weights.h"

namespace tileglot::relayout::reshard {

/// As PairWeight, of nodes.
struct NodePairWeight {
  std::int64_t source = 0;
  std::int64_t target = 0;
  Int128 weight = 0;
};

/// Precondition: each pair at most once, ranks below n, weights from 0 to 2^80.
Assignment best_renaming(std::size_t n, std::span<const PairWeight> pairs);
Assignment best_renaming(std::size_t n, std::span<const NodePairWeight> pairs);

}  // namespace tileglot::relayout::reshard
