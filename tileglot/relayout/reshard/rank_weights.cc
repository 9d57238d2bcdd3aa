// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/reshard/rank_weights.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"

namespace tileglot::relayout::reshard {
namespace {

using core::fail;
using core::Result;
using core::Status;

tl::unexpected<core::Error> bad_pair(const PairWeight& pair, std::string_view what) {
  return fail({.code = "reshard.pair",
               .message = fmt::format("the weight of source rank {} and target rank {} {}",
                                      pair.source, pair.target, what),
               .help = "list each pair of ranks once, with a weight from 0 to 2^62; summed adds up "
                       "pairs that are listed repeatedly"});
}

Status check_counts(const RankWeights& weights) {
  if (weights.ranks < 0 || weights.ranks > kMaxAssignedRanks) {
    return fail({.code = "reshard.ranks",
                 .message = fmt::format("{} ranks cannot be renamed; the limit is {}",
                                        weights.ranks, kMaxAssignedRanks),
                 .help = "rename groups of ranks, such as nodes"});
  }
  if (std::cmp_greater(weights.pairs.size(), kMaxWeightedPairs)) {
    return fail({.code = "reshard.too_many_pairs",
                 .message = fmt::format("{} pairs of ranks have a weight; the limit is {}",
                                        weights.pairs.size(), kMaxWeightedPairs),
                 .help = "pairs that weigh 0 need not be listed"});
  }
  return {};
}

Status check_pair(const PairWeight& pair, std::int64_t ranks) {
  const auto exists = [&](std::int64_t rank) { return rank >= 0 && rank < ranks; };
  if (!exists(pair.source) || !exists(pair.target))
    return bad_pair(pair, fmt::format("names a rank that is not one of 0..{}", ranks - 1));
  if (pair.weight < 0 || pair.weight > kMaxPairWeight)
    return bad_pair(pair, fmt::format("is {}, outside 0..2^62", pair.weight));
  return {};
}

/// Targets are marked with the source that lists them, one source after the other.
Status check_no_pair_repeats(const RankWeights& weights) {
  const auto n = static_cast<std::size_t>(weights.ranks);
  std::vector<std::size_t> end(n + 1);
  for (const PairWeight& pair : weights.pairs) ++end[static_cast<std::size_t>(pair.source) + 1];
  for (std::size_t s = 0; s < n; ++s) end[s + 1] += end[s];
  std::vector<std::size_t> by_source(weights.pairs.size());
  for (std::size_t i = 0; i < weights.pairs.size(); ++i)
    by_source[end[static_cast<std::size_t>(weights.pairs[i].source)]++] = i;
  std::vector<std::int64_t> lister(n, weights.ranks);
  for (const std::size_t i : by_source) {
    const PairWeight& pair = weights.pairs[i];
    const std::int64_t before =
        std::exchange(lister[static_cast<std::size_t>(pair.target)], pair.source);
    if (before == pair.source) return bad_pair(pair, "is listed twice");
  }
  return {};
}

Status check_pairs(const RankWeights& weights) {
  for (const PairWeight& pair : weights.pairs) TILEGLOT_TRY_STATUS(check_pair(pair, weights.ranks));
  return {};
}

}  // namespace

Status check(const RankWeights& weights) {
  TILEGLOT_TRY_STATUS(check_counts(weights));
  TILEGLOT_TRY_STATUS(check_pairs(weights));
  return check_no_pair_repeats(weights);
}

Result<RankWeights> summed(RankWeights weights) {
  TILEGLOT_TRY_STATUS(check_counts(weights));
  TILEGLOT_TRY_STATUS(check_pairs(weights));
  const auto ranks_of = [](const PairWeight& pair) { return std::pair(pair.source, pair.target); };
  std::ranges::sort(weights.pairs, {}, ranks_of);
  std::size_t count = 0;
  for (const PairWeight& pair : weights.pairs) {
    if (count > 0 && ranks_of(weights.pairs[count - 1]) == ranks_of(pair)) {
      PairWeight& sum = weights.pairs[count - 1];
      sum.weight = core::saturating_add(sum.weight, pair.weight);
      TILEGLOT_TRY_STATUS(check_pair(sum, weights.ranks));
    } else {
      weights.pairs[count++] = pair;
    }
  }
  weights.pairs.resize(count);
  return weights;
}

}  // namespace tileglot::relayout::reshard
