// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/web/json.h"

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/render/picture/picture.h"
#include "tileglot/render/picture/terminal.h"
#include "tileglot/render/web/markup.h"

namespace tileglot::render {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;

void put_text(Json& json, const char* key, std::string_view text) {
  if (!text.empty()) json[key] = valid_text(text);
}

void put_texts(Json& json, const char* key, const std::vector<std::string>& texts) {
  for (const std::string& text : texts) json[key].push_back(valid_text(text));
}

Json shade_json(const Shade& shade) {
  return {{shade.kind == Shade::Kind::kBucket ? "bucket" : "ramp", shade.value}};
}

void put_shade(Json& json, const Shade& shade) {
  if (shade.kind != Shade::Kind::kNone) json["shade"] = shade_json(shade);
}

Json thread_value_json(const ThreadValue& tv) {
  return {{"register", tv.reg},
          {"lane", tv.lane},
          {"warp", tv.warp},
          {"block", tv.block},
          {"thread", tv.thread}};
}

Json cell_json(const Cell& cell, std::size_t row, std::size_t column) {
  Json json{{"row", row}, {"column", column}, {"kind", name_of(cell.kind)}};
  if (!cell.coordinate.empty()) json["coordinate"] = cell.coordinate;
  if (cell.offset) json["offset"] = *cell.offset;
  for (const ThreadValue& tv : cell.thread_values)
    json["thread_values"].push_back(thread_value_json(tv));
  json["tile"] = cell.tile;
  put_shade(json, cell.shade);
  put_text(json, "label", cell.label);
  put_text(json, "title", cell.title);
  return json;
}

Json axis_json(const Axis& axis) {
  Json json = Json::object();
  put_text(json, "name", axis.name);
  json["headers"] = Json::array();
  put_texts(json, "headers", axis.headers);
  for (const Border& border : axis.borders)
    json["borders"].push_back({{"before", border.before}, {"level", border.level}});
  return json;
}

Json panel_json(const Panel& panel) {
  Json json = Json::object();
  put_text(json, "title", panel.title);
  put_text(json, "tensor", panel.tensor);
  json["panel_row"] = panel.panel_row;
  json["panel_column"] = panel.panel_column;
  json["rows"] = axis_json(panel.rows);
  json["columns"] = axis_json(panel.columns);
  json["cells"] = Json::array();
  for (std::size_t row = 0; row < panel.rows.count(); ++row) {
    for (std::size_t column = 0; column < panel.columns.count(); ++column)
      json["cells"].push_back(cell_json(panel.at(row, column), row, column));
  }
  return json;
}

/// What colours, borders and marks mean; null if the picture has none.
Json legend_json(const Picture& picture) {
  Json json;
  put_text(json, "title", picture.legend_title);
  for (const LegendEntry& entry : picture.legend) {
    Json item = Json::object();
    put_shade(item, entry.shade);
    put_text(item, "text", entry.text);
    json["entries"].push_back(std::move(item));
  }
  for (std::size_t level = 0; level < picture.border_names.size(); ++level) {
    if (picture.border_names[level].empty()) continue;
    json["borders"].push_back(
        {{"level", level}, {"text", valid_text(picture.border_names[level])}});
  }
  for (const CellKind kind : kinds_in(picture)) {
    json["marks"].push_back({{"kind", name_of(kind)},
                             {"mark", mark_of(kind, Glyphs::kUnicode)},
                             {"meaning", meaning_of(kind)}});
  }
  return json;
}

}  // namespace

nlohmann::ordered_json to_json(const Picture& picture) {
  Json json{{"version", kVersion}};
  put_text(json, "title", picture.title);
  put_text(json, "remark", picture.remark);
  put_texts(json, "facts", picture.facts);
  json["panels"] = Json::array();
  for (const Panel& panel : picture.panels) json["panels"].push_back(panel_json(panel));
  Json legend = legend_json(picture);
  if (!legend.is_null()) json["legend"] = std::move(legend);
  put_texts(json, "footers", picture.footers);
  return json;
}

}  // namespace tileglot::render
