// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/reshard/any_rank_weights.h"

#include <rapidcheck.h>

#include <cstdint>

#include "tileglot/relayout/reshard/rank_weights.h"

namespace tileglot::relayout::reshard {
namespace {

/// From 0 to `bound`, which is often reached.
std::int64_t any_weight(std::int64_t bound) {
  const auto any = rc::gen::inRange<std::int64_t>(0, bound + 1);
  return *rc::gen::weightedOneOf<std::int64_t>(
      {{7, rc::gen::resize(rc::kNominalSize, any)}, {1, rc::gen::just(bound)}});
}

}  // namespace

rc::Gen<RankWeights> any_rank_weights(std::int64_t max_ranks) {
  return rc::gen::exec([=] {
    const auto up_to = [](std::int64_t count) {
      return rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::int64_t>(0, count + 1));
    };
    RankWeights weights{.ranks = *up_to(max_ranks)};
    const std::int64_t bound = *rc::gen::element<std::int64_t>(
        1, 3, std::int64_t{1} << 40, std::int64_t{1} << 57, kMaxPairWeight);
    const std::int64_t pairs_per_source =
        *rc::gen::element<std::int64_t>(1, 2, 4, weights.ranks * 2);
    for (std::int64_t source = 0; source < weights.ranks; ++source) {
      for (std::int64_t target = 0; target < weights.ranks; ++target) {
        if (*up_to(weights.ranks) <= pairs_per_source)
          weights.pairs.push_back({source, target, any_weight(bound)});
      }
    }
    return weights;
  });
}

}  // namespace tileglot::relayout::reshard
