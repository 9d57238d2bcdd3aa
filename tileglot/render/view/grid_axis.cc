// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/view/grid_axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/map/index_map.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/view/fold.h"
#include "tileglot/render/view/sampling.h"
#include "tileglot/render/view/tile_borders.h"

namespace tileglot::render {
namespace {

/// The largest boundary of an axis' last dimension, 1 without one.
std::int64_t tile_of(const Flattened& axis, const Boundaries& boundaries) {
  if (axis.dims().empty()) return 1;
  const std::vector<Boundary>& last = boundaries[axis.dims().back()];
  return last.empty() ? 1 : last.back().every;
}

Side clipped(const Side& side, std::int64_t extent) {
  const std::int64_t first = std::clamp<std::int64_t>(side.first, 0, extent);
  return {first, std::clamp<std::int64_t>(side.last, first, extent)};
}

/// row (dim 0), column (b, h), ..; nothing for an axis without a dimension.
std::string axis_name(std::string_view direction, const Flattened& axis,
                      std::span<const map::Dim> domain, std::int64_t covers) {
  std::string names;
  for (const std::size_t k : axis.dims()) {
    names += (names.empty() ? "" : ", ") + name_of(domain[k], k);
  }
  if (names.empty()) return "";
  const std::string cells = covers == 1 ? "" : fmt::format(", {} to a cell", covers);
  return fmt::format("{} ({}{})", direction, names, cells);
}

/// The numbers of the axis' dimensions, joined by commas.
std::string header_of(const Flattened& axis, std::int64_t element, map::Coordinate& x) {
  axis.write(element, x);
  std::string header;
  for (const std::size_t k : axis.dims()) {
    header += (header.empty() ? "" : ",") + std::to_string(x[k]);
  }
  return header;
}

}  // namespace

void GridAxis::choose(const Side& side, std::int64_t step, std::int64_t covers) {
  side_ = clipped(side, extent());
  step_ = step;
  covers_ = covers;
}

void GridAxis::shorten() { step_ = covers_ = block_of(side_.count(), tile_of(flat_, boundaries_)); }

Axis GridAxis::drawn(std::string_view direction) const {
  Axis axis{.name = axis_name(direction, flat_, domain_, covers_)};
  axis.headers.reserve(samples_.at.size());
  map::Coordinate x(domain_.size(), 0);
  for (const std::int64_t element : samples_.at)
    axis.headers.push_back(header_of(flat_, element, x));
  return axis;
}

}  // namespace tileglot::render
