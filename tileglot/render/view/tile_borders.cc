// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/view/tile_borders.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/view/fold.h"
#include "tileglot/render/view/sampling.h"

namespace tileglot::render {
namespace {

using Divisors = std::vector<std::vector<std::int64_t>>;

void add_divisors(const map::Value& value, Divisors& divisors) {
  for (const map::FloorTerm& term : value.floors) {
    if (term.src < divisors.size() && term.div > 1) divisors[term.src].push_back(term.div);
  }
}

std::size_t levels_in(const Boundaries& boundaries) {
  std::size_t levels = 0;
  for (const std::vector<Boundary>& of_dim : boundaries) {
    for (const Boundary& boundary : of_dim) levels = std::max(levels, boundary.level + 1);
  }
  return levels;
}

/// A tile of a dimension, or each of its values if it is folded.
struct Cut {
  std::size_t dim = 0;
  Boundary boundary;
  bool is_tile = true;
};

/// The cuts of an axis, the finest first.
std::vector<Cut> cuts_of(const Flattened& axis, const Boundaries& boundaries) {
  const std::size_t levels = levels_in(boundaries);
  std::vector<Cut> cuts;
  std::size_t first = 0;  // the level of the dimension's innermost tiles
  for (std::size_t i = axis.dims().size(); i-- > 0;) {
    const std::size_t dim = axis.dims()[i];
    if (i + 1 < axis.dims().size()) {
      cuts.push_back({dim, {.every = 1, .level = first + levels}, false});
      first += levels + 1;
    }
    for (const Boundary& boundary : boundaries[dim]) {
      cuts.push_back({dim, boundary});
      cuts.back().boundary.level += first;
    }
  }
  return cuts;
}

bool are_in_one_tile(std::int64_t x, std::int64_t y, const Boundary& boundary) {
  for (const std::int64_t period : boundary.inside) {
    if (x / period != y / period) return false;
    x %= period;
    y %= period;
  }
  return x / boundary.every == y / boundary.every;
}

/// For each cell but the first, whether a tile of the cut begins there.
std::vector<bool> begins_of(const Cut& cut, const Flattened& axis, const Samples& samples,
                            map::Coordinate& x) {
  std::vector<bool> begins(samples.at.size(), false);
  std::int64_t before = 0;
  for (std::size_t i = 0; i < samples.at.size(); ++i) {
    axis.write(samples.at[i], x);
    begins[i] = i > 0 && !are_in_one_tile(before, x[cut.dim], cut.boundary);
    before = x[cut.dim];
  }
  return begins;
}

/// True if some cells begin a tile, but not all of them, unless each is a tile itself.
bool is_telling(const std::vector<bool>& begins, const Cut& cut, const Samples& samples) {
  const auto count = std::count(begins.begin(), begins.end(), true);
  const bool are_elements = cut.is_tile && samples.step == 1 && samples.covers == 1;
  return count > 0 && (are_elements || static_cast<std::size_t>(count) + 1 < begins.size() ||
                       begins.size() == 2);
}

std::vector<Border> borders_of(std::span<const Line> lines, std::span<const std::size_t> levels) {
  std::vector<Border> borders;
  borders.reserve(lines.size());
  for (const Line& line : lines) {
    const auto level = std::ranges::lower_bound(levels, line.level) - levels.begin();
    borders.push_back(
        {line.before, static_cast<std::uint8_t>(std::min<std::ptrdiff_t>(level, 255))});
  }
  return borders;
}

std::int64_t outermost_tile(const std::vector<Boundary>& boundaries, std::size_t outermost,
                            std::int64_t extent) {
  for (const Boundary& boundary : boundaries) {
    if (boundary.level == outermost) return boundary.every;
  }
  return std::max<std::int64_t>(extent, 1);
}

}  // namespace

Boundaries with_levels(const std::vector<std::vector<std::int64_t>>& divisors) {
  std::size_t levels = 0;
  for (const auto& of_dim : divisors) levels = std::max(levels, of_dim.size());
  Boundaries boundaries;
  boundaries.reserve(divisors.size());
  for (const auto& of_dim : divisors) {
    std::vector<Boundary>& leveled = boundaries.emplace_back();
    leveled.reserve(of_dim.size());
    for (const std::int64_t divisor : of_dim) {
      leveled.push_back({.every = divisor, .level = levels - of_dim.size() + leveled.size()});
    }
  }
  return boundaries;
}

Boundaries boundaries_of(const map::IndexMap& map) {
  Divisors all(map.rank());
  add_divisors(map.out(), all);
  for (const map::Value& value : map.inner()) add_divisors(value, all);
  for (std::vector<std::int64_t>& divisors : all) {
    std::ranges::sort(divisors);
    divisors.erase(std::unique(divisors.begin(), divisors.end()), divisors.end());
  }
  return with_levels(all);
}

std::vector<Line> lines_of(const Flattened& axis, const Samples& samples,
                           const Boundaries& boundaries) {
  map::Coordinate x(boundaries.size(), 0);
  std::vector<std::optional<std::size_t>> levels(samples.at.size());
  for (const Cut& cut : cuts_of(axis, boundaries)) {
    const std::vector<bool> begins = begins_of(cut, axis, samples, x);
    if (!is_telling(begins, cut, samples)) continue;
    for (std::size_t i = 0; i < begins.size(); ++i) {
      if (begins[i]) levels[i] = std::max(levels[i].value_or(0), cut.boundary.level);
    }
  }
  std::vector<Line> lines;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    if (levels[i]) lines.push_back({i, *levels[i]});
  }
  return lines;
}

void set_borders(Axis& rows, std::span<const Line> row_lines, Axis& columns,
                 std::span<const Line> column_lines) {
  std::vector<std::size_t> levels;
  for (const std::span<const Line> lines : {row_lines, column_lines}) {
    for (const Line& line : lines) levels.push_back(line.level);
  }
  std::ranges::sort(levels);
  levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
  rows.borders = borders_of(row_lines, levels);
  columns.borders = borders_of(column_lines, levels);
}

std::vector<std::int64_t> tiles_along(std::span<const Line> lines, std::size_t cells,
                                      const Boundaries& boundaries) {
  const std::size_t levels = levels_in(boundaries);
  std::size_t highest = levels == 0 ? 0 : levels - 1;
  for (const Line& line : lines) highest = std::max(highest, line.level);
  std::vector<std::int64_t> tiles(cells, 0);
  for (const Line& line : lines) {
    if (line.level == highest) tiles[line.before] = 1;
  }
  for (std::size_t i = 1; i < cells; ++i) tiles[i] += tiles[i - 1];
  return tiles;
}

void number_tiles(std::vector<Panel>& panels, std::span<const map::Dim> domain,
                  const Boundaries& boundaries) {
  const std::size_t levels = levels_in(boundaries);
  std::vector<std::int64_t> tiles;
  tiles.reserve(domain.size());
  for (std::size_t k = 0; k < domain.size(); ++k) {
    tiles.push_back(outermost_tile(boundaries[k], levels == 0 ? 0 : levels - 1, domain[k].extent));
  }
  const auto number_of = [&](const map::Coordinate& x) {
    std::int64_t number = 0;
    for (std::size_t k = 0; k < x.size(); ++k) {
      number = number * core::ceil_div(domain[k].extent, tiles[k]) + x[k] / tiles[k];
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
