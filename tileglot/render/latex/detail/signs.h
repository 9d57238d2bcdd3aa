// SPDX-License-Identifier: Apache-2.0
// latex/detail/signs.h: the look of kinds, borders and text styles in LaTeX.
//
// Why      A panel and the legend that explains it must look the same.
// Units    Pixels of the page.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "tileglot/render/latex/detail/drawing.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/web/detail/svg_page.h"

namespace tileglot::render::detail {

/// Border levels that look different; coarser ones look like the last.
inline constexpr std::size_t kBorderLevels = 3;
double border_width(std::size_t level);

inline constexpr double kGridWidth = 0.6;

/// Hatches a box with rising lines, clipped to the drawing's path. They meet at the sides of cells,
/// so that a stack of boxes is hatched as one.
void put_hatch(LatexDrawing& drawing, double side, double x, double y, double width, double height);

/// Adds the second border of a cell to the path, or strokes the borders in it; does nothing for
/// kinds without one.
void add_inset(LatexDrawing& drawing, CellKind kind, double side, double x, double y);
void stroke_insets(LatexDrawing& drawing, CellKind kind);

/// Escaped text, after the command that sets its style.
std::string styled_text(LineStyle style, std::string_view text);

}  // namespace tileglot::render::detail
