// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/view/tile_borders.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"

namespace tileglot::render {
namespace {

void add_divisors(const map::Value& value, Boundaries& boundaries) {
  for (const map::FloorTerm& term : value.floors) {
    if (term.src < boundaries.size() && term.div > 1) boundaries[term.src].push_back(term.div);
  }
}

/// A tile begins wherever x_dim / divisor changes.
struct Cut {
  std::size_t dim = 0;
  std::int64_t divisor = 1;
};

/// The cuts of an axis, the finest first.
std::vector<Cut> cuts_of(const Flattened& axis, const Boundaries& boundaries) {
  std::vector<Cut> cuts;
  for (std::size_t i = axis.dims().size(); i-- > 0;) {
    const std::size_t dim = axis.dims()[i];
    if (i + 1 < axis.dims().size()) cuts.push_back({dim, 1});
    for (const std::int64_t divisor : boundaries[dim]) cuts.push_back({dim, divisor});
  }
  return cuts;
}

/// For each cell but the first, whether a tile of the cut begins there.
std::vector<bool> begins_of(const Cut& cut, const Flattened& axis, const Samples& samples,
                            map::Coordinate& x) {
  std::vector<bool> begins(samples.at.size(), false);
  std::int64_t before = 0;
  for (std::size_t i = 0; i < samples.at.size(); ++i) {
    axis.write(samples.at[i], x);
    const std::int64_t tile = x[cut.dim] / cut.divisor;
    begins[i] = i > 0 && tile != before;
    before = tile;
  }
  return begins;
}

/// True if some cells begin a tile, but not all of them.
bool is_telling(const std::vector<bool>& begins) {
  const auto count = std::count(begins.begin(), begins.end(), true);
  return count > 0 && (static_cast<std::size_t>(count) + 1 < begins.size() || begins.size() == 2);
}

/// Removes levels without lines because others are at the same positions.
void renumber(std::vector<int>& levels) {
  std::vector<int> kept = levels;
  std::ranges::sort(kept);
  kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
  if (!kept.empty() && kept.front() < 0) kept.erase(kept.begin());
  for (int& level : levels) {
    if (level >= 0) level = static_cast<int>(std::ranges::lower_bound(kept, level) - kept.begin());
  }
}

}  // namespace

Boundaries boundaries_of(const map::IndexMap& map) {
  Boundaries boundaries(map.rank());
  add_divisors(map.out(), boundaries);
  for (const map::Value& value : map.inner()) add_divisors(value, boundaries);
  for (std::vector<std::int64_t>& divisors : boundaries) {
    std::ranges::sort(divisors);
    divisors.erase(std::unique(divisors.begin(), divisors.end()), divisors.end());
  }
  return boundaries;
}

std::vector<Border> borders_of(const Flattened& axis, const Samples& samples,
                               const Boundaries& boundaries) {
  map::Coordinate x(boundaries.size(), 0);
  std::vector<int> levels(samples.at.size(), -1);
  int level = 0;
  for (const Cut& cut : cuts_of(axis, boundaries)) {
    const std::vector<bool> begins = begins_of(cut, axis, samples, x);
    if (!is_telling(begins)) continue;
    for (std::size_t i = 0; i < begins.size(); ++i) {
      if (begins[i]) levels[i] = level;
    }
    ++level;
  }
  renumber(levels);
  std::vector<Border> borders;
  borders.reserve(levels.size());
  for (std::size_t i = 0; i < levels.size(); ++i) {
    if (levels[i] >= 0) borders.push_back({i, static_cast<std::uint8_t>(std::min(levels[i], 255))});
  }
  return borders;
}

std::vector<std::int64_t> tiles_along(std::span<const Border> borders, std::size_t cells) {
  std::uint8_t highest = 0;
  for (const Border& border : borders) highest = std::max(highest, border.level);
  std::vector<std::int64_t> tiles(cells, 0);
  for (const Border& border : borders) {
    if (border.level == highest) tiles[border.before] = 1;
  }
  for (std::size_t i = 1; i < cells; ++i) tiles[i] += tiles[i - 1];
  return tiles;
}

void number_tiles(std::vector<Panel>& panels, std::span<const map::Dim> domain,
                  const Boundaries& boundaries) {
  const auto number_of = [&](const map::Coordinate& x) {
    std::int64_t number = 0;
    for (std::size_t k = 0; k < x.size(); ++k) {
      const std::int64_t size = boundaries[k].empty() ? std::max<std::int64_t>(domain[k].extent, 1)
                                                      : boundaries[k].back();
      number = number * core::ceil_div(domain[k].extent, size) + x[k] / size;
    }
    return number;
  };
  for (Panel& panel : panels) {
    for (Cell& cell : panel.cells) {
      if (!cell.coordinate.empty()) cell.tile = number_of(cell.coordinate);
    }
  }
}

}  // namespace tileglot::render
