// SPDX-License-Identifier: Apache-2.0
// renaming.h: which rank should take which part, where it does not matter who has what.
//
// What     overlaps(resharding) weighs pairs of ranks: the bits that the source rank has of what the
//          target rank wants. renamed(resharding, of_target) is the resharding in which rank
//          of_target[t] takes what rank t wanted.
// Why      Workers that write files, or a job that starts anew, may take any part: the best renaming
//          (assignment.h) moves the least, and its prices prove that.
// Units    Bits, and ranks.
// Example  Halves of 8 rows at ranks 0,1 that are wanted at 1,0: the renaming swaps the ranks, and
//          nothing moves.
//          [tests: renaming_test.cc, "a swap moves nothing"]
// Errors   reshard.ranks and reshard.too_many_pairs (rank_weights.h); reshard.pair; those of places.h.
#pragma once

#include <cstdint>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/relayout/reshard/rank_weights.h"
#include "tileglot/relayout/reshard/resharding.h"

namespace tileglot::relayout::reshard {

core::Result<RankWeights> overlaps(const Resharding& resharding);

/// Precondition: of_target has each of the ranks once.
core::Result<Resharding> renamed(const Resharding& resharding,
                                 std::span<const std::int64_t> of_target);

}  // namespace tileglot::relayout::reshard
