// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/view/grid_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/print.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/view/alias_finder.h"
#include "tileglot/render/view/fold.h"
#include "tileglot/render/view/grid_axis.h"
#include "tileglot/render/view/tile_borders.h"

namespace tileglot::render {
namespace {

/// Slices that are side by side.
constexpr std::int64_t kPanelsAcross = 4;

std::vector<map::Dim> renamed(std::vector<map::Dim> dims, const std::vector<std::string>& names) {
  for (std::size_t k = 0; k < names.size(); ++k) dims[k].name = names[k];
  return dims;
}

class Drawer {
 public:
  Drawer(const Subject& subject, const GridOptions& options)
      : subject_(subject),
        options_(options),
        fold_(options.fold ? *options.fold : default_fold(subject.map.rank())),
        named_(renamed(subject.padded.domain(), fold_.names)),
        slices_(fold_.slices, subject.map.domain()),
        rows_(fold_.rows, named_, subject.boundaries),
        columns_(fold_.columns, named_, subject.boundaries),
        aliases_(subject.map),
        x_(subject.map.rank(), 0) {}

  core::Result<GridView> run() {
    TILEGLOT_TRY_STATUS(check_size_of_group());
    choose_cells();
    view_.all_panels = slices_.extent();
    view_.rows = rows_.extent();
    view_.columns = columns_.extent();
    for (std::int64_t slice = 0; slice < panels_; ++slice) {
      slices_.write(slice, x_);
      TILEGLOT_TRY(panel, draw());
      panel.panel_row = static_cast<std::size_t>(slice / kPanelsAcross);
      panel.panel_column = static_cast<std::size_t>(slice % kPanelsAcross);
      view_.panels.push_back(std::move(panel));
    }
    return std::move(view_);
  }

 private:
  core::Status check_size_of_group() const {
    constexpr std::int64_t kMostInGroup = 4096;
    if (options_.group <= kMostInGroup) return {};
    return core::fail({.code = "render.group",
                       .message = fmt::format("{} elements to a cell are more than {}",
                                              options_.group, kMostInGroup),
                       .help = "draw smaller groups, or only every n-th with --every"});
  }

  void choose_cells() {
    const Window whole{{0, rows_.extent()}, {0, columns_.extent()}};
    const Window window = options_.crop.value_or(whole);
    rows_.choose(window.rows, options_.every, 1);
    columns_.choose(window.columns, core::saturating_mul(options_.every, options_.group),
                    options_.group);
    share_cells();
    view_.is_overview = core::saturating_mul(rows_.cells(), columns_.cells()) > most_cells_;
    for (GridAxis* axis : {&rows_, &columns_}) {
      if (view_.is_overview && is_long(*axis)) axis->shorten();
      axis->cut();
    }
    view_.block_rows = rows_.covers();
    view_.block_columns = columns_.covers();
  }

  /// A window is drawn as requested, for as many slices as fit; a whole picture has all slices, in
  /// blocks if necessary.
  void share_cells() {
    constexpr std::int64_t kFewest = 64;
    const std::int64_t cells =
        std::max<std::int64_t>(core::saturating_mul(rows_.cells(), columns_.cells()), 1);
    panels_ = std::min<std::int64_t>(slices_.extent(), std::int64_t(options_.most_panels));
    most_cells_ = options_.most_cells;
    if (options_.crop) {
      panels_ = std::clamp<std::int64_t>(options_.most_cells / cells, 1, panels_);
    } else {
      most_cells_ = std::max(options_.most_cells / panels_, kFewest);
    }
  }

  /// True if a square with such sides would have too many cells.
  bool is_long(const GridAxis& axis) const {
    return core::saturating_mul(axis.cells(), axis.cells()) > most_cells_;
  }

  core::Result<Panel> draw() {
    Panel panel{.title = title(), .rows = rows_.drawn("row"), .columns = columns_.drawn("column")};
    panel.cells.reserve(panel.rows.count() * panel.columns.count());
    const std::vector<Line> row_lines = rows_.lines();
    const std::vector<Line> column_lines = columns_.lines();
    set_borders(panel.rows, row_lines, panel.columns, column_lines);
    const auto row_tiles = tiles_along(row_lines, panel.rows.count(), subject_.boundaries);
    const auto column_tiles = tiles_along(column_lines, panel.columns.count(), subject_.boundaries);
    const std::int64_t across = column_tiles.empty() ? 1 : column_tiles.back() + 1;
    for (std::size_t row = 0; row < panel.rows.count(); ++row) {
      for (std::size_t column = 0; column < panel.columns.count(); ++column) {
        rows_.write(rows_.element(row), x_);
        columns_.write(columns_.element(column), x_);
        if (!view_.is_overview) TILEGLOT_TRY_STATUS(check_group(columns_.element(column)));
        panel.cells.push_back(cell());
        panel.cells.back().tile = row_tiles[row] * across + column_tiles[column];
      }
    }
    return panel;
  }

  Cell cell() {
    bool is_padding = false;
    for (std::size_t k = 0; k < x_.size(); ++k)
      is_padding = is_padding || x_[k] >= subject_.map.extent(k);
    const std::int64_t offset = subject_.padded(x_);
    CellKind kind = is_padding ? CellKind::kPadding : CellKind::kData;
    if (!is_padding && aliases_.is_alias(offset)) kind = CellKind::kAlias;
    return {.kind = kind, .coordinate = x_, .offset = offset};
  }

  /// Checks that the neighbours sharing the cell of x_ are contiguous after it.
  core::Status check_group(std::int64_t column) {
    const std::int64_t first = subject_.padded(x_);
    const std::int64_t last =
        std::min(core::saturating_add(column, options_.group), columns_.extent());
    map::Coordinate x = x_;
    for (std::int64_t next = column + 1; next < last; ++next) {
      columns_.write(next, x);
      const std::int64_t offset = subject_.padded(x);
      if (core::checked_sub(offset, first) == next - column) continue;
      return core::fail(
          {.code = "render.group",
           .message = fmt::format("{} neighbours along a row are not contiguous", options_.group),
           .help = "draw smaller groups, or elements",
           .witness = fmt::format("{} is at {} and {} at {}", map::coordinate_text(x_), first,
                                  map::coordinate_text(x), offset)});
    }
    return {};
  }

  std::string title() const {
    std::string text;
    for (const std::size_t k : fold_.slices) {
      const map::Dim& dim = named_[k];
      text += fmt::format("{}{}={}", text.empty() ? "" : ", ", name_of(dim, k), x_[k]);
    }
    return text.empty() ? text : fmt::format("[{}]", text);
  }

  const Subject& subject_;
  const GridOptions& options_;
  Fold fold_;
  std::vector<map::Dim> named_;  ///< the domain on full tiles
  Flattened slices_;
  GridAxis rows_;
  GridAxis columns_;
  AliasFinder aliases_;
  map::Coordinate x_;
  std::int64_t panels_ = 1;
  std::int64_t most_cells_ = 0;  ///< per panel
  GridView view_;
};

}  // namespace

core::Result<GridView> grid_view(const Subject& subject, const GridOptions& options) {
  return Drawer(subject, options).run();
}

}  // namespace tileglot::render
