// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/web/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/counted.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/web/detail/svg_page.h"
#include "tileglot/render/web/detail/svg_sheet.h"
#include "tileglot/render/web/markup.h"

namespace tileglot::render {
namespace {

using detail::kSwatch;
using detail::LegendKind;
using detail::LegendPlace;
using detail::Line;
using detail::Page;
using detail::PanelPlace;

/// The finest borders are l0, the coarsest l2.
constexpr std::uint8_t kLastLevel = 2;

/// FNV-1a: names a picture by its contents, the same each time.
std::string scope_of(std::string_view body) {
  std::uint32_t hash = 2166136261U;
  for (const char byte : body) hash = (hash ^ static_cast<unsigned char>(byte)) * 16777619U;
  return fmt::format("t{:08x}", hash);
}

std::string coordinate_text(const map::Coordinate& coordinate) {
  return fmt::format("{}", fmt::join(coordinate, ","));
}

std::string thread_values_text(const std::vector<ThreadValue>& thread_values) {
  std::string text;
  for (const ThreadValue& tv : thread_values) {
    text +=
        fmt::format("{}{},{},{},{}", text.empty() ? "" : " ", tv.reg, tv.lane, tv.warp, tv.block);
  }
  return text;
}

/// Writes the elements of one picture.
class Writer {
 public:
  Writer(const Picture& picture, const Page& page) : picture_(picture), page_(page) {}

  std::string run() {
    put("<rect class=\"page\" width=\"{}\" height=\"{}\"/>\n", page_.width, page_.height);
    for (const Line& line : page_.lines) put_line(line);
    for (std::size_t i = 0; i < picture_.panels.size(); ++i)
      put_panel(picture_.panels[i], page_.panels[i], i);
    if (!page_.legend.empty()) put_legend();
    return std::move(text_);
  }

 private:
  template <class... Values>
  void put(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
  }

  void put_line(const Line& line) {
    put("<text class=\"{}\" x=\"{}\" y=\"{}\">{}</text>\n", name_of(line.style), line.at.x,
        line.at.y, xml_text(line.text));
  }

  void put_panel(const Panel& panel, const PanelPlace& place, std::size_t index) {
    const std::string tensor =
        panel.tensor.empty() ? "" : fmt::format(" data-tensor=\"{}\"", xml_text(panel.tensor));
    put("<g transform=\"translate({},{})\" data-panel=\"{}\"{}>\n", place.cells.x, place.cells.y,
        index, tensor);
    put("<g class=\"headers\">\n");
    put_column_headers(panel);
    put_row_headers(panel, place);
    put("</g>\n<g class=\"cells\">\n");
    for (std::size_t row = 0; row < panel.rows.count(); ++row) {
      for (std::size_t column = 0; column < panel.columns.count(); ++column)
        put_cell(panel.at(row, column), row, column);
    }
    put("</g>\n");
    put_borders(panel);
    put("</g>\n");
  }

  std::int64_t length(std::size_t cells) const {
    return static_cast<std::int64_t>(cells) * page_.side;
  }
  std::int64_t middle(std::size_t cell) const { return length(cell) + page_.side / 2; }

  void put_column_headers(const Panel& panel) {
    for (std::size_t i = 0; i < panel.columns.count(); ++i) {
      const std::string text = xml_text(panel.columns.headers[i]);
      if (text.empty()) continue;
      if (page_.has_turned_headers) {
        put("<text class=\"start\" transform=\"translate({},-5) rotate(-90)\">{}</text>\n",
            middle(i) + 4, text);
      } else {
        put("<text x=\"{}\" y=\"-6\">{}</text>\n", middle(i), text);
      }
    }
  }

  /// The name of the rows is rotated and ends at the first row.
  void put_row_headers(const Panel& panel, const PanelPlace& place) {
    for (std::size_t i = 0; i < panel.rows.count(); ++i) {
      const std::string text = xml_text(panel.rows.headers[i]);
      if (!text.empty())
        put("<text class=\"end\" x=\"-6\" y=\"{}\">{}</text>\n", middle(i) + 4, text);
    }
    if (panel.rows.name.empty()) return;
    put("<text class=\"axis end\" transform=\"translate({},0) rotate(-90)\">{}</text>\n",
        -place.row_headers - 6, xml_text(panel.rows.name));
  }

  void put_cell(const Cell& cell, std::size_t row, std::size_t column) {
    put("<g class=\"{}\" transform=\"translate({},{})\" data-row=\"{}\" data-column=\"{}\" "
        "data-kind=\"{}\"",
        cell.kind == CellKind::kHole ? "hole" : detail::class_of(cell.shade), length(column),
        length(row), row, column, name_of(cell.kind));
    put_keys(cell);
    text_ += '>';
    if (!cell.title.empty()) put("<title>{}</title>", xml_text(cell.title));
    put_box(cell.kind, page_.side);
    put_label(cell);
    text_ += "</g>\n";
  }

  void put_keys(const Cell& cell) {
    if (cell.offset) put(" data-offset=\"{}\"", *cell.offset);
    if (!cell.coordinate.empty()) put(" data-coordinate=\"{}\"", coordinate_text(cell.coordinate));
    if (!cell.thread_values.empty())
      put(" data-thread-values=\"{}\"", thread_values_text(cell.thread_values));
  }

  void put_square(std::string_view name, std::string_view inset, double side) {
    put("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>", name, inset, inset,
        side, side);
  }

  /// The cell, and the marks of its kind over it.
  void put_box(CellKind kind, std::int64_t side) {
    const auto width = static_cast<double>(side);
    put("<rect width=\"{}\" height=\"{}\"/>", side, side);
    switch (kind) {
      case CellKind::kData: break;
      case CellKind::kHole: put_square("o", "2.5", width - 5); break;
      case CellKind::kPadding:
        put("<rect class=\"h\" width=\"{}\" height=\"{}\"/>", side, side);
        break;
      case CellKind::kAlias:
        put_square("a", "0.8", width - 1.6);
        put_square("a", "3", width - 6);
        break;
      case CellKind::kSelected: put_square("s", "1.8", width - 3.6); break;
      case CellKind::kWitness: put_square("w", "1.8", width - 3.6); break;
    }
  }

  /// The lines around the middle of the cell; a line's baseline is a third of its size below its
  /// middle.
  void put_label(const Cell& cell) {
    const std::vector<std::string> lines = detail::text_of(cell, page_.is_stacked);
    if (lines.empty() || !detail::fits(lines, page_.side, page_.text_size)) return;
    const std::int64_t step = detail::line_height(page_.text_size);
    const std::int64_t above = step * (static_cast<std::int64_t>(lines.size()) - 1) / 2;
    const std::int64_t y = page_.side / 2 - above + page_.text_size * 7 / 20;
    if (lines.size() == 1) {
      put("<text x=\"{}\" y=\"{}\">{}</text>", page_.side / 2, y, xml_text(lines.front()));
      return;
    }
    put("<text>");
    for (std::size_t i = 0; i < lines.size(); ++i) {
      put("<tspan x=\"{}\" y=\"{}\">{}</tspan>", page_.side / 2,
          y + static_cast<std::int64_t>(i) * step, xml_text(lines[i]));
    }
    put("</text>");
  }

  /// One path for all borders of a level, the finest first.
  void put_borders(const Panel& panel) {
    const std::int64_t width = length(panel.columns.count());
    const std::int64_t height = length(panel.rows.count());
    std::map<std::uint8_t, std::string> paths;
    for (const Border& border : panel.rows.borders) {
      paths[std::min(border.level, kLastLevel)] +=
          fmt::format("M0 {}h{}", length(border.before), width);
    }
    for (const Border& border : panel.columns.borders) {
      paths[std::min(border.level, kLastLevel)] +=
          fmt::format("M{} 0v{}", length(border.before), height);
    }
    for (const auto& [level, path] : paths)
      put("<path class=\"border l{}\" d=\"{}\"/>\n", level, path);
    put("<rect class=\"frame\" width=\"{}\" height=\"{}\"/>\n", width, height);
  }

  void put_legend() {
    put("<g class=\"legend\">\n");
    for (const LegendPlace& item : page_.legend) put_item(item);
    put("</g>\n");
  }

  void put_item(const LegendPlace& item) {
    put("<g data-{} transform=\"translate({},{})\">", subject_of(item), item.at.x, item.at.y);
    if (item.what == LegendKind::kBorder) {
      put("<path class=\"sample l{}\" d=\"M8 0v{}\"/>", std::min<std::size_t>(item.level, 2),
          kSwatch);
    } else {
      put_swatch(item);
    }
    put("<text x=\"{}\" y=\"12\">{}</text></g>\n", kSwatch + 6, xml_text(item.text));
  }

  static std::string subject_of(const LegendPlace& item) {
    switch (item.what) {
      case LegendKind::kBorder: return fmt::format("border=\"{}\"", item.level);
      case LegendKind::kMark: return fmt::format("mark=\"{}\"", name_of(item.kind));
      case LegendKind::kShade: break;
    }
    return fmt::format("shade=\"{}\"", detail::class_of(item.shade));
  }

  void put_swatch(const LegendPlace& item) {
    put("<g class=\"cells\"><g class=\"{}\">",
        item.kind == CellKind::kHole ? "hole" : detail::class_of(item.shade));
    put_box(item.kind, kSwatch);
    const std::string_view mark = mark_of(item.kind, Glyphs::kUnicode);
    if (!mark.empty() && item.kind != CellKind::kHole)
      put("<text x=\"8\" y=\"12\">{}</text>", mark);
    put("</g></g>");
  }

  const Picture& picture_;
  const Page& page_;
  std::string text_;
};

std::string description_of(const Picture& picture) {
  std::string text;
  for (const std::string& fact : picture.facts) text += fact + "; ";
  for (const Panel& panel : picture.panels) {
    text += fmt::format("{}{} and {}; ", panel.title.empty() ? "" : panel.title + ": ",
                        core::counted(static_cast<std::int64_t>(panel.rows.count()), "row"),
                        core::counted(static_cast<std::int64_t>(panel.columns.count()), "column"));
  }
  return text.substr(0, text.size() - std::min<std::size_t>(text.size(), 2));
}

constexpr std::string_view kHatch =
    "<pattern id=\"{}-h\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
    "patternTransform=\"rotate(45)\"><path d=\"M3 0v6\" stroke=\"#000\" stroke-opacity=\".28\" "
    "stroke-width=\"1.2\"/></pattern>";

}  // namespace

std::string to_svg(const Picture& picture, const SvgStyle& style) {
  const Page page = detail::page_of(picture);
  const std::string body = Writer(picture, page).run();
  const std::string scope = scope_of(body);
  const std::string sheet = detail::sheet_of(scope, picture, page.text_size, style);
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"{}\" width=\"{}\" height=\"{}\" "
      "viewBox=\"0 0 {} {}\" role=\"img\" xml:space=\"preserve\">",
      scope, page.width, page.height, page.width, page.height);
  text += fmt::format("<title>{}</title><desc>{}</desc>\n", xml_text(picture.title),
                      xml_text(description_of(picture)));
  text += fmt::format("<style>{}</style>\n<defs>{}</defs>\n", sheet,
                      fmt::format(fmt::runtime(kHatch), scope));
  return text + body + "</svg>\n";
}

}  // namespace tileglot::render
