// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/grid_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/print.h"
#include "tileglot/render/alias_finder.h"
#include "tileglot/render/fold.h"
#include "tileglot/render/picture.h"
#include "tileglot/render/sampling.h"
#include "tileglot/render/tile_borders.h"

namespace tileglot::render {
namespace {

/// The largest boundary of an axis' last dimension, 1 without one.
std::int64_t tile_of(const Flattened& axis, const Boundaries& boundaries) {
  if (axis.dims().empty()) return 1;
  const std::vector<std::int64_t>& last = boundaries[axis.dims().back()];
  return last.empty() ? 1 : last.back();
}

Side clipped(const Side& side, std::int64_t extent) {
  return {std::clamp<std::int64_t>(side.first, 0, extent),
          std::clamp<std::int64_t>(side.last, 0, extent)};
}

/// row (dim 0), column (b h), ..; nothing for an axis without a dimension.
std::string axis_name(std::string_view direction, const Flattened& axis,
                      std::span<const map::Dim> dims, std::int64_t covers) {
  std::string names;
  for (const std::size_t k : axis.dims()) {
    names += (names.empty() ? "" : ", ") + name_of(dims[k], k);
  }
  if (names.empty()) return "";
  const std::string cells = covers == 1 ? "" : fmt::format(", {} to a cell", covers);
  return fmt::format("{} ({}{})", direction, names, cells);
}

/// The numbers of the axis' dimensions, joined by commas.
std::string header_of(const Flattened& axis, std::int64_t index, map::Coordinate& x) {
  axis.write(index, x);
  std::string header;
  for (const std::size_t k : axis.dims()) {
    header += (header.empty() ? "" : ",") + std::to_string(x[k]);
  }
  return header;
}

class Drawer {
 public:
  Drawer(const Subject& subject, const GridOptions& options)
      : subject_(subject),
        options_(options),
        fold_(options.fold ? *options.fold : default_fold(subject.map.rank())),
        slices_(fold_.slices, subject.map.domain()),
        rows_(fold_.rows, subject.padded.domain()),
        columns_(fold_.columns, subject.padded.domain()),
        aliases_(subject.map),
        x_(subject.map.rank(), 0) {}

  core::Result<GridView> run() {
    choose_samples();
    view_.all_panels = slices_.extent();
    view_.rows = rows_.extent();
    view_.columns = columns_.extent();
    const std::int64_t panels =
        std::min<std::int64_t>(slices_.extent(), std::int64_t(options_.most_panels));
    for (std::int64_t slice = 0; slice < panels; ++slice) {
      slices_.write(slice, x_);
      TILEGLOT_TRY(panel, draw());
      panel.panel_column = static_cast<std::size_t>(slice);
      view_.panels.push_back(std::move(panel));
    }
    return std::move(view_);
  }

 private:
  void choose_samples() {
    const Window whole{{0, rows_.extent()}, {0, columns_.extent()}};
    Window window = options_.crop.value_or(whole);
    window = {clipped(window.rows, rows_.extent()), clipped(window.columns, columns_.extent())};
    row_samples_ = sampled(window.rows, options_.every, 1);
    column_samples_ = sampled(window.columns, options_.every * options_.group, options_.group);
    if (is_small()) return;
    view_.is_overview = true;
    shorten(window.rows, rows_, row_samples_);
    shorten(window.columns, columns_, column_samples_);
    view_.block_rows = row_samples_.covers;
    view_.block_columns = column_samples_.covers;
  }

  bool is_small() const {
    const auto rows = static_cast<std::int64_t>(row_samples_.at.size());
    const auto columns = static_cast<std::int64_t>(column_samples_.at.size());
    return core::saturating_mul(rows, columns) <= options_.most_cells;
  }

  /// Blocks in place of elements, on a side that is long.
  void shorten(const Side& side, const Flattened& axis, Samples& samples) const {
    constexpr std::size_t kLongSide = 64;
    if (samples.at.size() <= kLongSide) return;
    const std::int64_t block = block_of(side.count(), tile_of(axis, subject_.boundaries));
    samples = sampled(side, block, block);
  }

  core::Result<Panel> draw() {
    Panel panel{.title = title(),
                .rows = axis("row", rows_, row_samples_),
                .columns = axis("column", columns_, column_samples_)};
    panel.cells.reserve(panel.rows.count() * panel.columns.count());
    const auto row_tiles = tiles_along(panel.rows.borders, panel.rows.count());
    const auto column_tiles = tiles_along(panel.columns.borders, panel.columns.count());
    const std::int64_t across = column_tiles.empty() ? 1 : column_tiles.back() + 1;
    for (std::size_t row = 0; row < panel.rows.count(); ++row) {
      for (std::size_t column = 0; column < panel.columns.count(); ++column) {
        rows_.write(row_samples_.at[row], x_);
        columns_.write(column_samples_.at[column], x_);
        if (!view_.is_overview && options_.group > 1) {
          TILEGLOT_TRY_STATUS(check_group(column_samples_.at[column]));
        }
        panel.cells.push_back(cell());
        panel.cells.back().tile = row_tiles[row] * across + column_tiles[column];
      }
    }
    return panel;
  }

  Axis axis(std::string_view direction, const Flattened& flat, const Samples& samples) {
    Axis axis{.name = axis_name(direction, flat, subject_.map.domain(), samples.covers),
              .borders = borders_of(flat, samples, subject_.boundaries)};
    axis.headers.reserve(samples.at.size());
    map::Coordinate x = x_;
    for (const std::int64_t index : samples.at) axis.headers.push_back(header_of(flat, index, x));
    return axis;
  }

  Cell cell() const {
    bool is_padding = false;
    for (std::size_t k = 0; k < x_.size(); ++k)
      is_padding = is_padding || x_[k] >= subject_.map.extent(k);
    const std::int64_t offset = subject_.padded(x_);
    CellKind kind = is_padding ? CellKind::kPadding : CellKind::kData;
    if (!is_padding && aliases_.is_alias(offset)) kind = CellKind::kAlias;
    return {.kind = kind, .coordinate = x_, .offset = offset};
  }

  /// The neighbours that share the cell of x_ lie behind it.
  core::Status check_group(std::int64_t column) {
    const std::int64_t first = subject_.padded(x_);
    const std::int64_t last = std::min(column + options_.group, columns_.extent());
    map::Coordinate x = x_;
    for (std::int64_t next = column + 1; next < last; ++next) {
      columns_.write(next, x);
      const std::int64_t offset = subject_.padded(x);
      if (offset == first + next - column) continue;
      return core::fail(
          {.code = "render.group",
           .message = fmt::format("{} neighbours along a row do not lie together", options_.group),
           .help = "draw smaller groups, or elements",
           .witness = fmt::format("{} is at {} and {} at {}", map::coordinate_text(x_), first,
                                  map::coordinate_text(x), offset)});
    }
    return {};
  }

  std::string title() const {
    std::string text;
    for (const std::size_t k : fold_.slices) {
      const map::Dim& dim = subject_.map.domain()[k];
      text += fmt::format("{}{}={}", text.empty() ? "" : ", ", name_of(dim, k), x_[k]);
    }
    return text.empty() ? text : fmt::format("[{}]", text);
  }

  const Subject& subject_;
  const GridOptions& options_;
  Fold fold_;
  Flattened slices_;
  Flattened rows_;
  Flattened columns_;
  AliasFinder aliases_;
  map::Coordinate x_;
  Samples row_samples_;
  Samples column_samples_;
  GridView view_;
};

}  // namespace

core::Result<GridView> grid_view(const Subject& subject, const GridOptions& options) {
  return Drawer(subject, options).run();
}

}  // namespace tileglot::render
