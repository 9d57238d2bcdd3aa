// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/web/detail/picture_json.h"

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/render/picture/picture.h"
#include "tileglot/render/picture/terminal.h"
#include "tileglot/render/web/markup.h"

namespace tileglot::render::detail {
namespace {

using Json = nlohmann::ordered_json;

/// What colours, borders and marks mean; null if the picture has none.
Json legend_json(const Picture& picture, Json (*json_of)(const Shade&)) {
  Json json;
  put_text(json, "title", picture.legend_title);
  for (const LegendEntry& entry : picture.legend) {
    Json item = Json::object();
    if (entry.shade.kind != Shade::Kind::kNone) item["shade"] = json_of(entry.shade);
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

void put_text(nlohmann::ordered_json& json, const char* key, std::string_view text) {
  if (!text.empty()) json[key] = valid_text(text);
}

void put_texts(nlohmann::ordered_json& json, const char* key,
               const std::vector<std::string>& texts) {
  for (const std::string& text : texts) json[key].push_back(valid_text(text));
}

nlohmann::ordered_json picture_json(const Picture& picture, int version, const CellForms& forms) {
  Json json{{"version", version}};
  put_text(json, "title", picture.title);
  put_text(json, "remark", picture.remark);
  put_texts(json, "facts", picture.facts);
  json["panels"] = Json::array();
  for (const Panel& panel : picture.panels) json["panels"].push_back(forms.panel(panel));
  Json legend = legend_json(picture, forms.shade);
  if (!legend.is_null()) json["legend"] = std::move(legend);
  put_texts(json, "footers", picture.footers);
  return json;
}

}  // namespace tileglot::render::detail
