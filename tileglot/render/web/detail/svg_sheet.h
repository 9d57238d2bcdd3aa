// SPDX-License-Identifier: Apache-2.0
// svg_sheet.h: the style sheet of an SVG picture.
//
// What     sheet_of(scope, ..) are the rules of a picture; each begins with #scope, so that several
//          pictures on one page do not change each other.
// Why      A class is shorter than the attributes it replaces, and only a style sheet can follow
//          the reader's theme. librsvg has no variables, so the colours of a theme are written out.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "tileglot/render/picture/picture.h"
#include "tileglot/render/web/svg.h"

namespace tileglot::render::detail {

/// b3 for bucket 3, r128 for a step of the ramp, n without a shade.
std::string class_of(const Shade& shade);

std::string sheet_of(std::string_view scope, const Picture& picture, std::int64_t text_size,
                     const SvgStyle& style);

}  // namespace tileglot::render::detail
