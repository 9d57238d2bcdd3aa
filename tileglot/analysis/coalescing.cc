// SPDX-License-Identifier: Apache-2.0
#include "tileglot/analysis/coalescing.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/analysis/lane_access.h"
#include "tileglot/core/checked.h"

namespace tileglot::analysis {
namespace {

/// How many blocks of `block` bits the vectors touch. Precondition: begins ascend.
std::int64_t blocks_touched(std::span<const std::int64_t> begins, std::int64_t vector,
                            std::int64_t bits, std::int64_t block) {
  std::int64_t count = 0;
  std::int64_t next = 0;  // the first block that is not counted yet
  for (const std::int64_t begin : begins) {
    const std::int64_t first = std::max(begin * bits / block, next);
    const std::int64_t end = ((begin + vector) * bits - 1) / block + 1;
    count += std::max<std::int64_t>(end - first, 0);
    next = std::max(next, end);
  }
  return count;
}

Traffic traffic_of(std::span<const std::int64_t> lanes, std::int64_t vector, std::int64_t bits) {
  std::vector<std::int64_t> begins(lanes.begin(), lanes.end());
  std::ranges::sort(begins);
  Traffic traffic{.instructions = 1};
  traffic.wanted_bytes = core::ceil_div(blocks_touched(begins, vector, bits, bits) * bits, 8);
  traffic.sectors = blocks_touched(begins, vector, bits, 8 * kSectorBytes);
  traffic.fewest_sectors = core::ceil_div(traffic.wanted_bytes, kSectorBytes);
  traffic.lines = blocks_touched(begins, vector, bits, 8 * kLineBytes);
  return traffic;
}

void add(Traffic& sum, const Traffic& more) {
  sum.instructions += more.instructions;
  sum.wanted_bytes += more.wanted_bytes;
  sum.sectors += more.sectors;
  sum.fewest_sectors += more.fewest_sectors;
  sum.lines += more.lines;
}

}  // namespace

double Traffic::efficiency() const {
  if (sectors == 0) return 1;
  return static_cast<double>(wanted_bytes) / static_cast<double>(sectors * kSectorBytes);
}

Coalescing coalescing(const LaneAccess& access, std::int64_t bits) {
  Coalescing result;
  for (std::int64_t warp = 0; warp < access.warps; ++warp) {
    Traffic traffic;
    for (std::int64_t i = 0; i < access.instructions(); ++i) {
      add(traffic, traffic_of(access.begins_of(warp, i), access.vector, bits));
    }
    add(result.all, traffic);
    if (warp > 0 && traffic.efficiency() >= result.worst.efficiency()) continue;
    result.worst = traffic;
    result.worst_warp = warp;
  }
  return result;
}

}  // namespace tileglot::analysis
