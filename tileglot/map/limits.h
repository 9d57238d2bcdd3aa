// SPDX-License-Identifier: Apache-2.0
// limits.h: how much a question about a map may cost before it is refused.
//
// What     points_allowed(t): how many coordinates, or boxes of them, a search over a map of t terms may visit.
// Why      Equality, ranges and inverses are searches in the worst case. A refusal with its numbers beats an endless answer.
// Example  points_allowed(20) = 2^24; points_allowed(1024) = 2^20: no search makes more than 2^30 term evaluations.
//          [tests: equal_test.cc, "knapsack strides under many inner values are refused in time"]
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "tileglot/map/index_map.h"

namespace tileglot::map {

inline constexpr std::int64_t kPointLimit = std::int64_t{1} << 24;
inline constexpr std::int64_t kWorkLimit = std::int64_t{1} << 30;

constexpr std::int64_t points_allowed(std::size_t terms) {
  return std::min(kPointLimit, kWorkLimit / static_cast<std::int64_t>(terms + 1));
}

/// Floor terms, parity bits and parity rows of a value and of all inner values: the cost of one evaluation.
inline std::size_t count_terms(const Value& v) { return v.floors.size() + v.xors.bits.size() + v.xors.rows.size(); }

inline std::size_t count_terms(std::span<const Value> inner, const Value& out) {
  std::size_t terms = count_terms(out);
  for (const Value& v : inner) terms += count_terms(v);
  return terms;
}

inline std::size_t count_terms(const IndexMap& f) { return count_terms(f.inner(), f.out()); }

}  // namespace tileglot::map
