// SPDX-License-Identifier: Apache-2.0
// latex/detail/signs.h: what kinds, borders and sorts of text look like in LaTeX.
//
// Why      A panel and the legend that explains it look the same.
// Units    Pixels of the page.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "tileglot/render/latex/detail/drawing.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/web/detail/svg_page.h"

namespace tileglot::render::detail {

/// Levels of borders that differ; those that are coarser look like the last.
inline constexpr std::size_t kBorderLevels = 3;
double border_width(std::size_t level);

inline constexpr double kGridWidth = 0.6;

/// Lines upwards to the right over a box, seen inside the drawing's path only. They meet at the
/// sides of cells, so that boxes one below the other are hatched as one.
void put_hatch(LatexDrawing& drawing, double side, double x, double y, double width, double height);

/// Adds the second border of a cell to the path, or strokes those that are there; nothing for
/// kinds that have none.
void add_inset(LatexDrawing& drawing, CellKind kind, double side, double x, double y);
void stroke_insets(LatexDrawing& drawing, CellKind kind);

/// Escaped, after the command that gives it the look of its style.
std::string styled_text(LineStyle style, std::string_view text);

}  // namespace tileglot::render::detail
