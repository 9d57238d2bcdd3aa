// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/view/memory_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/inverse.h"
#include "tileglot/map/value.h"
#include "tileglot/render/picture/picture.h"

namespace tileglot::render {
namespace {

/// Limits the search for what is at an offset, times the dimensions of a box.
constexpr std::int64_t kMostSides = 1 << 14;

class Strip {
 public:
  Strip(const map::IndexMap& map, const map::Range& offsets, const MemoryOptions& options)
      : options_(options),
        inverse_(map),
        most_boxes_(kMostSides / std::max<std::int64_t>(std::int64_t(map.rank()), 1)) {
    begin_ = std::min<std::int64_t>(offsets.lo, 0);
    end_ = std::max(core::saturating_add(offsets.hi, 1),
                    core::saturating_add(begin_, map.codomain_size()));
    // The first multiple, if it fits 64 bits.
    view_.first_offset =
        core::checked_mul(core::floor_div(begin_, options.per_row), options.per_row)
            .value_or(begin_);
    view_.offsets = core::checked_sub(end_, begin_).value_or(end_);
    view_.rows =
        core::ceil_div(core::checked_sub(end_, view_.first_offset).value_or(end_), options.per_row);
  }

  core::Result<MemoryView> run() {
    const Side rows = chosen_rows();
    view_.is_whole = rows.first == 0 && rows.last == view_.rows;
    Panel& panel = view_.panel;
    panel.rows.name = "row (first offset)";
    panel.columns.name = "offset in the row";
    for (std::int64_t column = 0; column < options_.per_row; ++column)
      panel.columns.headers.push_back(fmt::format("{}", column));
    for (std::int64_t row = rows.first; row < rows.last; ++row) TILEGLOT_TRY_STATUS(add(row));
    return std::move(view_);
  }

 private:
  Side chosen_rows() const {
    const Side all{0, view_.rows};
    Side rows = options_.rows.value_or(all);
    rows = {std::clamp<std::int64_t>(rows.first, 0, view_.rows),
            std::clamp<std::int64_t>(rows.last, 0, view_.rows)};
    const std::int64_t most = std::max<std::int64_t>(options_.most_cells / options_.per_row, 1);
    return {rows.first, std::min(rows.last, core::saturating_add(rows.first, most))};
  }

  core::Status add(std::int64_t row) {
    const std::int64_t first = view_.first_offset + row * options_.per_row;
    view_.panel.rows.headers.push_back(fmt::format("{}", first));
    for (std::int64_t column = 0; column < options_.per_row; ++column) {
      TILEGLOT_TRY(cell, cell_at(core::saturating_add(first, column)));
      view_.panel.cells.push_back(std::move(cell));
    }
    return {};
  }

  core::Result<Cell> cell_at(std::int64_t offset) const {
    if (offset < begin_ || offset >= end_) return Cell{.kind = CellKind::kHole};
    TILEGLOT_TRY(found, inverse_.some(offset, 2, most_boxes_));
    if (found.empty()) return Cell{.kind = CellKind::kPadding, .offset = offset};
    return Cell{.kind = found.size() > 1 ? CellKind::kAlias : CellKind::kData,
                .coordinate = std::ranges::min(found),
                .offset = offset};
  }

  const MemoryOptions& options_;
  map::Inverse inverse_;
  std::int64_t most_boxes_;
  std::int64_t begin_ = 0;
  std::int64_t end_ = 0;
  MemoryView view_;
};

}  // namespace

core::Result<MemoryView> memory_view(const map::IndexMap& map, const map::Range& offsets,
                                     const MemoryOptions& options) {
  return Strip(map, offsets, options).run();
}

}  // namespace tileglot::render
