// SPDX-License-Identifier: Apache-2.0
// latex_panel.h: one panel in LaTeX: fills, kinds, grid and borders, labels, headers.
#pragma once

#include "tileglot/render/detail/latex_drawing.h"
#include "tileglot/render/detail/svg_page.h"
#include "tileglot/render/palette.h"
#include "tileglot/render/picture.h"

namespace tileglot::render::detail {

void draw_panel(LatexDrawing& drawing, const Panel& panel, const PanelPlace& place,
                const Page& page, Palette palette);

}  // namespace tileglot::render::detail
