// SPDX-License-Identifier: Apache-2.0
// picture_json.h: what the two JSON forms of a picture have in common: all but cells and shades.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/render/picture/picture.h"

namespace tileglot::render::detail {

struct CellForms {
  nlohmann::ordered_json (*panel)(const Panel& panel);
  nlohmann::ordered_json (*shade)(const Shade& shade);
};

nlohmann::ordered_json picture_json(const Picture& picture, int version, const CellForms& forms);

/// Absent if it is empty.
void put_text(nlohmann::ordered_json& json, const char* key, std::string_view text);
void put_texts(nlohmann::ordered_json& json, const char* key,
               const std::vector<std::string>& texts);

}  // namespace tileglot::render::detail
