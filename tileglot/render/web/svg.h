// SPDX-License-Identifier: Apache-2.0
// web/svg.h: a picture as SVG.
//
// What     to_svg(picture, style) is one self-contained file: cells are groups with a title and
//          data-row, data-column, data-kind, data-offset, data-coordinate and data-thread-values
//          (register,lane,warp,block) if they have them.
// Why      For papers, reviews and pages: it scales, its text can be searched, and programs read
//          the cells back.
// Units    Pixels at the size of the page; text in cells has 7 to 12 of them, and text that does
//          not fit into a cell is in its title.
// Example  The cell at (3,0) of f32[3,5]{1,0:T(2,2)} is hatched and says ·14; its group has
//          data-row="3" data-column="0" data-kind="padding" data-offset="14".
//          [tests: web/svg_test.cc, "a cell says what it is"]
// Errors   None. Any text is escaped; characters that XML forbids are dropped.
// Source   Scalable Vector Graphics 1.1; only style rules that librsvg 2.54 supports are used.
#pragma once

#include <cstdint>
#include <string>

#include "tileglot/render/picture/palette.h"
#include "tileglot/render/picture/picture.h"

namespace tileglot::render {

/// The background around the cells. `auto` is light, or dark if the reader's system is.
enum class Theme : std::uint8_t { kAuto, kLight, kDark };

struct SvgStyle {
  Palette palette = Palette::kSafe;
  Theme theme = Theme::kAuto;
};

std::string to_svg(const Picture& picture, const SvgStyle& style);

}  // namespace tileglot::render
