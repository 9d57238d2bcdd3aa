// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/show/views.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/api/show/banks.h"
#include "tileglot/api/show/options.h"
#include "tileglot/api/show/show.h"
#include "tileglot/api/show/shown_layout.h"
#include "tileglot/bridge/linear.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/map/index_map.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/view/color_by.h"
#include "tileglot/render/view/fold.h"
#include "tileglot/render/view/grid_view.h"
#include "tileglot/render/view/label_by.h"
#include "tileglot/render/view/matrix_view.h"
#include "tileglot/render/view/memory_view.h"
#include "tileglot/render/view/thread_value_view.h"
#include "tileglot/render/view/tile_borders.h"
#include "tileglot/value/read_layout.h"

namespace tileglot::api {
namespace {

using render::ColorBy;
using render::LabelBy;

constexpr std::int64_t kOffsetsOfARow = 32;
/// The most rows or columns that fit a screen.
constexpr std::int64_t kShownSide = 64;

/// What an overview shows, and how to see more.
std::string note_of(const render::GridView& view, const ShowRequest& request) {
  std::string note;
  if (view.is_overview) {
    const std::int64_t every = core::ceil_div(std::max(view.rows, view.columns), kShownSide);
    note += fmt::format(
        "overview of {} x {}: a cell is {} x {} elements and shows what the first is; --crop "
        "0:{},0:{} draws elements, --every {} one of so many\n",
        view.rows, view.columns, view.block_rows, view.block_columns,
        std::min(view.rows, kShownSide), std::min(view.columns, kShownSide), every);
  }
  if (request.every > 1 && !view.is_overview)
    note += fmt::format("one row and column of {} is drawn\n", request.every);
  if (request.crop && !view.is_overview)
    note += fmt::format("a part of {} x {} is drawn\n", view.rows, view.columns);
  if (view.all_panels > static_cast<std::int64_t>(view.panels.size())) {
    note += fmt::format("{} of {} slices are drawn; --fold puts dimensions into rows and columns\n",
                        view.panels.size(), view.all_panels);
  }
  return note;
}

core::Result<std::optional<render::Fold>> read_fold(const ShowRequest& request,
                                                    const map::IndexMap& map) {
  if (!request.fold) return std::optional<render::Fold>();
  TILEGLOT_TRY(fold,
               core::with_line(render::parse_fold(*request.fold, map.domain()), *request.fold));
  return std::optional(std::move(fold));
}

core::Result<Drawing> drawing_of(render::GridView view, const ShowRequest& request) {
  if (request.crop && !view.panels.empty() && view.panels.front().cells.empty()) {
    return core::fail({.code = "show.crop",
                       .message = fmt::format("the window is outside {} rows and {} columns",
                                              view.rows, view.columns),
                       .help = "write --crop 0:8,0:128"});
  }
  Drawing drawing{.note = note_of(view, request)};
  drawing.picture.panels = std::move(view.panels);
  return drawing;
}

core::Result<Drawing> draw_grid(const ShownLayout& shown, const ShowRequest& request,
                                const ShowOptions& options) {
  render::GridOptions grid = grid_options(request, options);
  TILEGLOT_TRY(fold, read_fold(request, shown.padded));
  grid.fold = fold;
  const render::Subject subject{shown.drawn, shown.padded, shown.boundaries};
  TILEGLOT_TRY(view, core::with_line(render::grid_view(subject, grid), shown.text));
  return drawing_of(std::move(view), request);
}

core::Result<Drawing> draw_memory(const ShownLayout& shown, const ShowRequest& request,
                                  const ShowOptions& options) {
  render::MemoryOptions memory{.per_row = request.per_row.value_or(0),
                               .most_cells = most_cells(options.form)};
  if (!request.per_row) {
    // A row of all banks, if that is a whole number of elements.
    const bool fills_banks = shown.element_bits > 0 && 1024 % shown.element_bits == 0;
    memory.per_row =
        fills_banks ? std::min<std::int64_t>(1024 / shown.element_bits, 64) : kOffsetsOfARow;
  }
  if (options.crop) memory.rows = options.crop->rows;
  TILEGLOT_TRY(view, core::with_line(
                         render::memory_view(shown.drawn, value::offsets_of(shown.drawn), memory),
                         shown.text));
  if (request.crop && view.panel.cells.empty()) {
    return core::fail({.code = "show.crop",
                       .message = fmt::format("the window is outside {} rows of memory", view.rows),
                       .help = "write --crop 0:8,0:1"});
  }
  Drawing drawing;
  if (!view.is_whole) {
    drawing.note = fmt::format(
        "{} of {} rows of {} offsets are drawn; --crop r0:r1,0:1 chooses "
        "rows, --per-row their length\n",
        view.panel.rows.count(), view.rows, memory.per_row);
  }
  drawing.picture.panels.push_back(std::move(view.panel));
  render::number_tiles(drawing.picture.panels, shown.padded.domain(), shown.boundaries);
  return drawing;
}

core::Result<Drawing> draw_thread_value(const ShownLayout& shown, const ShowRequest& request,
                                        const ShowOptions& options) {
  const ThreadValueLayout& thread_value = *shown.thread_value;
  render::GridOptions grid = grid_options(request, options);
  TILEGLOT_TRY(fold, read_fold(request, thread_value.numbers));
  grid.fold = fold;
  const render::Subject subject{thread_value.numbers, thread_value.numbers,
                                render::Boundaries(thread_value.numbers.rank())};
  TILEGLOT_TRY(view, core::with_line(render::grid_view(subject, grid), shown.text));
  TILEGLOT_TRY_STATUS(core::with_line(
      render::add_thread_values(view.panels, {thread_value.map, thread_value.roles}), shown.text));
  return drawing_of(std::move(view), request);
}

core::Result<Drawing> draw_hardware(const ShownLayout& shown, const ShowRequest& request,
                                    const ShowOptions& options) {
  const ThreadValueLayout& thread_value = *shown.thread_value;
  render::GridOptions grid = grid_options(request, options);
  TILEGLOT_TRY(fold, read_fold(request, thread_value.map));
  grid.fold = fold;
  TILEGLOT_TRY(view, core::with_line(render::hardware_view({thread_value.map, thread_value.roles},
                                                           thread_value.tensor, grid),
                                     shown.text));
  return drawing_of(std::move(view), request);
}

core::Result<Drawing> draw_matrix(const ShownLayout& shown) {
  TILEGLOT_TRY(linear, core::with_line(bridge::to_linear(shown.map), shown.text));
  TILEGLOT_TRY(map, core::with_line(bridge::to_map(linear), shown.text));
  Drawing drawing;
  drawing.picture.panels.push_back(render::matrix_view(map));
  return drawing;
}

core::Error not_thread_value(const ShownLayout& shown, View view) {
  return {{.code = "show.view",
           .message =
               fmt::format("{} says where elements are, not which thread holds them", shown.text),
           .help = fmt::format("--{} is for distributed layouts, and for CuTe layouts of (thread, "
                               "value)",
                               name_of(view))}};
}

bool is_empty(const ShownLayout& shown, View view) {
  if (view == View::kTv) return shown.thread_value->numbers.size() == 0;
  if (view == View::kHw) return shown.thread_value->map.size() == 0;
  return shown.drawn.size() == 0;
}

LabelBy usual_label(View view) {
  if (view == View::kTv) return LabelBy::kTv;
  return view == View::kMemory || view == View::kHw ? LabelBy::kCoord : LabelBy::kOffset;
}

/// Tiles if there are any, else offsets, and their order if these would all look the same.
ColorBy usual_color(const render::Picture& picture, View view, const ShownLayout& shown,
                    const render::MemoryScale& scale) {
  if (view == View::kTv) return ColorBy::kThread;
  if (view == View::kHw) return ColorBy::kRegister;
  const bool has_tiles =
      std::ranges::any_of(shown.boundaries, [](const auto& of_dim) { return !of_dim.empty(); });
  const bool by_tile = view == View::kMemory || has_tiles;
  if (by_tile && render::tells_apart(picture, ColorBy::kTile, scale)) return ColorBy::kTile;
  if (render::tells_apart(picture, ColorBy::kOffset, scale)) return ColorBy::kOffset;
  return ColorBy::kOrder;
}

/// True for views whose cells are already coloured.
bool is_painted(View view) { return view == View::kBanks || view == View::kMatrix; }

}  // namespace

View view_of(const ShownLayout& shown, const ShowOptions& options) {
  return options.view.value_or(shown.thread_value ? View::kTv : View::kGrid);
}

render::MemoryScale scale_of(const ShownLayout& shown, const ShowRequest& request) {
  return {.element_bits = shown.element_bits, .group = request.group};
}

render::GridOptions grid_options(const ShowRequest& request, const ShowOptions& options) {
  const std::int64_t most =
      options.crop ? most_cells_of_window(options.form) : most_cells(options.form);
  return {.crop = options.crop,
          .every = request.every,
          .group = request.group,
          .most_cells = most / (request.side_by_side ? 2 : 1)};
}

core::Result<Drawing> panels_of(const ShownLayout& shown, const ShowRequest& request,
                                const ShowOptions& options) {
  const View view = view_of(shown, options);
  if ((view == View::kTv || view == View::kHw) && !shown.thread_value) {
    return core::fail(not_thread_value(shown, view));
  }
  if (is_empty(shown, view)) return Drawing{};
  if (view == View::kMemory) return draw_memory(shown, request, options);
  if (view == View::kTv) return draw_thread_value(shown, request, options);
  if (view == View::kHw) return draw_hardware(shown, request, options);
  if (view == View::kBanks) return draw_banks(shown, request);
  if (view == View::kMatrix) return draw_matrix(shown);
  return draw_grid(shown, request, options);
}

core::Status paint(render::Picture& picture, const ShownLayout& shown, const ShowRequest& request,
                   const ShowOptions& options) {
  const View view = view_of(shown, options);
  if (is_painted(view) || picture.panels.empty()) return {};
  const render::MemoryScale scale = scale_of(shown, request);
  const LabelBy label = options.label.value_or(usual_label(view));
  TILEGLOT_TRY_STATUS(
      core::with_line(render::label_by(picture, label, scale, shown.modes), request.layout));
  const ColorBy color = options.color ? *options.color : usual_color(picture, view, shown, scale);
  TILEGLOT_TRY_STATUS(core::with_line(render::color_by(picture, color, scale), request.layout));
  render::title_cells(picture, scale);
  return {};
}

core::Result<Drawing> draw_view(const ShownLayout& shown, const ShowRequest& request,
                                const ShowOptions& options) {
  TILEGLOT_TRY(drawing, panels_of(shown, request, options));
  TILEGLOT_TRY_STATUS(paint(drawing.picture, shown, request, options));
  return std::move(drawing);
}

}  // namespace tileglot::api
