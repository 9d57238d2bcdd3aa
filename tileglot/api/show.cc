// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/show.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "tileglot/analysis/padding.h"
#include "tileglot/api/read_layout.h"
#include "tileglot/api/reply.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/cute.h"
#include "tileglot/bridge/linear.h"
#include "tileglot/bridge/placement.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/limits.h"
#include "tileglot/map/print.h"
#include "tileglot/map/value.h"
#include "tileglot/notation/linear/layout.h"
#include "tileglot/notation/linear/name.h"
#include "tileglot/notation/xla/shape.h"
#include "tileglot/render/grid.h"
#include "tileglot/render/grid_text.h"

namespace tileglot::api {
namespace {

namespace linear = notation::linear;

core::Error bad_crop(core::Scanner& scanner) {
  return {.code = "show.crop",
          .message = "a window is two ascending ranges, rows and columns",
          .span = scanner.here(),
          .help = "write --crop 0:8,0:128"};
}

constexpr std::int64_t kMostCells = 65536;

core::Result<render::Side> parse_side(core::Scanner& scanner) {
  TILEGLOT_TRY(first, scanner.integer("the first row or column"));
  if (!scanner.accept(":")) return core::fail(bad_crop(scanner));
  TILEGLOT_TRY(last, scanner.integer("the row or column after the last"));
  if (first < 0 || last <= first) return core::fail(bad_crop(scanner));
  return render::Side{first, last};
}

core::Result<render::Window> parse_window(const std::string& text) {
  core::Scanner scanner(text);
  TILEGLOT_TRY(rows, parse_side(scanner));
  if (!scanner.accept(",")) return core::fail(bad_crop(scanner));
  TILEGLOT_TRY(columns, parse_side(scanner));
  if (!scanner.at_end()) return core::fail(bad_crop(scanner));
  if (core::saturating_mul(rows.count(), columns.count()) > kMostCells) {
    return core::fail(
        {.code = "show.crop",
         .message = fmt::format("a window of {} rows and {} columns has more than {} cells",
                                rows.count(), columns.count(), kMostCells),
         .span = scanner.span_from(0),
         .help = "draw a smaller part; `convert --to table` lists offsets"});
  }
  return render::Window{.rows = rows, .columns = columns};
}

/// What stands above the picture.
struct Facts {
  std::string layout;
  std::string notation;
  std::optional<std::int64_t> bytes;
  map::Range offsets;  ///< the smallest and the largest that an element or a position has
  std::optional<analysis::Padding> padding;  ///< nothing where it cannot be counted in passing
};

/// In XLA an element takes whole bytes unless E(n) says how many bits; CuTe packs small elements.
std::int64_t bits_in_memory(const bridge::AnyLayout& layout, core::ElementType type) {
  const std::int64_t bits = core::bits(type);
  const auto* shape = std::get_if<notation::xla::Shape>(&layout);
  if (shape == nullptr) return bits;
  const std::int64_t packed = shape->layout ? shape->layout->element_size_bits.value_or(0) : 0;
  return packed > 0 ? packed : core::ceil_div(bits, 8) * 8;
}

/// Nothing without a type, and where 64 bits do not count the bits.
core::Checked bytes_of(const bridge::AnyLayout& layout, std::optional<core::ElementType> type,
                       std::int64_t elements) {
  if (!type) return std::nullopt;
  const core::Checked bits = core::checked_mul(elements, bits_in_memory(layout, *type));
  return bits ? core::Checked(core::ceil_div(*bits, 8)) : std::nullopt;
}

/// Of a linear layout: what it goes from, and what to.
std::string places_text(const Facts& facts, const map::IndexMap& map) {
  return fmt::format("{}\n  read as linear; inputs {} = {} places; outputs {} = {}\n\n",
                     facts.layout, map::extents_text(map.domain()), map.size(),
                     map::extents_text(map.codomain()), map.codomain_size());
}

std::string facts_text(const Facts& facts, const map::IndexMap& map) {
  if (facts.notation == "linear") return places_text(facts, map);
  std::string text =
      fmt::format("{}\n  read as {}; logical {} = {} elements; in memory {}", facts.layout,
                  facts.notation, map::extents_text(map.domain()), map.size(), map.codomain_size());
  if (facts.bytes) text += fmt::format(" ({} B)", *facts.bytes);
  if (facts.offsets.lo < 0)
    text += fmt::format(", offsets {} to {}", facts.offsets.lo, facts.offsets.hi);
  if (facts.padding) {
    text +=
        fmt::format("; padding {} = {:.1f} %", facts.padding->count, 100 * facts.padding->fraction);
  }
  return text + "\n\n";
}

Json facts_json(const Facts& facts, const map::IndexMap& map) {
  Json json{{"layout", facts.layout}, {"notation", facts.notation}, {"map", map::to_text(map)}};
  json["extents"] = Json::array();
  for (const map::Dim& dim : map.domain()) json["extents"].push_back(dim.extent);
  json["size"] = map.size();
  json["codomain_size"] = map.codomain_size();
  if (facts.bytes) json["bytes"] = *facts.bytes;
  json["first_offset"] = facts.offsets.lo;
  json["last_offset"] = facts.offsets.hi;
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

/// What the last two dimensions are, by their names if they have any.
std::string axes_text(const map::IndexMap& map) {
  if (map.rank() < 2) return "columns are the elements";
  const std::string& rows = map.domain()[map.rank() - 2].name;
  const std::string& columns = map.domain()[map.rank() - 1].name;
  if (rows.empty() || columns.empty()) return "rows and columns are the last two dimensions";
  return fmt::format("a row is a {}, a column a {}", rows, columns);
}

std::string legend(const map::IndexMap& map, const render::Picture& picture, bool ascii) {
  std::string text = "\n  " + axes_text(map);
  for (const render::Grid& grid : picture.grids) {
    if (grid.row_border == 0 && grid.column_border == 0) continue;
    text += "; lines are tile borders";
    break;
  }
  if (map.codomain().empty() || map.codomain().back().name != "offset") {
    return text + "; numbers count the outputs, row-major\n";
  }
  return text + (ascii ? "; .n is padding\n" : "; ·n is padding\n");
}

Step<Facts> facts_of(const ShowRequest& request, const bridge::AnyLayout& layout,
                     const std::optional<bridge::Tensor>& tensor, const map::IndexMap& map) {
  TILEGLOT_STEP(type, agreed_type(layout, request.dtype, tensor));
  Facts facts{bridge::print(layout), std::string(bridge::name_of(bridge::notation_of(layout))),
              bytes_of(layout, type, map.codomain_size()), offsets_of(map), std::nullopt};
  if (auto padding = analysis::padding_of(map, map::kQuickEffort)) facts.padding = *padding;
  return facts;
}

/// The extents with every tile full, where the map has such; itself elsewhere.
map::IndexMap padded_or_same(const map::IndexMap& map) {
  auto padded = bridge::pad_to_boundaries(map);
  return padded ? *std::move(padded) : map;
}

/// Of what threads hold, a row for each register and a column for each lane; inputs of one value
/// take no room. Any other layout as it is.
core::Result<map::IndexMap> drawn_map(const bridge::AnyLayout& layout, const map::IndexMap& map) {
  const auto* held = std::get_if<linear::Layout>(&layout);
  if (held == nullptr || !bridge::is_distributed(*held)) return map;
  linear::Layout drawn;
  for (const linear::Dimension& out : held->outs()) drawn.add_out(out.name, out.bits);
  for (const linear::Name& name :
       {linear::kBlock, linear::kWarp, linear::kRegister, linear::kLane}) {
    const linear::Dimension* in = held->find_in(name);
    if (in != nullptr && in->bits > 0) drawn.add_in(name, held->columns_of(*in));
  }
  return bridge::to_map(drawn);
}

Answer answer_of(const ShowRequest& request, const Facts& facts, const map::IndexMap& map,
                 const map::IndexMap& drawn, const render::Picture& picture) {
  Answer answer{.text = facts_text(facts, map), .json = facts_json(facts, map)};
  answer.json["grids"] = Json::array();
  for (const render::Grid& grid : picture.grids) {
    answer.text +=
        render::to_text(grid, request.ascii ? render::Lines::kAscii : render::Lines::kBox);
    answer.json["grids"].push_back(grid_json(grid));
  }
  if (!picture.grids.empty()) answer.text += legend(drawn, picture, request.ascii);
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
  TILEGLOT_STEP(tensor, read_tensor(request.tensor));
  TILEGLOT_STEP(layout, read_layout(request.layout, request.notation, tensor, request.dtype));
  TILEGLOT_STEP(map, about(bridge::to_map(layout), request.layout));
  TILEGLOT_STEP(facts, facts_of(request, layout, tensor, map));
  TILEGLOT_STEP(drawn, about(drawn_map(layout, map), request.layout));
  const render::Picture picture =
      map.size() == 0 ? render::Picture{} : render::grids_of(drawn, padded_or_same(drawn), window);
  return answer_of(request, facts, map, drawn, picture);
}

}  // namespace tileglot::api
