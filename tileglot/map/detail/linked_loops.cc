// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/detail/linked_loops.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/period.h"
#include "tileglot/map/refine.h"

namespace tileglot::map {
namespace {

/// The key that decides which dimension is fastest: |step| of the target, then of the source, at
/// the next granule.
using StepSize = std::tuple<std::uint64_t, std::uint64_t, std::size_t>;

StepSize size_of_step(const IndexMap& f, const IndexMap& g, const GranuleAxis& axis) {
  Coordinate x(f.rank(), 0);
  const std::int64_t f0 = f(x);
  const std::int64_t g0 = g(x);
  x[axis.dim] = axis.granule < axis.extent ? axis.granule : 0;
  const auto distance = [](std::int64_t a, std::int64_t b) {
    const auto difference = static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b);
    return a < b ? 0 - difference : difference;
  };
  return {distance(g(x), g0), distance(f(x), f0), f.rank() - axis.dim};
}

void largest_steps_first(const IndexMap& f, const IndexMap& g, std::vector<GranuleAxis>& axes) {
  std::sort(axes.begin(), axes.end(), [&](const GranuleAxis& a, const GranuleAxis& b) {
    return size_of_step(f, g, a) > size_of_step(f, g, b);
  });
}

core::Result<IndexMap> coarse_map(const IndexMap& f, std::span<const GranuleAxis> axes) {
  std::vector<Dim> domain;
  for (const GranuleAxis& axis : axes)
    domain.push_back({core::ceil_div(axis.extent, axis.granule)});
  MapBuilder builder(std::move(domain));
  std::vector<Value> arguments(f.rank(), builder.constant(0));
  for (std::size_t j = 0; j < axes.size(); ++j) {
    arguments[axes[j].dim] = builder.scale(builder.dim(j), axes[j].granule);
  }
  const Value origin = builder.constant(f(Coordinate(f.rank(), 0)));
  return builder.finish(builder.subtract(builder.substitute(f, arguments), origin), {});
}

std::int64_t joint_period(const Walk& coarse, std::size_t axis) {
  const std::int64_t extent = coarse.f.extent(axis);
  const std::int64_t of_f = Periods(coarse.f, axis).of(coarse.f.out()).length;
  const std::int64_t of_g = Periods(coarse.g, axis).of(coarse.g.out()).length;
  return std::min(core::checked_lcm(of_f, of_g).value_or(extent), extent);
}

/// Calls visit for every choice of one item from each list.
template <class Item, class Visit>
void for_each_choice(const std::vector<std::vector<Item>>& lists, const Visit& visit) {
  std::vector<std::size_t> at(lists.size(), 0);
  std::vector<const Item*> chosen(lists.size());
  while (true) {
    for (std::size_t j = 0; j < lists.size(); ++j) chosen[j] = &lists[j][at[j]];
    visit(std::span<const Item* const>(chosen));
    std::size_t j = lists.size();
    while (j > 0 && ++at[j - 1] == lists[j - 1].size()) at[--j] = 0;
    if (j == 0) return;
  }
}

}  // namespace

std::vector<GranuleAxis> long_granules(const IndexMap& f, const IndexMap& g,
                                       std::span<const std::size_t> dims) {
  std::vector<GranuleAxis> axes;
  for (const std::size_t k : dims) {
    const std::int64_t boundary = std::gcd(boundary_gcd(f, k), boundary_gcd(g, k));
    const std::int64_t granule = boundary == 0 ? f.extent(k) : std::min(boundary, f.extent(k));
    axes.push_back({k, granule, f.extent(k), {slope(f, k), slope(g, k)}});
  }
  largest_steps_first(f, g, axes);
  return axes;
}

std::vector<GranuleAxis> even_granules(const IndexMap& f, const IndexMap& g,
                                       std::span<const std::size_t> dims) {
  std::vector<GranuleAxis> axes = long_granules(f, g, dims);
  for (GranuleAxis& axis : axes) axis.granule = std::gcd(axis.granule, axis.extent);
  largest_steps_first(f, g, axes);
  return axes;
}

core::Result<Walk> coarse_maps(const IndexMap& f, const IndexMap& g,
                               std::span<const GranuleAxis> axes) {
  TILEGLOT_TRY(coarse_f, coarse_map(f, axes));
  TILEGLOT_TRY(coarse_g, coarse_map(g, axes));
  return Walk{std::move(coarse_f), std::move(coarse_g)};
}

LinkedLoops::LinkedLoops(std::vector<GranuleAxis> axes, const Walk& coarse,
                         std::int64_t max_table_points)
    : axes_(std::move(axes)), f_(coarse.f), g_(coarse.g) {
  for (std::size_t j = 0; j < axes_.size(); ++j) parts_.push_back(parts_of(j, coarse));
  join_small_axes(max_table_points);
}

void LinkedLoops::join_small_axes(std::int64_t max_table_points) {
  std::int64_t points = 1;
  for (const std::vector<Part>& parts : parts_) points *= parts.front().count;
  for (std::size_t j = axes_.size(); j-- > 0;) {
    const GranuleAxis& a = axes_[j];
    std::vector<Part>& parts = parts_[j];
    if (parts.size() == 1 || a.extent % a.granule != 0) continue;
    const std::int64_t granules = a.extent / a.granule;
    const std::int64_t longer = core::saturating_mul(points / parts.front().count, granules);
    if (longer > max_table_points) continue;
    parts = {{0, granules, {}, {}, parts.front().granule}};
    points = longer;
  }
}

// Whole periods; the granules of an incomplete period; the short granule at the end.
std::vector<LinkedLoops::Part> LinkedLoops::parts_of(std::size_t axis, const Walk& coarse) const {
  const GranuleAxis& a = axes_[axis];
  const std::int64_t period = joint_period(coarse, axis);
  const std::int64_t granules = a.extent / a.granule;
  const std::int64_t periods = granules / period;
  Coordinate x(axes_.size(), 0);
  x[axis] = period < coarse.f.extent(axis) ? period : 0;
  const Move step{f_(x), g_(x)};
  const Loop granule{.count = a.granule, .step = a.slope};

  std::vector<Part> parts;
  if (periods > 0) parts.push_back({0, period, {}, {.count = periods, .step = step}, granule});
  const std::int64_t begun = granules - periods * period;
  if (begun > 0) parts.push_back({0, begun, step * periods, {}, granule});
  const std::int64_t rest = a.extent - granules * a.granule;
  if (rest > 0) parts.push_back({begun, 1, step * periods, {}, {.count = rest, .step = a.slope}});
  return parts;
}

std::int64_t LinkedLoops::table_entries() const {
  std::int64_t entries = 1;
  for (const std::vector<Part>& parts : parts_) {
    std::int64_t sum = 0;
    for (const Part& part : parts) sum += part.count;
    entries = core::saturating_mul(entries, sum);
  }
  return entries;
}

std::int64_t LinkedLoops::piece_count() const {
  std::int64_t pieces = 1;
  for (const std::vector<Part>& parts : parts_) {
    pieces = core::saturating_mul(pieces, static_cast<std::int64_t>(parts.size()));
  }
  return pieces;
}

std::vector<Piece> LinkedLoops::pieces() const {
  std::vector<Piece> pieces;
  for_each_choice(parts_,
                  [&](std::span<const Part* const> parts) { pieces.push_back(piece_of(parts)); });
  return pieces;
}

Piece LinkedLoops::piece_of(std::span<const Part* const> parts) const {
  Piece piece;
  for (const Part* part : parts) {
    piece.start = piece.start + part->start;
    if (part->periods.count > 1) piece.loops.push_back(part->periods);
  }
  std::vector<Move> table = table_over(parts);
  piece.start = piece.start + table.front();
  if (const Move first = table.front(); table.size() > 1) {
    for (Move& move : table) move = move - first;
    piece.loops.push_back(
        {.count = static_cast<std::int64_t>(table.size()), .table = std::move(table)});
  }
  for (const Part* part : parts) {
    if (part->granule.count > 1) piece.loops.push_back(part->granule);
  }
  return piece;
}

std::vector<Move> LinkedLoops::table_over(std::span<const Part* const> parts) const {
  std::vector<Move> table;
  Coordinate x;
  for (const Part* part : parts) x.push_back(part->first);
  while (true) {
    table.push_back({f_(x), g_(x)});
    std::size_t j = x.size();
    while (j > 0 && ++x[j - 1] == parts[j - 1]->first + parts[j - 1]->count) {
      --j;
      x[j] = parts[j]->first;
    }
    if (j == 0) return table;
  }
}

}  // namespace tileglot::map
