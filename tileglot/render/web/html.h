// SPDX-License-Identifier: Apache-2.0
// web/html.h: a picture as an interactive page.
//
// What     to_html(picture, style) is one self-contained page: the SVG of web/svg.h with a script.
//          The cell under the pointer or with the focus is outlined in every panel: solid where it
//          is the same element, dashed where it shares the offset or a thread value; a line below
//          shows its details. A click keeps it, arrow keys move, Escape clears, a legend entry
//          keeps its cells and fades the others.
// Why      Reviewers ask "and where is this element on the other side?".
// Units    Those of web/svg.h. Without scripts the page is the SVG.
// Example  Pointing at the cell (2,3) of f32[3,5]{1,0:T(2,2)}: "(2,3) at offset 17 · offset 17 =
//          0b1_0001".
//          [tests: web/html_test.cc, "the page holds the SVG and nothing from elsewhere"]
// Errors   None. User text is escaped, and the script only sets it as text.
#pragma once

#include <string>

#include "tileglot/render/picture/picture.h"
#include "tileglot/render/web/svg.h"

namespace tileglot::render {

std::string to_html(const Picture& picture, const SvgStyle& style);

}  // namespace tileglot::render
