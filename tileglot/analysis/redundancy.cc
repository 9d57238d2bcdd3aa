// SPDX-License-Identifier: Apache-2.0
#include "tileglot/analysis/redundancy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/walk.h"

namespace tileglot::analysis {
namespace {

/// The lengths of the runs of equal numbers in a sorted list: how many, the shortest, the longest.
struct Runs {
  std::int64_t count = 0;
  std::int64_t shortest = 0;
  std::int64_t longest = 0;
};

Runs runs_of(std::span<const std::int64_t> sorted) {
  Runs runs;
  for (std::size_t begin = 0; begin < sorted.size();) {
    const auto rest = sorted.subspan(begin);
    const auto end = std::upper_bound(rest.begin(), rest.end(), rest.front());
    const auto length = static_cast<std::int64_t>(end - rest.begin());
    runs.shortest = runs.count == 0 ? length : std::min(runs.shortest, length);
    runs.longest = std::max(runs.longest, length);
    ++runs.count;
    begin += static_cast<std::size_t>(length);
  }
  return runs;
}

/// All values, row-major.
std::vector<std::int64_t> values_of(const map::IndexMap& f) {
  std::vector<std::int64_t> values;
  if (f.size() == 0) return values;
  values.reserve(static_cast<std::size_t>(f.size()));
  map::BoxWalk walk(f);
  do values.push_back(walk.offset());
  while (walk.next());
  return values;
}

/// The most equal values on one line of `count` positions that are `step` apart.
std::int64_t most_along(std::span<const std::int64_t> values, std::size_t count, std::size_t step) {
  std::int64_t most = 0;
  std::vector<std::int64_t> line(count);
  for (std::size_t block = 0; block < values.size(); block += count * step) {
    for (std::size_t first = block; first < block + step; ++first) {
      for (std::size_t i = 0; i < count; ++i) line[i] = values[first + i * step];
      std::ranges::sort(line);
      most = std::max(most, runs_of(line).longest);
    }
  }
  return most;
}

}  // namespace

core::Result<Redundancy> redundancy(const map::IndexMap& f) {
  if (f.size() > kMostPositions) {
    return core::fail(
        {.code = "map.too_large_to_decide",
         .message = fmt::format("who holds which element is asked of {} positions; the "
                                "limit is {}",
                                f.size(), kMostPositions),
         .help = "ask about one tile of it"});
  }
  Redundancy result{.positions = f.size()};
  std::vector<std::int64_t> values = values_of(f);
  std::size_t step = values.size();
  for (std::size_t k = 0; k < f.rank() && !values.empty(); ++k) {
    const auto count = static_cast<std::size_t>(f.extent(k));
    step /= count;
    result.along.push_back(most_along(values, count, step));
  }
  std::ranges::sort(values);
  const Runs runs = runs_of(values);
  result.elements = runs.count;
  result.fewest = runs.shortest;
  result.most = runs.longest;
  return result;
}

}  // namespace tileglot::analysis
