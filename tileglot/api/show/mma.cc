// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/show/mma.h"

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/api/show/options.h"
#include "tileglot/api/show/show.h"
#include "tileglot/api/show/shown_layout.h"
#include "tileglot/api/show/views.h"
#include "tileglot/bridge/cute.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/cute/algebra/concat.h"
#include "tileglot/notation/cute/atoms/atom_names.h"
#include "tileglot/notation/cute/atoms/mma_layouts.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/view/arrange.h"
#include "tileglot/render/view/color_by.h"
#include "tileglot/render/view/fold.h"
#include "tileglot/render/view/grid_view.h"
#include "tileglot/render/view/label_by.h"
#include "tileglot/render/view/thread_value_view.h"
#include "tileglot/render/view/tile_borders.h"

namespace tileglot::api {
namespace {

namespace cute = notation::cute;

/// One operand: its layout, its extents, and its panel.
struct Operand {
  std::string name;
  cute::Layout<> layout;   ///< (thread, value) -> index
  cute::Layout<> threads;  ///< thread -> number to show
  map::Dim first;
  map::Dim second;
  std::size_t panel_row;
  std::size_t panel_column;
  bool is_turned;    ///< the second dimension goes down
  bool has_threads;  ///< false in shared memory, all of which every thread names
};

core::Result<map::IndexMap> map_of_one_mode(const cute::Layout<>& layout) {
  const auto one_mode = cute::make_layout(layout);
  return bridge::to_map(*one_mode);
}

core::Result<std::vector<render::Panel>> panels_of(const Operand& operand,
                                                   const ShowRequest& request,
                                                   const ShowOptions& options) {
  TILEGLOT_TRY(lanes, map_of_one_mode(operand.threads));
  TILEGLOT_TRY(map, bridge::to_map(operand.layout));
  TILEGLOT_TRY(holders, thread_value_layout(map, {operand.first, operand.second}));
  render::GridOptions grid = grid_options(request, options);
  grid.crop.reset();
  if (operand.is_turned) grid.fold = render::Fold{.rows = {1}, .columns = {0}};
  const render::Subject subject{holders.numbers, holders.numbers,
                                render::Boundaries(holders.numbers.rank())};
  TILEGLOT_TRY(view, render::grid_view(subject, grid));
  if (operand.has_threads) {
    TILEGLOT_TRY_STATUS(
        render::add_thread_values(view.panels, {holders.map, holders.roles, &lanes}));
  }
  for (render::Panel& panel : view.panels) panel.tensor = operand.name;
  return std::move(view.panels);
}

std::string_view place_name(cute::Place place) {
  switch (place) {
    case cute::Place::kRegisters: return "";
    case cute::Place::kShared: return " in shared memory";
    case cute::Place::kTensorMemory: return " in tensor memory";
  }
  return "";
}

/// A and B; tcgen05's belong to SMs, which are drawn as threads if there are two.
Operand multiplicand(const cute::MmaAtom& atom, bool is_a) {
  const cute::Place place = is_a ? atom.a_from : atom.b_from;
  const cute::MmaLayout which = is_a ? cute::MmaLayout::kA : cute::MmaLayout::kB;
  const std::string_view owner = atom.sms == 2 ? ": T is the SM" : "";
  return {.name = fmt::format("{}{}{}", is_a ? "A" : "B", place_name(place), owner),
          .layout = cute::layout_of(atom, which),
          .threads = cute::layout_of(atom, cute::MmaLayout::kThrId),
          .first = is_a ? map::Dim{atom.m, "m"} : map::Dim{atom.n, "n"},
          .second = {atom.k, "k"},
          .panel_row = is_a ? 1U : 0U,
          .panel_column = is_a ? 0U : 1U,
          .is_turned = !is_a,
          .has_threads = place == cute::Place::kRegisters || atom.sms == 2};
}

Operand accumulators(const cute::MmaAtom& atom) {
  Operand c{.name = "C",
            .layout = cute::layout_of(atom, cute::MmaLayout::kC),
            .threads = cute::layout_of(atom, cute::MmaLayout::kThrId),
            .first = {atom.m, "m"},
            .second = {atom.n, "n"},
            .panel_row = 1,
            .panel_column = 1,
            .is_turned = false,
            .has_threads = true};
  if (accumulates_in(atom) != cute::Place::kTensorMemory) return c;
  const cute::Layout<> lanes = cute::tensor_memory_accumulators(atom);
  if (cute::rank(lanes) == 0) {
    c.name = "C in tensor memory: T is the SM";
    return c;
  }
  c.name = "C in tensor memory: T is its lane, V its column";
  c.layout = lanes;
  c.threads = cute::lane_ids(atom);
  return c;
}

}  // namespace

core::Result<Drawing> draw_mma(const cute::MmaAtom& atom, const ShowRequest& request,
                               const ShowOptions& options) {
  Drawing drawing;
  render::Picture& picture = drawing.picture;
  for (const Operand& operand :
       {multiplicand(atom, false), multiplicand(atom, true), accumulators(atom)}) {
    TILEGLOT_TRY(panels, panels_of(operand, request, options));
    render::put_at(picture, std::move(panels), operand.panel_row, operand.panel_column,
                   operand.name);
  }
  const render::LabelBy label = options.label.value_or(render::LabelBy::kTv);
  TILEGLOT_TRY_STATUS(render::label_by(picture, label, {}));
  const render::ColorBy color = options.color.value_or(render::ColorBy::kThread);
  TILEGLOT_TRY_STATUS(render::color_by(picture, color, {}));
  render::title_cells(picture, {});
  picture.title = cute::cute_name(atom);
  picture.remark = "read as: CuTe MMA instruction";
  const auto text = [&](cute::MmaLayout which) {
    return cute::print(cute::layout_of(atom, which), cute::Marks::kShow);
  };
  // What the cells show: (lane, column) of tensor memory, not (SM, value) as in the traits.
  const cute::Layout<> lanes = cute::tensor_memory_accumulators(atom);
  const bool has_lanes =
      accumulates_in(atom) == cute::Place::kTensorMemory && cute::rank(lanes) > 0;
  const std::string c =
      has_lanes ? cute::print(lanes, cute::Marks::kShow) : text(cute::MmaLayout::kC);
  picture.facts = {
      fmt::format("m × n × k = {} × {} × {}", atom.m, atom.n, atom.k),
      fmt::format("A {} · B {} · C {}", text(cute::MmaLayout::kA), text(cute::MmaLayout::kB), c)};
  return drawing;
}

}  // namespace tileglot::api
