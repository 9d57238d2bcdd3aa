// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/web/json.h"

#include <cstddef>
#include <nlohmann/json.hpp>

#include "tileglot/render/picture/picture.h"
#include "tileglot/render/web/detail/picture_json.h"

namespace tileglot::render {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;

Json shade_json(const Shade& shade) {
  return {{shade.kind == Shade::Kind::kBucket ? "bucket" : "ramp", shade.value}};
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
  if (cell.shade.kind != Shade::Kind::kNone) json["shade"] = shade_json(cell.shade);
  detail::put_text(json, "label", cell.label);
  detail::put_text(json, "title", cell.title);
  return json;
}

Json axis_json(const Axis& axis) {
  Json json = Json::object();
  detail::put_text(json, "name", axis.name);
  json["headers"] = Json::array();
  detail::put_texts(json, "headers", axis.headers);
  for (const Border& border : axis.borders)
    json["borders"].push_back({{"before", border.before}, {"level", border.level}});
  return json;
}

Json panel_json(const Panel& panel) {
  Json json = Json::object();
  detail::put_text(json, "title", panel.title);
  detail::put_text(json, "tensor", panel.tensor);
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

}  // namespace

nlohmann::ordered_json to_json(const Picture& picture) {
  return detail::picture_json(picture, kVersion, {panel_json, shade_json});
}

}  // namespace tileglot::render
