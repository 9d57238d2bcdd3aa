// SPDX-License-Identifier: Apache-2.0
// arrange_panels.h: the panels of a picture, side by side where they fit.
//
// What     If all panels fit as panel_row and panel_column place them, they form a grid: panels in
//          the same column start at the same position, so the panels of a matrix product are
//          arranged as one. Else each row of panels takes as many lines of panels as it needs.
// Units    Columns of the terminal; a limit of 0 means none.
// Example  Two panels 30 wide are one line of panels in 80 columns and two in 50.
//          [tests: text/picture_test.cc, "panels stand side by side where they fit"]
#pragma once

#include <cstddef>

#include "tileglot/render/picture/picture.h"
#include "tileglot/render/text/detail/line.h"
#include "tileglot/render/text/picture.h"

namespace tileglot::render {

TextBlock arrange_panels(const Picture& picture, const TextStyle& style, std::size_t indent,
                         std::size_t limit);

}  // namespace tileglot::render
