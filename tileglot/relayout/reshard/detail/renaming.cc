// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/reshard/detail/renaming.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/relayout/reshard/assignment.h"
#include "tileglot/relayout/reshard/detail/heaviest_matching.h"
#include "tileglot/relayout/reshard/rank_weights.h"

namespace tileglot::relayout::reshard {
namespace {

/// Numbers of pairs by their source (or target), in the order of `order`: a counting sort.
template <class Pair>
std::vector<std::size_t> sorted_by_rank(std::int64_t Pair::* rank, std::size_t n,
                                        std::span<const Pair> pairs,
                                        const std::vector<std::size_t>& order) {
  std::vector<std::size_t> end(n + 1);
  for (const std::size_t i : order) ++end[static_cast<std::size_t>(pairs[i].*rank) + 1];
  for (std::size_t r = 0; r < n; ++r) end[r + 1] += end[r];
  std::vector<std::size_t> sorted(order.size());
  for (const std::size_t i : order) sorted[end[static_cast<std::size_t>(pairs[i].*rank)]++] = i;
  return sorted;
}

/// Pairs that weigh something, by source and then target.
template <class Pair>
std::vector<std::size_t> order_of_pairs(std::size_t n, std::span<const Pair> pairs) {
  std::vector<std::size_t> order;
  order.reserve(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (pairs[i].weight > 0) order.push_back(i);
  }
  return sorted_by_rank(&Pair::source, n, pairs, sorted_by_rank(&Pair::target, n, pairs, order));
}

/// The weights w' of renaming.h; pairs s = t have one even if they are not listed.
template <class Number, class Pair>
Edges<Number> edges_of(std::size_t n, std::span<const Pair> pairs) {
  const std::vector<std::size_t> order = order_of_pairs(n, pairs);
  const Number factor = static_cast<Number>(n) + 1;
  Edges<Number> edges;
  edges.first.reserve(n + 1);
  edges.target.reserve(order.size() + n);
  edges.weight.reserve(order.size() + n);
  const auto push = [&](std::size_t target, Number weight) {
    edges.target.push_back(static_cast<std::uint32_t>(target));
    edges.weight.push_back(weight);
  };
  std::size_t next = 0;
  for (std::size_t s = 0; s < n; ++s) {
    edges.first.push_back(edges.target.size());
    bool has_home = false;
    for (; next < order.size(); ++next) {
      const Pair& pair = pairs[order[next]];
      if (static_cast<std::size_t>(pair.source) != s) break;
      const bool home = pair.source == pair.target;
      has_home = has_home || home;
      push(static_cast<std::size_t>(pair.target),
           factor * static_cast<Number>(pair.weight) + (home ? 1 : 0));
    }
    if (!has_home) push(s, 1);
  }
  edges.first.push_back(edges.target.size());
  return edges;
}

/// Unmatched sources take what is left, in order. None of them is at home there: pairs s = t weigh
/// something, and both prices would be 0.
template <class Number>
std::vector<std::int64_t> completed(const Matching<Number>& matching) {
  std::vector<std::int64_t> of_target;
  of_target.reserve(matching.source_of.size());
  std::size_t idle = 0;
  for (const std::optional<std::uint32_t> source : matching.source_of) {
    if (source) {
      of_target.push_back(*source);
      continue;
    }
    while (matching.target_of[idle]) ++idle;
    of_target.push_back(static_cast<std::int64_t>(idle++));
  }
  return of_target;
}

/// The constant c of renaming.h: the least that no source at home excludes.
template <class Number>
Number rounding_constant(const Matching<Number>& matching) {
  const std::size_t n = matching.source_of.size();
  const Number divisor = static_cast<Number>(n) + 1;
  std::vector<bool> excluded(n + 1);
  for (std::size_t s = 0; s < n; ++s) {
    if (matching.target_of[s] != s) continue;
    const auto remainder = static_cast<std::size_t>(matching.source_price[s] % divisor);
    excluded[(n + 1 - remainder) % (n + 1)] = true;
  }
  return static_cast<Number>(std::ranges::find(excluded, false) - excluded.begin());
}

template <class Number, class Pair>
Assignment renaming(std::size_t n, std::span<const Pair> pairs) {
  const Matching<Number> matching = heaviest_matching(edges_of<Number>(n, pairs));
  const Number divisor = static_cast<Number>(n) + 1;
  const Number constant = rounding_constant(matching);
  Assignment assignment{.of_target = completed(matching)};
  assignment.source_price.reserve(n);
  assignment.target_price.reserve(n);
  for (std::size_t r = 0; r < n; ++r) {
    // Neither numerator is negative: (q - c + N - 1) / N rounds q - c up, and c < N.
    assignment.source_price.push_back((matching.source_price[r] + constant) / divisor);
    assignment.target_price.push_back((matching.target_price[r] - constant + divisor - 1) /
                                      divisor);
    assignment.weight += assignment.source_price[r] + assignment.target_price[r];
  }
  return assignment;
}

template <class Pair>
Assignment renaming_of_any_width(std::size_t n, std::span<const Pair> pairs) {
  Int128 heaviest = 0;
  for (const Pair& pair : pairs) heaviest = std::max<Int128>(heaviest, pair.weight);
  const bool narrow = (heaviest + 1) * (static_cast<Int128>(n) + 1) <= kMaxNarrowWeight;
  return narrow ? renaming<std::int64_t>(n, pairs) : renaming<Int128>(n, pairs);
}

}  // namespace

Assignment best_renaming(std::size_t n, std::span<const PairWeight> pairs) {
  return renaming_of_any_width(n, pairs);
}

Assignment best_renaming(std::size_t n, std::span<const NodePairWeight> pairs) {
  return renaming_of_any_width(n, pairs);
}

}  // namespace tileglot::relayout::reshard
