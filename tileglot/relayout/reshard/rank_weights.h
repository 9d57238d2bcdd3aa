// SPDX-License-Identifier: Apache-2.0
// rank_weights.h: what each source rank keeps of each target rank's part.
//
// What     RankWeights lists pairs (source, target) of n ranks and their weights: what the source
//          rank need not receive if it takes the target rank's part. Pairs that are not listed
//          weigh 0. summed adds up pairs that are listed repeatedly, as by one array after another.
// Units    Weights are in any unit, such as bytes, from 0 to 2^62.
// Example  (0,1): 4, (2,0): 1, (0,1): 3 are (0,1): 7, (2,0): 1.
//          [tests: rank_weights_test.cc, "pairs listed repeatedly are added up"]
// Errors   reshard.ranks (below 0 or above 2^16), reshard.too_many_pairs (above 2^24),
//          reshard.pair (a rank that does not exist, a weight or sum out of range, a pair twice).
#pragma once

#include <cstdint>
#include <vector>

#include "tileglot/core/error.h"

namespace tileglot::relayout::reshard {

inline constexpr std::int64_t kMaxAssignedRanks = std::int64_t{1} << 16;
inline constexpr std::int64_t kMaxWeightedPairs = std::int64_t{1} << 24;
inline constexpr std::int64_t kMaxPairWeight = std::int64_t{1} << 62;

/// What source rank `source` keeps if it takes the part of target rank `target`.
struct PairWeight {
  std::int64_t source = 0;
  std::int64_t target = 0;
  std::int64_t weight = 0;
  friend bool operator==(const PairWeight&, const PairWeight&) = default;
};

struct RankWeights {
  std::int64_t ranks = 0;
  std::vector<PairWeight> pairs = {};  ///< each at most once, in any order; others weigh 0
  friend bool operator==(const RankWeights&, const RankWeights&) = default;
};

/// Fails unless ranks and weights are in range and each pair is listed once.
core::Status check(const RankWeights& weights);

/// The same weights with each pair listed once, by source and then target.
core::Result<RankWeights> summed(RankWeights weights);

}  // namespace tileglot::relayout::reshard
