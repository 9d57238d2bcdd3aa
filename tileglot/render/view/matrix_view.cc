// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/view/matrix_view.h"

#include <fmt/format.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tileglot/map/index_map.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/view/fold.h"

namespace tileglot::render {
namespace {

int bits_of(std::int64_t extent) {
  return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(extent))) - 1;
}

/// Separates a name that ends in a digit from the number of a bit: dim0_1.
std::string prefix_of(const map::Dim& dim, std::size_t number) {
  if (dim.name.empty()) return fmt::format("dim{}_", number);
  const char last = dim.name.back();
  return last >= '0' && last <= '9' ? dim.name + "_" : dim.name;
}

/// A header for each bit of each dimension, and a line before each dimension but the first.
Axis bits_axis(std::string name, std::span<const map::Dim> dims) {
  Axis axis{.name = std::move(name)};
  for (std::size_t k = 0; k < dims.size(); ++k) {
    const int bits = bits_of(dims[k].extent);
    if (bits > 0 && !axis.headers.empty()) axis.borders.push_back({axis.count(), 0});
    const std::string dim = prefix_of(dims[k], k);
    for (int bit = 0; bit < bits; ++bit) axis.headers.push_back(fmt::format("{}{}", dim, bit));
  }
  return axis;
}

/// The image of each single input bit.
std::vector<std::int64_t> columns_of(const map::IndexMap& map) {
  std::vector<std::int64_t> columns;
  map::Coordinate x(map.rank(), 0);
  for (std::size_t k = 0; k < map.rank(); ++k) {
    for (int bit = 0; bit < bits_of(map.extent(k)); ++bit) {
      x[k] = std::int64_t{1} << bit;
      columns.push_back(map(x));
    }
    x[k] = 0;
  }
  return columns;
}

/// The positions of each output's bits in the row-major number: those of the last are the lowest.
std::vector<int> places_of(std::span<const map::Dim> codomain) {
  std::vector<int> places;
  int above = 0;
  for (const map::Dim& dim : codomain) above += bits_of(dim.extent);
  for (const map::Dim& dim : codomain) {
    above -= bits_of(dim.extent);
    for (int bit = 0; bit < bits_of(dim.extent); ++bit) places.push_back(above + bit);
  }
  return places;
}

Cell cell_of(bool is_one, const std::string& row, const std::string& column) {
  return {.shade = is_one ? Shade{Shade::Kind::kBucket, 1} : Shade{},
          .label = is_one ? "1" : "0",
          .title = fmt::format("{} {} {}", column, is_one ? "changes" : "leaves", row)};
}

}  // namespace

Panel matrix_view(const map::IndexMap& map) {
  Panel panel{.rows = bits_axis("bit of the output", map.codomain()),
              .columns = bits_axis("bit of the input", map.domain())};
  const std::vector<std::int64_t> columns = columns_of(map);
  const std::vector<int> places = places_of(map.codomain());
  panel.cells.reserve(places.size() * columns.size());
  for (std::size_t row = 0; row < places.size(); ++row) {
    for (std::size_t column = 0; column < columns.size(); ++column) {
      const bool is_one = ((columns[column] >> places[row]) & 1) != 0;
      panel.cells.push_back(
          cell_of(is_one, panel.rows.headers[row], panel.columns.headers[column]));
    }
  }
  return panel;
}

}  // namespace tileglot::render
