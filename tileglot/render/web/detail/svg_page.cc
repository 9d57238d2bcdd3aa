// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/web/detail/svg_page.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/utf8.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/picture/terminal.h"
#include "tileglot/render/web/markup.h"

namespace tileglot::render::detail {
namespace {

constexpr std::int64_t kMargin = 16;
constexpr std::int64_t kPanelGap = 28;
constexpr std::int64_t kGap = 6;
constexpr std::int64_t kLargestText = 12;
constexpr std::int64_t kSmallestSide = 28;
constexpr std::int64_t kLargestSide = 72;
/// Headers widen cells up to this; longer ones are rotated.
constexpr std::int64_t kSideForHeaders = 44;
constexpr std::size_t kColumnsOfALine = 4;  // longer labels are stacked
constexpr std::int64_t kAroundText = 8;     // left and right of the text in a cell, together
constexpr std::int64_t kLegendGap = 18;
constexpr std::size_t kLineColumns = 78;  // lines are as long as the panels or this

struct StyleOfLine {
  std::string_view name;
  std::int64_t text_size;
};

constexpr std::array<StyleOfLine, 7> kLineStyles{{{"title", 15},
                                                  {"remark", 12},
                                                  {"fact", 12},
                                                  {"panel", 13},
                                                  {"axis", kHeaderText},
                                                  {"legend", 12},
                                                  {"footer", 12}}};

std::int64_t width_of(std::string_view text, LineStyle style) {
  return detail::width_of(core::columns_of(text), text_size_of(style));
}

/// The most lines and the most characters of the labels in cells.
struct Labels {
  std::size_t lines = 1;
  std::size_t columns = 1;
};

Labels labels_of(const Picture& picture, bool is_stacked) {
  Labels labels;
  for (const Panel& panel : picture.panels) {
    for (const Cell& cell : panel.cells) {
      const std::vector<std::string> lines = text_of(cell, is_stacked);
      labels.lines = std::max(labels.lines, lines.size());
      for (const std::string& line : lines)
        labels.columns = std::max(labels.columns, core::columns_of(line));
    }
  }
  return labels;
}

std::size_t longest(const std::vector<std::string>& texts) {
  std::size_t columns = 0;
  for (const std::string& text : texts) columns = std::max(columns, core::columns_of(text));
  return columns;
}

bool do_fit(const Labels& labels, std::int64_t side, std::int64_t text_size) {
  return detail::width_of(labels.columns, text_size) + kAroundText <= side &&
         static_cast<std::int64_t>(labels.lines) * line_height(text_size) + 4 <= side;
}

/// Places one thing after another, from the top down.
class Placer {
 public:
  explicit Placer(const Picture& picture) : picture_(picture) {}

  Page run() {
    choose_sizes();
    measure_panels();
    limit_ =
        std::max(panels_width_, detail::width_of(kLineColumns, text_size_of(LineStyle::kFact)));
    place_title();
    for (const std::string& fact : picture_.facts) place_lines(fact, LineStyle::kFact);
    y_ += kGap;
    place_panels();
    place_legend();
    if (!picture_.footers.empty()) y_ += kGap;
    for (const std::string& footer : picture_.footers) place_lines(footer, LineStyle::kFooter);
    place_remark();
    page_.width = right_ + kMargin;
    page_.height = y_ + kMargin;
    return std::move(page_);
  }

 private:
  /// The space around a panel's cells and of the cells themselves.
  struct Room {
    std::int64_t left = 0;
    std::int64_t right = 0;
    std::int64_t top = 0;
    std::int64_t bottom = 0;
    void include(const Room& other) {
      left = std::max(left, other.left);
      right = std::max(right, other.right);
      top = std::max(top, other.top);
      bottom = std::max(bottom, other.bottom);
    }
  };

  std::int64_t length(std::size_t cells) const {
    return static_cast<std::int64_t>(cells) * page_.side;
  }

  void choose_sizes() {
    page_.is_stacked = labels_of(picture_, false).columns > kColumnsOfALine;
    const Labels labels = labels_of(picture_, page_.is_stacked);
    std::size_t headers = 0;
    for (const Panel& panel : picture_.panels)
      headers = std::max(headers, longest(panel.columns.headers));
    const std::int64_t header = detail::width_of(headers, kHeaderText) + kGap;
    page_.side = std::clamp(header, kSmallestSide, kSideForHeaders);
    while (page_.side < kLargestSide && !do_fit(labels, page_.side, kLargestText)) ++page_.side;
    page_.text_size = kLargestText;
    while (page_.text_size > kSmallestText && !do_fit(labels, page_.side, page_.text_size))
      --page_.text_size;
    page_.has_turned_headers = header > page_.side;
  }

  std::int64_t header_height(const Panel& panel) const {
    if (longest(panel.columns.headers) == 0) return 0;
    return kGap + (page_.has_turned_headers
                       ? detail::width_of(longest(panel.columns.headers), kHeaderText)
                       : kHeaderText);
  }

  Room room_of(const Panel& panel) {
    const std::size_t headers = longest(panel.rows.headers);
    PanelPlace place;
    if (headers > 0) place.row_headers = detail::width_of(headers, kHeaderText) + kGap;
    place.column_headers = header_height(panel);
    const std::int64_t axis = line_height(kHeaderText) + kGap / 2;
    const Room room{
        .left = place.row_headers + (panel.rows.name.empty() ? 0 : axis),
        .right =
            std::max({length(panel.columns.count()), width_of(panel.columns.name, LineStyle::kAxis),
                      width_of(panel.title, LineStyle::kPanel)}),
        .top = place.column_headers + (panel.columns.name.empty() ? 0 : axis) +
               (panel.title.empty() ? 0 : line_height(text_size_of(LineStyle::kPanel)) + kGap),
        .bottom =
            std::max(length(panel.rows.count()), width_of(panel.rows.name, LineStyle::kAxis))};
    page_.panels.push_back(place);
    return room;
  }

  /// Panels in one row begin at the same height, and those in one column at the same x; if a
  /// position is taken, the next panel moves right.
  void measure_panels() {
    std::set<std::pair<std::size_t, std::size_t>> taken;
    for (const Panel& panel : picture_.panels) {
      std::size_t column = panel.panel_column;
      while (!taken.insert({panel.panel_row, column}).second) ++column;
      slots_.emplace_back(panel.panel_row, column);
      const Room room = room_of(panel);
      rows_[panel.panel_row].include(room);
      columns_[column].include(room);
    }
    for (const auto& [index, room] : columns_) panels_width_ += room.left + room.right + kPanelGap;
    panels_width_ -= columns_.empty() ? 0 : kPanelGap;
  }

  void place(LineStyle style, Point at, std::string text) {
    right_ = std::max(right_, at.x + width_of(text, style));
    page_.lines.push_back({style, at, std::move(text)});
  }

  /// Places lines below everything so far.
  void place_lines(std::string_view text, LineStyle style) {
    const auto columns =
        static_cast<std::size_t>(limit_ * 100 / detail::width_of(100, text_size_of(style)));
    for (std::string& line : wrapped(text, columns)) {
      y_ += line_height(text_size_of(style));
      place(style, {kMargin, y_}, std::move(line));
    }
  }

  void place_title() {
    if (!picture_.title.empty()) place_lines(picture_.title, LineStyle::kTitle);
    title_end_ = right_;
    const std::int64_t remark = width_of(picture_.remark, LineStyle::kRemark);
    is_remark_beside_ =
        !picture_.title.empty() && title_end_ + 2 * kGap + remark <= kMargin + limit_;
    title_y_ = y_;
    if (!picture_.remark.empty() && !is_remark_beside_)
      place_lines(picture_.remark, LineStyle::kRemark);
    if (!picture_.facts.empty()) y_ += 2;
  }

  /// Called once the width of the page is known: a remark beside the title is at its right edge.
  void place_remark() {
    if (picture_.remark.empty() || !is_remark_beside_) return;
    const std::int64_t width = width_of(picture_.remark, LineStyle::kRemark);
    const std::int64_t x = std::max(title_end_ + 2 * kGap, right_ - width);
    place(LineStyle::kRemark, {x, title_y_}, picture_.remark);
  }

  void place_panels() {
    std::map<std::size_t, std::int64_t> left;
    std::map<std::size_t, std::int64_t> top;
    std::int64_t x = kMargin;
    for (const auto& [index, room] : columns_) {
      left[index] = x + room.left;
      x += room.left + room.right + kPanelGap;
    }
    for (const auto& [index, room] : rows_) {
      top[index] = y_ + kGap + room.top;
      y_ += kGap + room.top + room.bottom + kPanelGap / 2;
    }
    right_ = std::max(right_, kMargin + panels_width_);
    for (std::size_t i = 0; i < picture_.panels.size(); ++i) {
      page_.panels[i].cells = {left[slots_[i].second], top[slots_[i].first]};
      place_names(picture_.panels[i], page_.panels[i]);
    }
  }

  void place_names(const Panel& panel, const PanelPlace& at) {
    std::int64_t y = at.cells.y - at.column_headers - kGap / 2;
    if (!panel.columns.name.empty()) {
      place(LineStyle::kAxis, {at.cells.x, y}, panel.columns.name);
      y -= line_height(kHeaderText) + kGap / 2;
    }
    if (!panel.title.empty()) place(LineStyle::kPanel, {at.cells.x, y - 2}, panel.title);
  }

  /// The colours, then borders and marks on their own line.
  void place_legend() {
    std::vector<LegendPlace> signs;
    for (std::size_t level = 0; level < picture_.border_names.size(); ++level) {
      const std::string& name = picture_.border_names[level];
      if (!name.empty())
        signs.push_back({.what = LegendKind::kBorder, .level = level, .text = name});
    }
    for (const CellKind kind : kinds_in(picture_)) {
      signs.push_back(
          {.what = LegendKind::kMark, .kind = kind, .text = std::string(meaning_of(kind))});
    }
    std::vector<LegendPlace> colors;
    colors.reserve(picture_.legend.size());
    for (const LegendEntry& entry : picture_.legend)
      colors.push_back({.shade = entry.shade, .text = entry.text});
    place_items(picture_.legend_title, std::move(colors));
    place_items("", std::move(signs));
  }

  /// Items stay on the line as long as they fit.
  void place_items(const std::string& title, std::vector<LegendPlace> items) {
    if (items.empty()) return;
    std::int64_t x = kMargin;
    y_ += kGap;
    if (!title.empty()) {
      place(LineStyle::kLegend, {x, y_ + kSwatch - 4}, title);
      x += width_of(title, LineStyle::kLegend) + kLegendGap;
    }
    for (LegendPlace& item : items) x = place_item(std::move(item), x);
    y_ += kSwatch;
  }

  std::int64_t place_item(LegendPlace item, std::int64_t x) {
    const std::int64_t width = kSwatch + kGap + width_of(item.text, LineStyle::kLegend);
    if (x > kMargin && x + width > kMargin + limit_) {
      x = kMargin;
      y_ += kSwatch + kGap;
    }
    item.at = {x, y_};
    right_ = std::max(right_, x + width);
    page_.legend.push_back(std::move(item));
    return x + width + kLegendGap;
  }

  const Picture& picture_;
  Page page_;
  std::vector<std::pair<std::size_t, std::size_t>> slots_;
  std::map<std::size_t, Room> rows_;
  std::map<std::size_t, Room> columns_;
  std::int64_t panels_width_ = 0;
  std::int64_t limit_ = 0;  // the width limit of lines
  std::int64_t right_ = 0;  // the right end of what is placed
  std::int64_t y_ = kMargin / 2;
  std::int64_t title_end_ = 0;
  std::int64_t title_y_ = 0;
  bool is_remark_beside_ = false;
};

}  // namespace

std::string_view name_of(LineStyle style) {
  return kLineStyles[static_cast<std::size_t>(style)].name;
}

std::int64_t text_size_of(LineStyle style) {
  return kLineStyles[static_cast<std::size_t>(style)].text_size;
}

std::int64_t width_of(std::size_t columns, std::int64_t text_size) {
  return (static_cast<std::int64_t>(columns) * text_size * 61 + 99) / 100;
}

std::int64_t line_height(std::int64_t text_size) { return (text_size * 5 + 3) / 4; }

std::vector<std::string> text_of(const Cell& cell, bool is_stacked) {
  const bool is_empty = cell.label.empty();
  if (is_empty && (cell.kind == CellKind::kData || cell.kind == CellKind::kHole)) return {};
  std::string label = cell.label;
  if (is_stacked) std::replace(label.begin(), label.end(), ' ', '\n');
  std::vector<std::string> lines = lines_of(label);
  lines.front().insert(0, mark_of(cell.kind, Glyphs::kUnicode));
  return lines;
}

bool fits(const std::vector<std::string>& lines, std::int64_t side, std::int64_t text_size) {
  return do_fit({.lines = lines.size(), .columns = longest(lines)}, side, text_size);
}

Page page_of(const Picture& picture) { return Placer(picture).run(); }

}  // namespace tileglot::render::detail
