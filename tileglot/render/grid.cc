// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/map/index_map.h"

namespace tileglot::render {
namespace {

/// The largest divisor of a dimension: where its outermost tiles begin.
std::int64_t border_of(const map::IndexMap& map, std::size_t k) {
  std::int64_t border = 0;
  for (const map::FloorTerm& term : map.out().floors) {
    if (term.src == k && term.div > 1) border = std::max(border, term.div);
  }
  return border;
}

std::string name_of(const map::Dim& dim, std::size_t k) {
  return dim.name.empty() ? fmt::format("x{}", k) : dim.name;
}

/// Draws one grid after another; the dimensions before the last two count up row-major.
class Cutter {
 public:
  Cutter(const map::IndexMap& map, const map::IndexMap& padded, const Window& window)
      : map_(map), padded_(padded), window_(window), x_(padded.rank(), 0) {
    outer_ = padded.rank() > 2 ? padded.rank() - 2 : 0;
    rows_ = clip(window.rows, padded.rank() < 2 ? 1 : padded.extent(padded.rank() - 2));
    columns_ = clip(window.columns, padded.rank() < 1 ? 1 : padded.extent(padded.rank() - 1));
  }

  Picture run() {
    Picture picture;
    do {
      if (picture.grids.size() == window_.grids) {
        picture.is_whole = false;
        break;
      }
      picture.grids.push_back(draw());
    } while (advance());
    picture.is_whole = picture.is_whole && is_whole_;
    return picture;
  }

 private:
  Side clip(Side side, std::int64_t extent) {
    const Side clipped{std::clamp<std::int64_t>(side.first, 0, extent),
                       std::clamp<std::int64_t>(side.last, 0, extent)};
    is_whole_ = is_whole_ && clipped.count() == extent;
    return clipped;
  }

  Grid draw() {
    Grid grid{.title = title(), .rows = rows_, .columns = columns_};
    if (x_.size() > 1) grid.row_border = border_of(padded_, x_.size() - 2);
    if (!x_.empty()) grid.column_border = border_of(padded_, x_.size() - 1);
    for (std::int64_t row = rows_.first; row < rows_.last; ++row) {
      for (std::int64_t column = columns_.first; column < columns_.last; ++column) {
        grid.cells.push_back(cell(row, column));
      }
    }
    return grid;
  }

  Cell cell(std::int64_t row, std::int64_t column) {
    if (x_.size() > 1) x_[x_.size() - 2] = row;
    if (!x_.empty()) x_.back() = column;
    bool is_padding = false;
    for (std::size_t k = 0; k < x_.size(); ++k) is_padding = is_padding || x_[k] >= map_.extent(k);
    return {padded_(x_), is_padding};
  }

  std::string title() const {
    std::string text;
    for (std::size_t k = 0; k < outer_; ++k) {
      text += fmt::format("{}{}={}", k == 0 ? "" : ", ", name_of(map_.domain()[k], k), x_[k]);
    }
    return text;
  }

  /// The next value of the outer dimensions; false after the last.
  bool advance() {
    for (std::size_t k = outer_; k-- > 0;) {
      if (++x_[k] < map_.extent(k)) return true;
      x_[k] = 0;
    }
    return false;
  }

  const map::IndexMap& map_;
  const map::IndexMap& padded_;
  const Window& window_;
  map::Coordinate x_;
  std::size_t outer_ = 0;
  Side rows_;
  Side columns_;
  bool is_whole_ = true;
};

}  // namespace

Picture grids_of(const map::IndexMap& map, const map::IndexMap& padded, const Window& window) {
  return Cutter(map, padded, window).run();
}

}  // namespace tileglot::render
