// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/picture_latex.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "tileglot/render/detail/latex_drawing.h"
#include "tileglot/render/detail/latex_text.h"
#include "tileglot/render/detail/svg_page.h"
#include "tileglot/render/palette.h"
#include "tileglot/render/picture.h"
#include "tileglot/render/terminal.h"

namespace tileglot::render {
namespace {

using detail::kHeaderText;
using detail::kSwatch;
using detail::LatexDrawing;
using detail::LegendKind;
using detail::LegendPlace;
using detail::Line;
using detail::LineStyle;
using detail::Page;
using detail::PanelPlace;
using detail::Stroke;

/// In pixels, by level; the last is for all that are coarser.
constexpr std::array<double, 3> kBorderWidths{1.2, 2.2, 3.4};
constexpr double kHeaderGap = 6;
/// About so far are the lines of a hatch apart.
constexpr double kHatchStep = 9;
constexpr double kHatchWidth = 0.4;
/// Of so many cells at most is a path, so that TeX's memory holds it.
constexpr std::size_t kPathCells = 1024;
/// Of so many cells at most is a row of text, so that TeX can measure it.
constexpr std::size_t kBoxes = 128;

double border_width(std::size_t level) {
  return kBorderWidths.at(std::min(level, kBorderWidths.size() - 1));
}

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

std::string styled(LineStyle style, std::string_view text) {
  const std::string latex = detail::latex_text(text);
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

std::vector<std::string> label_of(const Cell& cell, bool is_stacked) {
  std::vector<std::string> lines = detail::text_of(cell, is_stacked);
  if (lines.empty() && cell.kind == CellKind::kHole)
    lines.emplace_back(mark_of(cell.kind, Glyphs::kUnicode));
  return lines;
}

/// A line, or a stack of them.
std::string box_of(const std::vector<std::string>& lines) {
  std::string latex;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0) latex += "\\cr ";
    latex += detail::latex_text(lines[i]);
  }
  return lines.size() > 1 ? "\\tgc{\\tgl{" + latex + "}}" : "\\tgc{" + latex + "}";
}

class Writer {
 public:
  Writer(const Picture& picture, const Page& page, Palette palette)
      : picture_(picture), page_(page), palette_(palette), drawing_(page) {}

  std::string run() {
    for (const Line& line : page_.lines) {
      put_text(line.at.x, line.at.y, detail::text_size_of(line.style), "left",
               styled(line.style, line.text));
    }
    for (std::size_t i = 0; i < picture_.panels.size(); ++i)
      put_panel(picture_.panels[i], page_.panels[i]);
    for (const LegendPlace& item : page_.legend) put_item(item);
    return drawing_.document();
  }

 private:
  void put_text(std::int64_t x, std::int64_t y, std::int64_t size, std::string_view options,
                const std::string& latex) {
    drawing_.put_text(static_cast<double>(x), static_cast<double>(y), static_cast<double>(size),
                      options, latex);
  }

  double length(std::size_t cells) const {
    return static_cast<double>(cells) * static_cast<double>(page_.side);
  }

  void put_panel(const Panel& panel, const PanelPlace& place) {
    const auto x = static_cast<double>(place.cells.x);
    const auto y = static_cast<double>(place.cells.y);
    for (std::size_t row = 0; row < panel.rows.count(); ++row)
      put_fills(panel, row, x, y + length(row));
    put_hatches(panel, x, y);
    put_grid(panel, x, y);
    for (const Inset& inset : kInsets) put_insets(panel, inset, x, y);
    put_borders(panel, x, y);
    for (std::size_t row = 0; row < panel.rows.count(); ++row) put_labels(panel, row, x, y);
    put_headers(panel, place);
  }

  /// All cells of a colour in a row together, neighbours as one.
  void put_fills(const Panel& panel, std::size_t row, double x, double y) {
    std::map<std::tuple<std::uint8_t, std::uint8_t, std::uint8_t>, std::vector<LatexDrawing::Run>>
        runs;
    for (std::size_t column = 0; column < panel.columns.count(); ++column) {
      const Cell& cell = panel.at(row, column);
      if (cell.shade.kind == Shade::Kind::kNone || cell.kind == CellKind::kHole) continue;
      const Rgb color = color_of(cell.shade, palette_);
      std::vector<LatexDrawing::Run>& same = runs[{color.red, color.green, color.blue}];
      const double begin = length(column);
      if (same.empty() || same.back().end < begin) same.push_back({begin, begin});
      same.back().end = length(column + 1);
    }
    std::string fills;
    for (const auto& [color, same] : runs) {
      fills += drawing_.fill_of({std::get<0>(color), std::get<1>(color), std::get<2>(color)},
                                length(1), same);
    }
    if (!fills.empty()) drawing_.put_fills(x, y + length(1), fills);
  }

  /// Some rows at a time, since TeX copies a path a few times while it grows.
  void put_hatches(const Panel& panel, double x, double y) {
    std::size_t cells = 0;
    std::size_t first = 0;
    for (std::size_t row = 0; row < panel.rows.count(); ++row) {
      cells += add_padding(panel, row, x, y + length(row));
      const bool is_last = row + 1 == panel.rows.count();
      if (cells < kPathCells && !is_last) continue;
      if (cells > 0)
        put_hatch(x, y + length(first), length(panel.columns.count()), length(row + 1 - first));
      cells = 0;
      first = row + 1;
    }
  }

  std::size_t add_padding(const Panel& panel, std::size_t row, double x, double y) {
    std::size_t cells = 0;
    for (std::size_t begin = 0; begin < panel.columns.count();) {
      std::size_t end = begin;
      while (end < panel.columns.count() && panel.at(row, end).kind == CellKind::kPadding) ++end;
      if (end > begin) {
        drawing_.add_rectangle(x + length(begin), y, length(end - begin), length(1));
        ++cells;
      }
      begin = std::max(end, begin + 1);
    }
    return cells;
  }

  /// Lines upwards to the right over a box, of which the path is seen. They meet at the sides of
  /// cells, so that boxes one below the other are hatched as one.
  void put_hatch(double x, double y, double width, double height) {
    drawing_.begin_clip();
    const double step = length(1) / std::round(length(1) / kHatchStep);
    for (double from = x - height + step; from < x + width; from += step) {
      const double before = std::max(0.0, x - from);
      const double after = std::max(0.0, from + height - x - width);
      drawing_.add_line(from + before, y + height - before, from + height - after, y + after);
    }
    drawing_.stroke(Stroke::kHatch, kHatchWidth);
    drawing_.end_clip();
  }

  void put_grid(const Panel& panel, double x, double y) {
    const std::size_t rows = panel.rows.count();
    const std::size_t columns = panel.columns.count();
    if (rows == 0 || columns == 0) return;
    for (std::size_t i = 1; i < rows; ++i)
      drawing_.add_line(x, y + length(i), x + length(columns), y + length(i));
    for (std::size_t i = 1; i < columns; ++i)
      drawing_.add_line(x + length(i), y, x + length(i), y + length(rows));
    drawing_.stroke(Stroke::kGrid, 0.6);
  }

  void put_insets(const Panel& panel, const Inset& inset, double x, double y) {
    std::size_t cells = 0;
    for (std::size_t i = 0; i < panel.cells.size(); ++i) {
      if (panel.cells[i].kind != inset.kind) continue;
      add_inset(inset, x + length(i % panel.columns.count()), y + length(i / panel.columns.count()),
                length(1));
      if (++cells % kPathCells == 0) drawing_.stroke(inset.stroke, inset.width);
    }
    if (cells % kPathCells > 0) drawing_.stroke(inset.stroke, inset.width);
  }

  void add_inset(const Inset& inset, double x, double y, double side) {
    drawing_.add_rectangle(x + inset.distance, y + inset.distance, side - 2 * inset.distance,
                           side - 2 * inset.distance);
  }

  void put_borders(const Panel& panel, double x, double y) {
    const double width = length(panel.columns.count());
    const double height = length(panel.rows.count());
    for (std::size_t level = 0; level < kBorderWidths.size(); ++level) {
      const auto is_here = [&](const Border& border) {
        return std::min<std::size_t>(border.level, kBorderWidths.size() - 1) == level;
      };
      for (const Border& border : panel.rows.borders) {
        const double at = y + length(border.before);
        if (is_here(border)) drawing_.add_line(x, at, x + width, at);
      }
      for (const Border& border : panel.columns.borders) {
        const double at = x + length(border.before);
        if (is_here(border)) drawing_.add_line(at, y, at, y + height);
      }
      drawing_.stroke(Stroke::kBorder, border_width(level));
    }
    drawing_.add_rectangle(x, y, width, height);
    drawing_.stroke(Stroke::kBorder, border_width(0));
  }

  /// A row of labels that have a line each, or all the same number, is a row of text for each line.
  void put_labels(const Panel& panel, std::size_t row, double x, double y) {
    const double middle = y + length(row) + length(1) / 2;
    for (std::size_t begin = 0; begin < panel.columns.count(); begin += kBoxes) {
      const std::size_t end = std::min(begin + kBoxes, panel.columns.count());
      std::vector<std::vector<std::string>> labels;
      labels.reserve(end - begin);
      for (std::size_t column = begin; column < end; ++column)
        labels.push_back(label_of(panel.at(row, column), page_.is_stacked));
      put_labels(labels, x + length(begin), middle);
    }
  }

  void put_labels(const std::vector<std::vector<std::string>>& labels, double x, double middle) {
    std::set<std::size_t> heights;
    for (const std::vector<std::string>& lines : labels) {
      if (!lines.empty()) heights.insert(lines.size());
    }
    if (heights.size() > 1) {
      std::string boxes;
      for (const std::vector<std::string>& lines : labels) boxes += box_of(lines);
      drawing_.put_labels(x, middle, boxes);
      return;
    }
    const std::size_t height = heights.empty() ? 0 : *heights.begin();
    const auto step = static_cast<double>(detail::line_height(page_.text_size));
    const double first = middle - step * (static_cast<double>(height) - 1) / 2;
    for (std::size_t line = 0; line < height; ++line) {
      std::string boxes;
      for (const std::vector<std::string>& lines : labels)
        boxes += box_of(lines.empty() ? lines : std::vector{lines[line]});
      drawing_.put_labels(x, first + step * static_cast<double>(line), boxes);
    }
  }

  void put_headers(const Panel& panel, const PanelPlace& place) {
    const auto x = static_cast<double>(place.cells.x);
    const auto y = static_cast<double>(place.cells.y);
    const auto size = static_cast<double>(kHeaderText);
    for (std::size_t i = 0; i < panel.columns.count(); ++i) {
      const std::string text = styled(LineStyle::kAxis, panel.columns.headers[i]);
      const double middle = x + length(i) + length(1) / 2;
      if (page_.has_turned_headers) {
        drawing_.put_text(middle + size / 3, y - kHeaderGap, size, "left,rotate=90", text);
      } else {
        drawing_.put_text(middle, y - kHeaderGap, size, "center", text);
      }
    }
    for (std::size_t i = 0; i < panel.rows.count(); ++i) {
      drawing_.put_text(x - kHeaderGap, y + length(i) + length(1) / 2 + size / 3, size, "right",
                        styled(LineStyle::kAxis, panel.rows.headers[i]));
    }
    if (!panel.rows.name.empty()) {
      drawing_.put_text(x - static_cast<double>(place.row_headers) - kHeaderGap, y, size,
                        "right,rotate=90", styled(LineStyle::kAxis, panel.rows.name));
    }
  }

  void put_item(const LegendPlace& item) {
    const auto x = static_cast<double>(item.at.x);
    const auto y = static_cast<double>(item.at.y);
    const auto side = static_cast<double>(kSwatch);
    if (item.what == LegendKind::kBorder) {
      drawing_.add_line(x + side / 2, y, x + side / 2, y + side);
      drawing_.stroke(Stroke::kBorder, border_width(item.level));
    } else {
      put_swatch(item, x, y, side);
    }
    put_text(item.at.x + kSwatch + 6, item.at.y + 12, detail::text_size_of(LineStyle::kLegend),
             "left", styled(LineStyle::kLegend, item.text));
  }

  void put_swatch(const LegendPlace& item, double x, double y, double side) {
    if (item.shade.kind != Shade::Kind::kNone) {
      drawing_.put_fills(
          x, y + side,
          drawing_.fill_of(color_of(item.shade, palette_), side, {{.begin = 0, .end = side}}));
    }
    if (item.kind == CellKind::kPadding) {
      drawing_.add_rectangle(x, y, side, side);
      put_hatch(x, y, side, side);
    }
    drawing_.add_rectangle(x, y, side, side);
    drawing_.stroke(Stroke::kGrid, 0.6);
    for (const Inset& inset : kInsets) {
      if (inset.kind != item.kind) continue;
      add_inset(inset, x, y, side);
      drawing_.stroke(inset.stroke, inset.width);
    }
    const std::string mark = detail::latex_text(mark_of(item.kind, Glyphs::kUnicode));
    if (!mark.empty()) drawing_.put_text(x + side / 2, y + 12, 11, "center", mark);
  }

  const Picture& picture_;
  const Page& page_;
  Palette palette_;
  LatexDrawing drawing_;
};

}  // namespace

std::string to_latex(const Picture& picture, Palette palette) {
  const Page page = detail::page_of(picture);
  return Writer(picture, page, palette).run();
}

}  // namespace tileglot::render
