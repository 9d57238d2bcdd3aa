// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/show.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "tileglot/analysis/padding.h"
#include "tileglot/api/read_layout.h"
#include "tileglot/api/reply.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/cute.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/limits.h"
#include "tileglot/map/print.h"
#include "tileglot/notation/cute/print.h"
#include "tileglot/render/grid.h"
#include "tileglot/render/grid_text.h"

namespace tileglot::api {
namespace {

core::Error bad_crop(core::Scanner& scanner) {
  return {.code = "show.crop",
          .message = "a window is two ranges, rows and columns",
          .span = scanner.here(),
          .help = "write --crop 0:8,0:128"};
}

core::Result<render::Side> parse_side(core::Scanner& scanner) {
  TILEGLOT_TRY(first, scanner.integer("the first row or column"));
  if (!scanner.accept(":")) return core::fail(bad_crop(scanner));
  TILEGLOT_TRY(last, scanner.integer("the row or column after the last"));
  if (first < 0 || last <= first || last - first > 4096) return core::fail(bad_crop(scanner));
  return render::Side{first, last};
}

core::Result<render::Window> parse_window(const std::string& text) {
  core::Scanner scanner(text);
  TILEGLOT_TRY(rows, parse_side(scanner));
  if (!scanner.accept(",")) return core::fail(bad_crop(scanner));
  TILEGLOT_TRY(columns, parse_side(scanner));
  if (!scanner.at_end()) return core::fail(bad_crop(scanner));
  return render::Window{.rows = rows, .columns = columns};
}

/// What stands above the picture.
struct Facts {
  std::string layout;
  std::string notation;
  std::optional<core::ElementType> type;
  std::optional<analysis::Padding> padding;  ///< nothing where it cannot be counted in passing
};

core::Checked bytes_of(const Facts& facts, std::int64_t elements) {
  if (!facts.type) return std::nullopt;
  const core::Checked bits = core::checked_mul(elements, core::bits(*facts.type));
  return bits ? core::Checked(core::ceil_div(*bits, 8)) : std::nullopt;
}

std::string facts_text(const Facts& facts, const map::IndexMap& map) {
  std::string text =
      fmt::format("{}\n  read as {}; logical {} = {} elements; in memory {}", facts.layout,
                  facts.notation, map::extents_text(map.domain()), map.size(), map.codomain_size());
  if (const core::Checked bytes = bytes_of(facts, map.codomain_size()))
    text += fmt::format(" ({} B)", *bytes);
  if (facts.padding) {
    text +=
        fmt::format("; padding {} = {:.1f} %", facts.padding->count, 100 * facts.padding->fraction);
  }
  return text + "\n\n";
}

Json facts_json(const Facts& facts, const map::IndexMap& map) {
  Json json{{"layout", facts.layout}, {"notation", facts.notation}, {"map", map::to_text(map)}};
  for (const map::Dim& dim : map.domain()) json["extents"].push_back(dim.extent);
  json["size"] = map.size();
  json["codomain_size"] = map.codomain_size();
  if (const core::Checked bytes = bytes_of(facts, map.codomain_size())) json["bytes"] = *bytes;
  if (facts.padding) json["padding"] = facts.padding->count;
  return json;
}

Json grid_json(const render::Grid& grid) {
  Json cells = Json::array();
  for (const render::Cell& cell : grid.cells)
    cells.push_back({{"offset", cell.offset}, {"padding", cell.is_padding}});
  return {{"title", grid.title},
          {"rows", {grid.rows.first, grid.rows.last}},
          {"columns", {grid.columns.first, grid.columns.last}},
          {"row_border", grid.row_border},
          {"column_border", grid.column_border},
          {"cells", std::move(cells)}};
}

std::string legend(const map::IndexMap& map, const render::Picture& picture, bool ascii) {
  std::string text =
      map.rank() < 2 ? "columns are the elements" : "rows and columns are the last two dimensions";
  text = "\n  " + text;
  for (const render::Grid& grid : picture.grids) {
    if (grid.row_border == 0 && grid.column_border == 0) continue;
    text += "; lines are tile borders";
    break;
  }
  return text + (ascii ? "; .n is padding\n" : "; ·n is padding\n");
}

core::Result<Facts> facts_of(const ShowRequest& request, const bridge::AnyLayout& layout,
                             const map::IndexMap& map) {
  Facts facts{bridge::print(layout), std::string(bridge::name_of(bridge::notation_of(layout))),
              bridge::element_type_of(layout), std::nullopt};
  if (request.dtype) {
    TILEGLOT_TRY(type, core::parse_element_type(*request.dtype));
    facts.type = type;
  }
  if (auto padding = analysis::padding_of(map, map::kQuickEffort)) facts.padding = *padding;
  return facts;
}

/// The extents with every tile full, where the map has such; itself elsewhere.
map::IndexMap padded_or_same(const map::IndexMap& map) {
  auto padded = bridge::pad_to_boundaries(map);
  return padded ? *std::move(padded) : map;
}

Answer answer_of(const ShowRequest& request, const Facts& facts, const map::IndexMap& map,
                 const render::Picture& picture) {
  Answer answer{.text = facts_text(facts, map), .json = facts_json(facts, map)};
  for (const render::Grid& grid : picture.grids) {
    answer.text +=
        render::to_text(grid, request.ascii ? render::Lines::kAscii : render::Lines::kBox);
    answer.json["grids"].push_back(grid_json(grid));
  }
  if (!picture.grids.empty()) answer.text += legend(map, picture, request.ascii);
  if (!picture.is_whole) answer.note = "only a part is shown; --crop r0:r1,c0:c1 chooses which\n";
  if (request.as == "json") answer.text = to_json(answer).dump(2) + "\n";
  return answer;
}

}  // namespace

Reply show(const ShowRequest& request) {
  if (request.as != "table" && request.as != "json") {
    return refuse(
        {.code = "show.as",
         .message = fmt::format("'{}' is no form to show a layout in", request.as.substr(0, 64)),
         .help = "--as takes table or json"});
  }
  render::Window window;
  if (request.crop) {
    TILEGLOT_STEP(parsed, about(parse_window(*request.crop), *request.crop));
    window = parsed;
  }
  TILEGLOT_STEP(layout, read_layout(request.layout, request.notation));
  TILEGLOT_STEP(map, about(bridge::to_map(layout), request.layout));
  TILEGLOT_STEP(facts, about(facts_of(request, layout, map), request.dtype.value_or("")));
  const render::Picture picture =
      map.size() == 0 ? render::Picture{} : render::grids_of(map, padded_or_same(map), window);
  return answer_of(request, facts, map, picture);
}

}  // namespace tileglot::api
