// SPDX-License-Identifier: Apache-2.0
// latex/detail/panel.h: one panel in LaTeX: fills, kinds, grid and borders, labels, headers.
#pragma once

#include "tileglot/render/latex/detail/drawing.h"
#include "tileglot/render/picture/palette.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/web/detail/svg_page.h"

namespace tileglot::render::detail {

void draw_panel(LatexDrawing& drawing, const Panel& panel, const PanelPlace& place,
                const Page& page, Palette palette);

}  // namespace tileglot::render::detail
