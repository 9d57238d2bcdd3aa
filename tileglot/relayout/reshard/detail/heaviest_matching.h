// SPDX-License-Identifier: Apache-2.0
// heaviest_matching.h: a heaviest matching of a sparse bipartite graph, with prices.
//
// What     Chooses edges, no two at one source or one target, whose weights have the largest sum.
//          source_price[s] + target_price[t] >= weight for every edge, with equality for the chosen
//          ones. No price is negative, and those of unmatched sources and targets are 0, so prices
//          and weights have the same sum, and no matching is heavier.
// Why      In a complete graph whose other edges weigh 0, unmatched vertices can be paired in any
//          way: prices that are 0 prove those pairs too. So edges of weight 0 are never stored.
// Units    No price exceeds the largest weight, and no intermediate sum three times that. Number
//          must hold it: std::int64_t up to kMaxNarrowWeight, else Int128.
// Errors   None. Precondition: weights are positive and no edge is listed twice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/relayout/reshard/assignment.h"

namespace tileglot::relayout::reshard {

inline constexpr std::int64_t kMaxNarrowWeight = std::int64_t{1} << 61;

/// The edges of source s are those from first[s] up to first[s + 1].
template <class Number>
struct Edges {
  std::vector<std::size_t> first;
  std::vector<std::uint32_t> target;
  std::vector<Number> weight;
};

template <class Number>
struct Matching {
  std::vector<std::optional<std::uint32_t>> source_of;  ///< by target
  std::vector<std::optional<std::uint32_t>> target_of;  ///< by source
  std::vector<Number> source_price;
  std::vector<Number> target_price;
};

/// There are as many targets as sources.
template <class Number>
Matching<Number> heaviest_matching(const Edges<Number>& edges);

extern template Matching<std::int64_t> heaviest_matching(const Edges<std::int64_t>& edges);
extern template Matching<Int128> heaviest_matching(const Edges<Int128>& edges);

}  // namespace tileglot::relayout::reshard
