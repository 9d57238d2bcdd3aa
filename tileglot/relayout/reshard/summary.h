// SPDX-License-Identifier: Apache-2.0
// summary.h: what a whole resharding moves, beside the least that it must.
//
// What     summarize(resharding) goes through all ranks: bits and messages that move, the sum of the
//          ranks' bounds, the largest loads, and with nodes what enters them and would enter them
//          without forwarding. Each rank's volume is compared with its bound on the way.
// Why      `moved 288 B, the bound 288 B` is a certificate: it was counted, not assumed.
// Units    Bits of elements.
// Example  f32[8,6], rows of 4 ranks to columns on two ranks each: 2,304 bits in 12 messages.
//          [tests: summary_test.cc, "all ranks together"]
// Errors   reshard.too_many where more than kMostSummedBoxes boxes would be listed; reshard.bound, as
//          Resharding::check.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/relayout/reshard/resharding.h"

namespace tileglot::relayout::reshard {

/// The most boxes that are listed for one answer.
inline constexpr std::int64_t kMostSummedBoxes = std::int64_t{1} << 25;

/// What one rank has, wants and moves.
struct RankSummary {
  std::int64_t had_bits = 0;
  std::int64_t wanted_bits = 0;
  std::int64_t bound_bits = 0;
  Volume volume = {};
};

core::Result<RankSummary> summarize_rank(const Resharding& resharding, std::int64_t rank);

struct NodeSummary {
  std::int64_t entering_bits = 0;
  std::int64_t bound_bits = 0;
  std::int64_t flat_bits = 0;  ///< what would enter if each rank fetched for itself
  std::int64_t messages = 0;   ///< between nodes
};

struct Summary {
  std::int64_t moved_bits = 0;
  std::int64_t bound_bits = 0;
  std::int64_t kept_bits = 0;  ///< what ranks want and have
  std::int64_t messages = 0;
  std::int64_t boxes = 0;
  std::int64_t largest_in_bits = 0;
  std::int64_t largest_out_bits = 0;
  std::int64_t largest_rank = 0;  ///< the first with the most had, wanted and moved
  std::optional<NodeSummary> nodes = {};
};

core::Result<Summary> summarize(const Resharding& resharding,
                                std::int64_t most_boxes = kMostSummedBoxes);

/// Elements that each rank wants, by the rank that they come from: matrix[from][to]. The diagonal
/// is what stays. Forwarded elements count for who had them at first.
/// Precondition: few enough ranks for a square of them.
std::vector<std::vector<std::int64_t>> matrix_of(const Resharding& resharding);

}  // namespace tileglot::relayout::reshard
