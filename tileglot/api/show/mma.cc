// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/show/mma.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
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
#include "tileglot/core/int_tuple.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/core/source_text.h"
#include "tileglot/core/utf8.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/cute/algebra/concat.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/tiled/atoms.h"
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
struct Place {
  std::string_view name;
  std::string_view layout;
  map::Dim first;
  map::Dim second;
  std::size_t panel_row;
  std::size_t panel_column;
  bool is_turned;  ///< the second dimension goes down
};

core::Result<map::IndexMap> map_of(std::string_view text) {
  const auto layout = cute::read_layout(text);
  return bridge::to_map(*layout);
}

/// Thread of the instruction, as one number, -> lane of the warp.
core::Result<map::IndexMap> lanes_of(std::string_view threads) {
  const auto layout = cute::read_layout(threads);
  const auto one_mode = cute::make_layout(*layout);
  return bridge::to_map(*one_mode);
}

core::Result<std::vector<render::Panel>> operand(const Place& place, std::string_view threads,
                                                 const ShowRequest& request,
                                                 const ShowOptions& options) {
  TILEGLOT_TRY(map, core::with_line(map_of(place.layout), place.layout));
  TILEGLOT_TRY(lanes, core::with_line(lanes_of(threads), threads));
  TILEGLOT_TRY(thread_value, thread_value_layout(map, {place.first, place.second}));
  render::GridOptions grid = grid_options(request, options);
  grid.crop.reset();
  if (place.is_turned) grid.fold = render::Fold{.rows = {1}, .columns = {0}};
  const render::Subject subject{thread_value.numbers, thread_value.numbers,
                                render::Boundaries(thread_value.numbers.rank())};
  TILEGLOT_TRY(view, render::grid_view(subject, grid));
  TILEGLOT_TRY_STATUS(
      render::add_thread_values(view.panels, {thread_value.map, thread_value.roles, &lanes}));
  for (render::Panel& panel : view.panels) panel.tensor = std::string(place.name);
  return std::move(view.panels);
}

}  // namespace

const cute::MmaAtom* mma_named(std::string_view text) { return cute::mma_atom(text); }

bool looks_like_instruction(std::string_view text) {
  return text.starts_with("SM") && text.find('_') != std::string_view::npos &&
         text.find_first_of(":[({") == std::string_view::npos;
}

core::Error no_instruction(std::string_view text) {
  std::vector<std::string_view> names;
  names.reserve(std::size(cute::kMmaAtoms));
  for (const cute::MmaAtom& atom : cute::kMmaAtoms) names.push_back(atom.name);
  const std::string guess = core::did_you_mean(text, names);
  return {{.code = "show.view",
           .message = fmt::format("unknown MMA instruction '{}'", core::printable(text)),
           .help = guess.empty() ? fmt::format("known are {}", fmt::join(names, ", ")) : guess}};
}

core::Result<Drawing> draw_mma(const cute::MmaAtom& atom, const ShowRequest& request,
                               const ShowOptions& options) {
  const auto shape = cute::read_int_tuple(atom.shape);
  const map::Dim m{shape->values[0], "m"};
  const map::Dim n{shape->values[1], "n"};
  const map::Dim k{shape->values[2], "k"};
  const std::vector<Place> places{{"B", atom.b, n, k, 0, 1, true},
                                  {"A", atom.a, m, k, 1, 0, false},
                                  {"C", atom.c, m, n, 1, 1, false}};
  Drawing drawing;
  render::Picture& picture = drawing.picture;
  for (const Place& place : places) {
    TILEGLOT_TRY(panels, operand(place, atom.threads, request, options));
    render::put_at(picture, std::move(panels), place.panel_row, place.panel_column,
                   std::string(place.name));
  }
  const render::LabelBy label = options.label.value_or(render::LabelBy::kTv);
  TILEGLOT_TRY_STATUS(render::label_by(picture, label, {}));
  const render::ColorBy color = options.color.value_or(render::ColorBy::kThread);
  TILEGLOT_TRY_STATUS(render::color_by(picture, color, {}));
  render::title_cells(picture, {});
  picture.title = std::string(atom.name);
  picture.remark = "read as: CuTe MMA instruction";
  picture.facts = {fmt::format("m × n × k = {} × {} × {}", m.extent, n.extent, k.extent),
                   fmt::format("A {} · B {} · C {}", atom.a, atom.b, atom.c)};
  return drawing;
}

}  // namespace tileglot::api
