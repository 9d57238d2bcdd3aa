// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/latex/detail/signs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>

#include "tileglot/render/latex/detail/drawing.h"
#include "tileglot/render/latex/detail/text.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/web/detail/svg_page.h"

namespace tileglot::render::detail {
namespace {

constexpr std::array<double, kBorderLevels> kBorderWidths{1.2, 2.2, 3.4};
/// The approximate distance between the lines of a hatch.
constexpr double kHatchStep = 9;
constexpr double kHatchWidth = 0.4;

/// A second border inside the cell.
struct Inset {
  CellKind kind;
  Stroke stroke;
  double distance;
  double width;
};

constexpr std::array<Inset, 4> kInsets{{{CellKind::kAlias, Stroke::kAlias, 3, 0.8},
                                        {CellKind::kHole, Stroke::kHole, 3, 0.8},
                                        {CellKind::kSelected, Stroke::kSelected, 1.8, 2.4},
                                        {CellKind::kWitness, Stroke::kWitness, 1.8, 2.6}}};

const Inset* inset_of(CellKind kind) {
  for (const Inset& inset : kInsets) {
    if (inset.kind == kind) return &inset;
  }
  return nullptr;
}

}  // namespace

double border_width(std::size_t level) {
  return kBorderWidths.at(std::min(level, kBorderLevels - 1));
}

void put_hatch(LatexDrawing& drawing, double side, double x, double y, double width,
               double height) {
  drawing.begin_clip();
  const double step = side / std::round(side / kHatchStep);
  for (double from = x - height + step; from < x + width; from += step) {
    const double before = std::max(0.0, x - from);
    const double after = std::max(0.0, from + height - x - width);
    drawing.add_line(from + before, y + height - before, from + height - after, y + after);
  }
  drawing.stroke(Stroke::kHatch, kHatchWidth);
  drawing.end_clip();
}

void add_inset(LatexDrawing& drawing, CellKind kind, double side, double x, double y) {
  const Inset* const inset = inset_of(kind);
  if (inset == nullptr) return;
  const double inner = side - 2 * inset->distance;
  drawing.add_rectangle(x + inset->distance, y + inset->distance, inner, inner);
}

void stroke_insets(LatexDrawing& drawing, CellKind kind) {
  const Inset* const inset = inset_of(kind);
  if (inset != nullptr) drawing.stroke(inset->stroke, inset->width);
}

std::string styled_text(LineStyle style, std::string_view text) {
  const std::string latex = latex_text(text);
  switch (style) {
    case LineStyle::kTitle:
    case LineStyle::kPanel: return "\\bfseries " + latex;
    case LineStyle::kAxis: return "\\color{blue!40!black}" + latex;
    case LineStyle::kRemark: return "\\color{black!65}" + latex;
    case LineStyle::kFact:
    case LineStyle::kLegend:
    case LineStyle::kFooter: return latex;
  }
  return latex;
}

}  // namespace tileglot::render::detail
