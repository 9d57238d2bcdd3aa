// SPDX-License-Identifier: Apache-2.0
#include "tileglot/analysis/contiguous_runs.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>

#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"

namespace tileglot::analysis {
namespace {

/// The gcd of the boundaries that a value has on dimension k; 0 for none.
std::int64_t boundaries_of(const map::Value& v, std::size_t k) {
  std::int64_t g = 0;
  for (const map::FloorTerm& term : v.floors) {
    if (term.src == k && term.div > 1) g = std::gcd(g, term.div);
  }
  for (const map::BitRef& bit : v.xors.bits) {
    if (bit.src == k) g = std::gcd(g, std::int64_t{1} << bit.bit);
  }
  return g;
}

std::int64_t slope_of(const map::Value& v, std::size_t k) {
  for (const map::FloorTerm& term : v.floors) {
    if (term.src == k && term.div == 1) return term.coef;
  }
  return 0;
}

/// The gcd of all boundaries of f on dimension k: on blocks of it f has one slope. 0: no boundary.
std::int64_t block_of(const map::IndexMap& f, std::size_t k) {
  std::int64_t g = boundaries_of(f.out(), k);
  for (const map::Value& inner : f.inner()) {
    // An inner value that moves with every step may carry at any of them.
    g = slope_of(inner, k) != 0 ? 1 : std::gcd(g, boundaries_of(inner, k));
    if (g == 1) return 1;
  }
  return g;
}

}  // namespace

std::int64_t run_length(const map::IndexMap& f, std::size_t k) { return run_length(f, f, k); }

std::int64_t run_length(const map::IndexMap& f, const map::IndexMap& g, std::size_t k) {
  if (slope_of(f.out(), k) != 1 || slope_of(g.out(), k) != 1) return 1;
  const std::int64_t block = std::gcd(block_of(f, k), block_of(g, k));
  return block == 0 ? f.extent(k) : std::min(block, f.extent(k));
}

}  // namespace tileglot::analysis
