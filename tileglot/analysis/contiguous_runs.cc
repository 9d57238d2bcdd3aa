// SPDX-License-Identifier: Apache-2.0
#include "tileglot/analysis/contiguous_runs.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>

#include "tileglot/map/index_map.h"
#include "tileglot/map/refine.h"

namespace tileglot::analysis {

std::int64_t run_length(const map::IndexMap& f, std::size_t k) { return run_length(f, f, k); }

std::int64_t run_length(const map::IndexMap& f, const map::IndexMap& g, std::size_t k) {
  if (map::slope(f, k) != 1 || map::slope(g, k) != 1) return 1;
  const std::int64_t block = std::gcd(map::boundary_gcd(f, k), map::boundary_gcd(g, k));
  return block == 0 ? f.extent(k) : std::min(block, f.extent(k));
}

}  // namespace tileglot::analysis
