// SPDX-License-Identifier: Apache-2.0
// limits.h: how much a query about a map may cost before it is rejected.
//
// What     points_allowed(t): how many coordinates a search over a map of t terms may visit.
// Why      Equality, ranges and inverses are searches in the worst case. An error with its numbers
//          is better than an answer that never comes.
// Example  points_allowed(20) = 2^24, points_allowed(1023) = 2^20: no search evaluates more than
//          2^30 terms.
//          [tests: limits_test.cc, "a search makes at most two to the 30 term evaluations"]
// Errors   map.too_large_to_decide with the dimensions, the points along each and the limit.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"

namespace tileglot::map {

inline constexpr std::int64_t kPointLimit = std::int64_t{1} << 24;
inline constexpr std::int64_t kWorkLimit = std::int64_t{1} << 30;

/// What one query about an image may cost. A required answer gets the default; an optional fact is
/// left out where it would take longer than kQuickEffort.
struct Effort {
  std::int64_t difference_steps = std::int64_t{1} << 20;  ///< of one search for digits that cancel
  std::int64_t probe_boxes = std::int64_t{1} << 10;       ///< of one search for a second preimage
  std::int64_t marked_points = std::int64_t{1} << 28;     ///< coordinates visited, with a bitmap
  std::int64_t listed_points = std::int64_t{1} << 24;     ///< coordinates visited, with a list
  std::int64_t bitmap_bits = std::int64_t{1} << 30;
  std::int64_t walk_terms = 4 * kWorkLimit;  ///< steps of a walk times terms of the map
};

inline constexpr Effort kQuickEffort{.difference_steps = std::int64_t{1} << 15,
                                     .probe_boxes = std::int64_t{1} << 6,
                                     .marked_points = std::int64_t{1} << 21,
                                     .listed_points = std::int64_t{1} << 19,
                                     .bitmap_bits = std::int64_t{1} << 26,
                                     .walk_terms = std::int64_t{1} << 26};

constexpr std::int64_t points_allowed(std::size_t terms) {
  return std::min(kPointLimit, kWorkLimit / static_cast<std::int64_t>(terms + 1));
}

/// The cost of one evaluation: floor terms, bits and parities.
inline std::size_t count_terms(const Value& v) {
  return v.floors.size() + v.xors.bits.size() + v.xors.rows.size();
}

/// The same, including all inner values.
inline std::size_t count_terms(std::span<const Value> inner, const Value& out) {
  std::size_t terms = count_terms(out);
  for (const Value& v : inner) terms += count_terms(v);
  return terms;
}

inline std::size_t count_terms(const IndexMap& f) { return count_terms(f.inner(), f.out()); }

/// `question` ("equality", "the exact range") would need points[i] values of dimension dims[i].
core::Error too_large_to_decide(std::string_view question, std::span<const Dim> domain,
                                std::span<const std::size_t> dims,
                                std::span<const std::int64_t> points, std::int64_t limit);

}  // namespace tileglot::map
