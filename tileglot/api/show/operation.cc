// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/show/operation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/api/reply/reply.h"
#include "tileglot/api/show/facts.h"
#include "tileglot/api/show/operation_axes.h"
#include "tileglot/api/show/operation_call.h"
#include "tileglot/api/show/operation_grids.h"
#include "tileglot/api/show/operation_sentences.h"
#include "tileglot/api/show/options.h"
#include "tileglot/api/show/show.h"
#include "tileglot/api/show/shown_layout.h"
#include "tileglot/api/show/views.h"
#include "tileglot/calculator/operation/value.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/view/arrange.h"
#include "tileglot/render/view/color_by.h"
#include "tileglot/render/view/grid_view.h"
#include "tileglot/render/view/label_by.h"

namespace tileglot::api {
namespace {

using render::ColorBy;
using render::LabelBy;

ShowRequest as_show_request(const ShowOperationRequest& request) {
  return {.as = request.as,
          .color = request.color,
          .label = request.label,
          .palette = request.palette,
          .dtype = request.dtype};
}

std::string overview_note(const OperationGrid& grid, const render::GridView& view) {
  std::string note;
  if (view.is_overview) {
    note += fmt::format(
        "overview of {}, {} x {}: a cell is {} x {} elements and shows what the first is\n",
        grid.title, view.rows, view.columns, view.block_rows, view.block_columns);
  }
  if (view.all_panels > static_cast<std::int64_t>(view.panels.size())) {
    note += fmt::format("{} of {} slices of {} are drawn\n", view.panels.size(), view.all_panels,
                        grid.title);
  }
  return note;
}

std::string joined_coordinate(const map::Coordinate& x) {
  return fmt::format("{}", fmt::join(x, ","));
}

class OperationDrawer {
 public:
  OperationDrawer(const OperationGrids& grids, const ShowRequest& request,
                  const ShowOptions& options, std::string first)
      : grids_(grids), request_(request), options_(options), first_(std::move(first)) {}

  core::Result<Drawing> run() {
    for (const OperationGrid& grid : grids_.grids) TILEGLOT_TRY_STATUS(add(grid));
    TILEGLOT_TRY_STATUS(color());
    return std::move(drawing_);
  }

 private:
  core::Status add(const OperationGrid& grid) {
    TILEGLOT_TRY(cells, panels(grid));
    TILEGLOT_TRY_STATUS(label(cells, grid));
    for (render::Panel& panel : cells.panels) {
      panel.tensor = grid.tensor;
      if (grid.axes) name_axes(panel, *grid.axes);
    }
    render::put_beside(drawing_.picture, std::move(cells.panels), grid.title);
    return {};
  }

  /// Distributed layouts as show draws them, others as grids.
  core::Result<render::Picture> panels(const OperationGrid& grid) {
    render::Picture picture;
    const ShownLayout& shown = grid.shown;
    if (shown.thread_value) {
      TILEGLOT_TRY(drawing, panels_of(shown, request_, options_));
      return std::move(drawing.picture);
    }
    if (shown.drawn.size() == 0) {
      drawing_.picture.facts.push_back(fmt::format("{} has no elements", grid.title));
      return picture;
    }
    render::GridOptions how{.most_cells = most_cells(options_.form) / std::ssize(grids_.grids)};
    if (grid.axes) how.fold = fold_of(*grid.axes, shown.drawn.rank());
    const render::Subject subject{shown.drawn, shown.padded, shown.boundaries};
    TILEGLOT_TRY(view, core::with_line(render::grid_view(subject, how), shown.text));
    drawing_.note += overview_note(grid, view);
    picture.panels = std::move(view.panels);
    for_cells(picture, [&](render::Cell& cell) { place(cell, grid); });
    return picture;
  }

  template <class Visit>
  static void for_cells(render::Picture& picture, Visit visit) {
    for (render::Panel& panel : picture.panels) {
      for (render::Cell& cell : panel.cells) {
        if (cell.kind != render::CellKind::kPadding) visit(cell);
      }
    }
  }

  /// The tile or copy; a cell beyond the end of the operand is padding.
  static void place(render::Cell& cell, const OperationGrid& grid) {
    if (grid.part) cell.tile = grid.part(cell.coordinate).value_or(0);
    if (grid.place && grid.place(cell.coordinate) == nullptr)
      cell.kind = render::CellKind::kPadding;
  }

  core::Status label(render::Picture& cells, const OperationGrid& grid) {
    const render::MemoryScale scale = scale_of(grid.shown, request_);
    const LabelBy usual = grid.shown.thread_value ? LabelBy::kTv : LabelBy::kOffset;
    const LabelBy by = options_.label.value_or(usual);
    // A label of offsets says those of the layout itself; one of memory says where the element is.
    if (by != LabelBy::kOffset) join(cells, grid);
    TILEGLOT_TRY_STATUS(
        core::with_line(render::label_by(cells, by, scale, grid.shown.modes), grid.shown.text));
    if (by == LabelBy::kOffset) join(cells, grid);
    render::title_cells(cells, scale);
    for_cells(cells, [&](render::Cell& cell) { describe(cell, grid); });
    return {};
  }

  static void join(render::Picture& cells, const OperationGrid& grid) {
    if (!grid.joins) return;
    for_cells(cells, [&](render::Cell& cell) { cell.offset = grid.joins(cell.coordinate); });
  }

  void describe(render::Cell& cell, const OperationGrid& grid) const {
    if (grid.part) cell.title += fmt::format(", {} {}", grids_.part_name, cell.tile);
    const map::Coordinate* place = grid.place ? grid.place(cell.coordinate) : nullptr;
    if (place == nullptr) return;
    const std::string text = joined_coordinate(*place);
    cell.title += fmt::format(", ({}) of {}", text, first_);
    if (grid.is_labelled_by_place && !options_.label) cell.label = text;
  }

  core::Status color() {
    const render::MemoryScale scale = scale_of(grids_.grids.back().shown, request_);
    const ColorBy by = options_.color.value_or(common_color(scale));
    TILEGLOT_TRY_STATUS(
        core::with_line(render::color_by(drawing_.picture, by, scale), request_.color));
    std::string& title = drawing_.picture.legend_title;
    if (by == ColorBy::kTile && !grids_.part_name.empty() && !title.empty())
      title.replace(0, std::string_view("tile").size(), grids_.part_name);
    return {};
  }

  ColorBy common_color(const render::MemoryScale& scale) const {
    if (!grids_.part_name.empty()) return ColorBy::kTile;
    const bool is_distributed = std::ranges::any_of(grids_.grids, [](const OperationGrid& grid) {
      return grid.shown.thread_value.has_value();
    });
    if (is_distributed) return ColorBy::kThread;
    const bool differs = render::tells_apart(drawing_.picture, ColorBy::kOffset, scale);
    return differs ? ColorBy::kOffset : ColorBy::kOrder;
  }

  const OperationGrids& grids_;
  const ShowRequest& request_;
  const ShowOptions& options_;
  std::string first_;
  Drawing drawing_ = {};
};

/// Those of the result as a layout, or its value.
Json facts_of(const OperationCall& call, const OperationGrids& grids) {
  Json json = grids.result ? facts_json(*grids.result) : Json::object();
  if (!grids.result) {
    json["type"] = calculator::type_name(call.value);
    json["value"] = calculator::to_json(call.value, calculator::Spelling::kCanonical);
  }
  json["operation"] = call.name;
  json["joins"] = grids.join ? Json::array({"offset"}) : Json::array();
  return json;
}

void add_words(render::Picture& picture, const OperationGrids& grids,
               const ShowOperationRequest& request) {
  std::vector<std::string> drawn = std::move(picture.facts);
  picture.facts.clear();
  if (grids.result) {
    add_facts(picture, *grids.result, as_show_request(request));
    picture.facts[0] = "result: " + picture.facts[0];
  }
  picture.title = request.call;
  picture.remark.clear();
  for (const std::string& sentence : grids.sentences) picture.facts.push_back(sentence);
  for (std::string& fact : drawn) picture.facts.push_back(std::move(fact));
}

}  // namespace

core::Result<DrawnPicture> draw_operation(const ShowOperationRequest& request) {
  const ShowRequest as_show = as_show_request(request);
  TILEGLOT_TRY(options, read_show_options(as_show));
  if (request.dtype) {
    TILEGLOT_TRY_STATUS(core::with_line(core::parse_element_type(*request.dtype), *request.dtype));
  }
  TILEGLOT_TRY(call, evaluate_call(request.call));
  TILEGLOT_TRY(grids, grids_of(call, request));
  TILEGLOT_TRY(drawing,
               OperationDrawer(grids, as_show, options, compared_operand(call, request)).run());
  add_words(drawing.picture, grids, request);
  return DrawnPicture{.picture = std::move(drawing.picture),
                      .facts = facts_of(call, grids),
                      .note = std::move(drawing.note)};
}

}  // namespace tileglot::api
