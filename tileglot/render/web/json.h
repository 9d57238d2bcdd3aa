// SPDX-License-Identifier: Apache-2.0
// web/json.h: a picture as JSON, for other programs that draw or compare.
//
// What     to_json(picture) has everything that a Picture has; what is absent there is absent here.
//          Keys are added in later versions and never change their meaning within one.
// Why      A program that draws the picture itself need not parse SVG.
// Units    Those of picture/picture.h; a shade is {"bucket": 0 to 7} or {"ramp": 0 to 255}.
// Example  The cell at (3,0) of f32[3,5]{1,0:T(2,2)}:
//          {"row":3,"column":0,"kind":"padding","coordinate":[3,0],"offset":14,..,"label":"14"}.
//          [tests: web/json_test.cc, "the worked example"]
// Errors   None. Text is made valid UTF-8, so that printing the JSON cannot fail either.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "tileglot/render/picture/picture.h"

namespace tileglot::render {

nlohmann::ordered_json to_json(const Picture& picture);

}  // namespace tileglot::render
