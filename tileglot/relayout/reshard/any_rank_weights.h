// SPDX-License-Identifier: Apache-2.0
// any_rank_weights.h: random weights of pairs of ranks, for laws.
#pragma once

#include <rapidcheck.h>

#include <cstdint>

#include "tileglot/relayout/reshard/rank_weights.h"

namespace tileglot::relayout::reshard {

/// Up to max_ranks ranks; few pairs or all; weights that tie often, of 40 bits, at the upper end of
/// what is searched in 64 bits, or up to 2^62.
rc::Gen<RankWeights> any_rank_weights(std::int64_t max_ranks);

}  // namespace tileglot::relayout::reshard
