// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/reshard/renaming.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/box.h"
#include "tileglot/placement/places.h"
#include "tileglot/relayout/reshard/array.h"
#include "tileglot/relayout/reshard/rank_weights.h"
#include "tileglot/relayout/reshard/resharding.h"

namespace tileglot::relayout::reshard {
namespace {

core::Error too_many_pairs() {
  return {{.code = "reshard.too_many_pairs",
           .message = fmt::format("more than {} pairs of ranks share elements", kMaxWeightedPairs),
           .help = "rename fewer ranks, or let each take its own part: leave out --rename"}};
}

/// An upper bound on the pairs that share elements of one array.
std::int64_t most_pairs(const Array& array, std::int64_t ranks) {
  std::int64_t most = 0;
  for (std::int64_t rank = 0; rank < ranks && most <= kMaxWeightedPairs; ++rank) {
    for (const std::int64_t tile : array.target.held_by(rank)) {
      const std::int64_t tiles = array.source.most_meeting(array.target.box(tile));
      most = core::saturating_add(most, core::saturating_mul(tiles, most_copies(array.source)));
    }
  }
  return most;
}

void add_overlaps(const Array& array, std::int64_t rank, std::vector<PairWeight>& pairs) {
  for (const std::int64_t wanted : array.target.held_by(rank)) {
    array.source.for_each_meeting(array.target.box(wanted), [&](std::int64_t tile,
                                                                const map::Box& both) {
      const std::int64_t copies = array.source.copies(tile);
      for (std::int64_t copy = 0; copy < copies; ++copy)
        pairs.push_back({array.source.holder(tile, copy), rank, both.size() * array.element_bits});
    });
  }
}

}  // namespace

core::Result<RankWeights> overlaps(const Resharding& resharding) {
  RankWeights weights{.ranks = resharding.ranks()};
  if (weights.ranks > kMaxAssignedRanks) {
    return core::fail({.code = "reshard.ranks",
                       .message = fmt::format("{} ranks are to be renamed; at most {} can be",
                                              weights.ranks, kMaxAssignedRanks),
                       .help = "let each rank take its own part: leave out --rename"});
  }
  for (const Array& array : resharding.arrays()) {
    const std::int64_t most = most_pairs(array, weights.ranks);
    if (most > kMaxWeightedPairs - static_cast<std::int64_t>(weights.pairs.size()))
      return core::fail(too_many_pairs());
    for (std::int64_t rank = 0; rank < weights.ranks; ++rank)
      add_overlaps(array, rank, weights.pairs);
    TILEGLOT_TRY(sum, summed(std::move(weights)));
    weights = std::move(sum);
  }
  return weights;
}

core::Result<Resharding> renamed(const Resharding& resharding,
                                 std::span<const std::int64_t> of_target) {
  TILEGLOT_TRY(names, placement::Places::listed({of_target.begin(), of_target.end()}));
  Resharding result(resharding.options());
  for (Array array : resharding.arrays()) {
    TILEGLOT_TRY(target, array.target.renamed(names));
    array.target = std::move(target);
    TILEGLOT_TRY_STATUS(result.add(std::move(array)));
  }
  return result;
}

}  // namespace tileglot::relayout::reshard
