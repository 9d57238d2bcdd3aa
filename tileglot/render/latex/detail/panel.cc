// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/latex/detail/panel.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "tileglot/render/latex/detail/drawing.h"
#include "tileglot/render/latex/detail/signs.h"
#include "tileglot/render/latex/detail/text.h"
#include "tileglot/render/picture/palette.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/picture/terminal.h"
#include "tileglot/render/web/detail/svg_page.h"

namespace tileglot::render::detail {
namespace {

constexpr double kHeaderGap = 6;
/// The most cells in a path, so that TeX's memory holds it.
constexpr std::size_t kPathCells = 1024;
/// The most cells in a row of text, so that TeX can measure it.
constexpr std::size_t kBoxes = 128;

using Labels = std::vector<std::vector<std::string>>;

std::string boxed(const std::string& latex) { return "\\tgc{" + latex + "}"; }

/// One line of each label; a label without lines is an empty box.
std::string boxes_of(const Labels& labels, std::size_t line) {
  std::string boxes;
  for (const std::vector<std::string>& lines : labels)
    boxes += boxed(lines.empty() ? "" : latex_text(lines[line]));
  return boxes;
}

std::string stack_of(const std::vector<std::string>& lines) {
  std::string latex;
  for (const std::string& line : lines) latex += latex_text(line) + "\\cr ";
  return "\\tgl{" + latex + "}";
}

/// All lines of each label.
std::string stacks_of(const Labels& labels) {
  std::string boxes;
  for (const std::vector<std::string>& lines : labels)
    boxes += lines.size() > 1 ? boxed(stack_of(lines)) : boxes_of({lines}, 0);
  return boxes;
}

std::vector<std::string> label_of(const Cell& cell, bool is_stacked) {
  std::vector<std::string> lines = text_of(cell, is_stacked);
  if (lines.empty() && cell.kind == CellKind::kHole)
    lines.emplace_back(mark_of(cell.kind, Glyphs::kUnicode));
  return lines;
}

class PanelDrawing {
 public:
  PanelDrawing(LatexDrawing& drawing, const Panel& panel, const PanelPlace& place, const Page& page,
               Palette palette)
      : drawing_(drawing),
        panel_(panel),
        place_(place),
        page_(page),
        palette_(palette),
        x_(static_cast<double>(place.cells.x)),
        y_(static_cast<double>(place.cells.y)) {}

  void run() {
    for (std::size_t row = 0; row < panel_.rows.count(); ++row) put_fills(row);
    put_hatches();
    put_grid();
    for (std::size_t kind = 0; kind < kCellKinds; ++kind) put_insets(static_cast<CellKind>(kind));
    put_borders();
    for (std::size_t row = 0; row < panel_.rows.count(); ++row) put_labels(row);
    put_column_headers();
    put_row_headers();
  }

 private:
  double length(std::size_t cells) const {
    return static_cast<double>(cells) * static_cast<double>(page_.side);
  }
  double width() const { return length(panel_.columns.count()); }
  double height() const { return length(panel_.rows.count()); }

  /// All cells of one colour in a row together; adjacent ones are merged.
  void put_fills(std::size_t row) {
    std::map<std::tuple<std::uint8_t, std::uint8_t, std::uint8_t>, std::vector<LatexDrawing::Run>>
        runs;
    for (std::size_t column = 0; column < panel_.columns.count(); ++column) {
      const Cell& cell = panel_.at(row, column);
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
    if (!fills.empty()) drawing_.put_fills(x_, y_ + length(row + 1), fills);
  }

  /// A few rows at a time, since TeX copies a path several times while it grows.
  void put_hatches() {
    std::size_t cells = 0;
    std::size_t first = 0;
    for (std::size_t row = 0; row < panel_.rows.count(); ++row) {
      cells += add_padding(row);
      const bool is_last = row + 1 == panel_.rows.count();
      if (cells < kPathCells && !is_last) continue;
      if (cells > 0)
        put_hatch(drawing_, length(1), x_, y_ + length(first), width(), length(row + 1 - first));
      cells = 0;
      first = row + 1;
    }
  }

  std::size_t add_padding(std::size_t row) {
    std::size_t cells = 0;
    for (std::size_t begin = 0; begin < panel_.columns.count();) {
      std::size_t end = begin;
      while (end < panel_.columns.count() && panel_.at(row, end).kind == CellKind::kPadding) ++end;
      if (end > begin) {
        drawing_.add_rectangle(x_ + length(begin), y_ + length(row), length(end - begin),
                               length(1));
        ++cells;
      }
      begin = std::max(end, begin + 1);
    }
    return cells;
  }

  void put_grid() {
    const std::size_t rows = panel_.rows.count();
    const std::size_t columns = panel_.columns.count();
    if (rows == 0 || columns == 0) return;
    for (std::size_t i = 1; i < rows; ++i)
      drawing_.add_line(x_, y_ + length(i), x_ + width(), y_ + length(i));
    for (std::size_t i = 1; i < columns; ++i)
      drawing_.add_line(x_ + length(i), y_, x_ + length(i), y_ + height());
    drawing_.stroke(Stroke::kGrid, kGridWidth);
  }

  void put_insets(CellKind kind) {
    std::size_t cells = 0;
    for (std::size_t i = 0; i < panel_.cells.size(); ++i) {
      if (panel_.cells[i].kind != kind) continue;
      const std::size_t columns = panel_.columns.count();
      add_inset(drawing_, kind, length(1), x_ + length(i % columns), y_ + length(i / columns));
      if (++cells % kPathCells == 0) stroke_insets(drawing_, kind);
    }
    stroke_insets(drawing_, kind);
  }

  void put_borders() {
    for (std::size_t level = 0; level < kBorderLevels; ++level) {
      add_borders(level);
      drawing_.stroke(Stroke::kBorder, border_width(level));
    }
    drawing_.add_rectangle(x_, y_, width(), height());
    drawing_.stroke(Stroke::kBorder, border_width(0));
  }

  void add_borders(std::size_t level) {
    const auto is_here = [&](const Border& border) {
      return std::min<std::size_t>(border.level, kBorderLevels - 1) == level;
    };
    for (const Border& border : panel_.rows.borders) {
      const double at = y_ + length(border.before);
      if (is_here(border)) drawing_.add_line(x_, at, x_ + width(), at);
    }
    for (const Border& border : panel_.columns.borders) {
      const double at = x_ + length(border.before);
      if (is_here(border)) drawing_.add_line(at, y_, at, y_ + height());
    }
  }

  /// A row of labels with the same number of lines each is drawn as one row of text per line.
  void put_labels(std::size_t row) {
    const double middle = y_ + length(row) + length(1) / 2;
    for (std::size_t begin = 0; begin < panel_.columns.count(); begin += kBoxes) {
      const std::size_t end = std::min(begin + kBoxes, panel_.columns.count());
      Labels labels;
      labels.reserve(end - begin);
      for (std::size_t column = begin; column < end; ++column)
        labels.push_back(label_of(panel_.at(row, column), page_.is_stacked));
      put_labels(labels, x_ + length(begin), middle);
    }
  }

  void put_labels(const Labels& labels, double x, double middle) {
    std::set<std::size_t> heights;
    for (const std::vector<std::string>& lines : labels) {
      if (!lines.empty()) heights.insert(lines.size());
    }
    if (heights.size() > 1) {
      drawing_.put_labels(x, middle, stacks_of(labels));
      return;
    }
    const std::size_t height = heights.empty() ? 0 : *heights.begin();
    const auto step = static_cast<double>(line_height(page_.text_size));
    const double first = middle - step * (static_cast<double>(height) - 1) / 2;
    for (std::size_t line = 0; line < height; ++line)
      drawing_.put_labels(x, first + step * static_cast<double>(line), boxes_of(labels, line));
  }

  void put_column_headers() {
    const auto size = static_cast<double>(kHeaderText);
    for (std::size_t i = 0; i < panel_.columns.count(); ++i) {
      const std::string text = styled_text(LineStyle::kAxis, panel_.columns.headers[i]);
      const double middle = x_ + length(i) + length(1) / 2;
      if (page_.has_turned_headers) {
        drawing_.put_text(middle + size / 3, y_ - kHeaderGap, size, "left,rotate=90", text);
      } else {
        drawing_.put_text(middle, y_ - kHeaderGap, size, "center", text);
      }
    }
  }

  /// The name of the rows is rotated and ends at the first row.
  void put_row_headers() {
    const auto size = static_cast<double>(kHeaderText);
    for (std::size_t i = 0; i < panel_.rows.count(); ++i) {
      drawing_.put_text(x_ - kHeaderGap, y_ + length(i) + length(1) / 2 + size / 3, size, "right",
                        styled_text(LineStyle::kAxis, panel_.rows.headers[i]));
    }
    if (panel_.rows.name.empty()) return;
    drawing_.put_text(x_ - static_cast<double>(place_.row_headers) - kHeaderGap, y_, size,
                      "right,rotate=90", styled_text(LineStyle::kAxis, panel_.rows.name));
  }

  LatexDrawing& drawing_;
  const Panel& panel_;
  const PanelPlace& place_;
  const Page& page_;
  Palette palette_;
  double x_;  ///< of the first cell's top left corner
  double y_;
};

}  // namespace

void draw_panel(LatexDrawing& drawing, const Panel& panel, const PanelPlace& place,
                const Page& page, Palette palette) {
  PanelDrawing(drawing, panel, place, page, palette).run();
}

}  // namespace tileglot::render::detail
