// SPDX-License-Identifier: Apache-2.0
// text/picture.h: a picture in a terminal.
//
// What     to_text(picture, style) writes title and facts, then the panels with headers, lines at
//          tile boundaries and a mark before each label that is not plain data, then what colours,
//          borders and marks mean.
// Why      A layout is understood by looking at it, right in the terminal.
// Units    The width is in columns of the terminal; 0 is a file, whose lines have no limit.
// Example  f32[3,5]{1,0:T(2,2)}:
//                0   1 │   2   3 │   4   5  ← column (dim 1)
//            0   0   1 │   4   5 │   8  ·9
//          [tests: text/picture_test.cc, "the worked example drawn"]
//
// Narrow   Panels of one panel_row are side by side if all rows of panels fit, else as many as fit.
//          A panel that is too wide alone is cut into bands of columns, at a border if one is near.
//          Facts and footers break at blanks, legends between their entries. So no line is wider
//          than the terminal except for what cannot be broken: a title, a word, an entry, or one
//          cell with its row's header.
// Colour   Colours only repeat what marks, borders and labels say, so without colours nothing is
//          written in their place: the legend, which explains only colours, is left out.
// Safety   Names come from users: invisible characters become question marks, so no label can act
//          on the terminal. Without colours there are no escape sequences at all.
#pragma once

#include <string>

#include "tileglot/render/picture/palette.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/picture/terminal.h"

namespace tileglot::render {

struct TextStyle {
  Terminal terminal = {};
  Palette palette = Palette::kSafe;
};

std::string to_text(const Picture& picture, const TextStyle& style);

}  // namespace tileglot::render
