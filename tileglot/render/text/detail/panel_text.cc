// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/text/detail/panel_text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/utf8.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/picture/terminal.h"
#include "tileglot/render/text/detail/ansi.h"
#include "tileglot/render/text/detail/border_glyphs.h"
#include "tileglot/render/text/detail/cell_text.h"
#include "tileglot/render/text/detail/columns.h"
#include "tileglot/render/text/detail/line.h"
#include "tileglot/render/text/picture.h"

namespace tileglot::render {
namespace {

constexpr std::size_t kNameGap = 2;

std::vector<Words> words_of(const std::vector<std::string>& headers) {
  std::vector<Words> words;
  words.reserve(headers.size());
  for (const std::string& header : headers) words.push_back(render::words_of(header));
  return words;
}

std::vector<std::vector<Words>> words_of(const std::vector<Cell>& cells, Glyphs glyphs) {
  std::vector<std::vector<Words>> words;
  words.reserve(cells.size());
  for (const Cell& cell : cells) words.push_back(render::words_of(cell, glyphs));
  return words;
}

std::size_t widest(const std::vector<Words>& words) {
  std::size_t width = 0;
  for (const Words& each : words) width = std::max(width, each.columns);
  return width;
}

std::size_t widest(const std::vector<std::vector<Words>>& cells) {
  std::size_t width = 0;
  for (const std::vector<Words>& words : cells) width = std::max(width, widest(words));
  return width;
}

/// The direction of an axis, next to its name.
struct Arrow {
  std::string_view unicode;
  std::string_view ascii;
};

constexpr Arrow kBeside{"← ", "<- "};
constexpr Arrow kAbove{"→ ", "-> "};
constexpr Arrow kBelow{"↑ ", "^ "};

std::string with_arrow(const Arrow& arrow, const std::string& name, Glyphs glyphs) {
  return std::string(glyphs == Glyphs::kUnicode ? arrow.unicode : arrow.ascii) +
         core::printable(name, name.size());
}

void append(TextBlock& block, const TextBlock& more) {
  block.insert(block.end(), more.begin(), more.end());
}

}  // namespace

PanelText::PanelText(const Panel& panel, const TextStyle& style)
    : panel_(panel),
      style_(style),
      words_(words_of(panel.cells, style.terminal.glyphs)),
      row_headers_(words_of(panel.rows.headers)),
      column_headers_(words_of(panel.columns.headers)),
      row_header_width_(widest(row_headers_)),
      has_high_rows_(std::any_of(words_.begin(), words_.end(),
                                 [](const std::vector<Words>& words) { return words.size() > 1; })),
      row_borders_(borders_of(panel.rows)),
      columns_(panel.columns, std::max(widest(words_), widest(column_headers_))) {}

PanelHead PanelText::head() const {
  return {.has_title = !panel_.title.empty(),
          .has_name = !panel_.columns.name.empty(),
          .has_headers = widest(column_headers_) > 0};
}

const std::vector<Words>& PanelText::words_at(std::size_t row, std::size_t column) const {
  return words_[row * columns_.count() + column];
}

std::size_t PanelText::height_of(std::size_t row) const {
  std::size_t height = 1;
  if (!has_high_rows_) return height;
  for (std::size_t column = 0; column < columns_.count(); ++column) {
    height = std::max(height, words_at(row, column).size());
  }
  return height;
}

TextLine PanelText::title_line() const {
  return wrapped(panel_.title, 0, 0, escape_of(Tone::kTitle, {}, style_)).front();
}

TextLine PanelText::column_name_line() const {
  TextLine line;
  if (panel_.columns.name.empty()) return line;
  line.skip_to(cells_begin() + 1);
  line.put(with_arrow(kAbove, panel_.columns.name, style_.terminal.glyphs),
           escape_of(Tone::kHeader, {}, style_));
  return line;
}

TextLine PanelText::header_line(const Band& band) const {
  TextLine line;
  line.skip_to(cells_begin());
  const std::string escape = escape_of(Tone::kHeader, {}, style_);
  for (std::size_t column = band.begin; column < band.end; ++column) {
    put_vertical(line, column);
    const Words& header = column_headers_[column];
    line.skip_to(line.width() + 1 + columns_.cell_width() - header.columns);
    line.put(header.text, header.columns, escape);
  }
  return line;
}

/// The border before a column, if it has one.
void PanelText::put_vertical(TextLine& text, std::size_t column) const {
  const auto border = columns_.border(column);
  if (!border) return;
  text.skip_to(text.width() + 1);
  text.put(vertical_line(*border, style_.terminal.glyphs), 1);
}

TextLine PanelText::border_line(const Band& band, std::uint8_t level) const {
  const Glyphs glyphs = style_.terminal.glyphs;
  const std::string_view line = horizontal_line(level, glyphs);
  std::string drawn;
  const auto draw = [&](std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) drawn += line;
  };
  for (std::size_t column = band.begin; column < band.end; ++column) {
    if (const auto border = columns_.border(column)) {
      draw(1);
      drawn += crossing(*border, level, glyphs);
    }
    draw(1 + columns_.cell_width());
  }
  TextLine text;
  text.skip_to(cells_begin());
  text.put(drawn, columns_.width(band));
  return text;
}

/// The line between two rows of several lines.
TextLine PanelText::spacer_line(const Band& band) const {
  TextLine text;
  text.skip_to(cells_begin());
  for (std::size_t column = band.begin; column < band.end; ++column) {
    put_vertical(text, column);
    text.skip_to(text.width() + 1 + columns_.cell_width());
  }
  return text;
}

/// A shade covers the whole width, a tone only the words.
void PanelText::put_cell(TextLine& text, std::size_t row, std::size_t column, std::size_t line,
                         std::size_t width) const {
  const Cell& cell = panel_.at(row, column);
  const std::vector<Words>& lines = words_at(row, column);
  const Words words = line < lines.size() ? lines[line] : Words{};
  const std::string escape = escape_of(tone_of(cell.kind), cell.shade, style_);
  const std::size_t blanks = 1 + columns_.cell_width() - words.columns;
  const std::size_t end = text.width() + width;
  const bool is_shaded = !escape.empty() && cell.shade.kind != Shade::Kind::kNone;
  if (is_shaded) {
    const std::string after(width - blanks - words.columns, ' ');
    text.put(std::string(blanks, ' ') + words.text + after, width, escape);
  } else {
    text.skip_to(text.width() + blanks);
    text.put(words.text, words.columns, escape);
  }
  text.skip_to(end);
}

TextLine PanelText::row_line(std::size_t row, std::size_t line, const Band& band) const {
  TextLine text;
  if (line == 0 && row_header_width_ > 0) {
    const Words& header = row_headers_[row];
    text.skip_to(row_header_width_ - header.columns);
    text.put(header.text, header.columns, escape_of(Tone::kHeader, {}, style_));
  }
  text.skip_to(cells_begin());
  for (std::size_t column = band.begin; column < band.end; ++column) {
    if (const auto border = columns_.border(column)) {
      if (column == band.begin) text.skip_to(text.width() + 1);
      text.put(vertical_line(*border, style_.terminal.glyphs), 1);
    }
    const bool is_border_next = column + 1 < band.end && columns_.border(column + 1);
    put_cell(text, row, column, line, 1 + columns_.cell_width() + (is_border_next ? 1 : 0));
  }
  return text;
}

void PanelText::put_rows(TextBlock& block, const Band& band) const {
  for (std::size_t row = 0; row < panel_.rows.count(); ++row) {
    if (const auto& border = row_borders_[row]) {
      block.push_back(border_line(band, *border));
    } else if (has_high_rows_ && row > 0) {
      block.push_back(spacer_line(band));
    }
    for (std::size_t line = 0; line < height_of(row); ++line) {
      block.push_back(row_line(row, line, band));
    }
  }
}

void PanelText::put_row_name(TextBlock& block, std::size_t limit) const {
  if (panel_.rows.name.empty()) return;
  const std::size_t indent =
      std::min<std::size_t>(row_header_width_ == 0 ? 0 : row_header_width_ - 1, 2);
  const std::string name = with_arrow(kBelow, panel_.rows.name, style_.terminal.glyphs);
  append(block, wrapped(name, indent, limit, escape_of(Tone::kHeader, {}, style_)));
}

std::size_t PanelText::width() const {
  const std::size_t cells = cells_begin() + columns_.width({0, columns_.count()});
  TextBlock names{title_line(), column_name_line()};
  put_row_name(names, 0);
  return std::max(cells, width_of(names));
}

TextBlock PanelText::draw(const PanelHead& head) const {
  const Band all{0, columns_.count()};
  TextBlock block;
  if (head.has_title) block.push_back(title_line());
  if (head.has_name) block.push_back(column_name_line());
  if (head.has_headers) block.push_back(header_line(all));
  put_rows(block, all);
  put_row_name(block, 0);
  return block;
}

bool PanelText::is_name_beside(const Band& first, std::size_t limit) const {
  if (panel_.columns.name.empty() || !head().has_headers) return false;
  const std::string name = with_arrow(kBeside, panel_.columns.name, style_.terminal.glyphs);
  const std::size_t end = cells_begin() + columns_.width(first) + kNameGap + core::columns_of(name);
  return limit == 0 || end <= limit;
}

TextBlock PanelText::lines_above(bool is_name_above, std::size_t limit) const {
  TextBlock block;
  if (!panel_.title.empty())
    block = wrapped(panel_.title, 0, limit, escape_of(Tone::kTitle, {}, style_));
  if (is_name_above) {
    append(block, wrapped(with_arrow(kAbove, panel_.columns.name, style_.terminal.glyphs),
                          cells_begin() + 1, limit, escape_of(Tone::kHeader, {}, style_)));
  }
  return block;
}

void PanelText::put_name_beside(TextLine& headers) const {
  headers.skip_to(headers.width() + kNameGap);
  headers.put(with_arrow(kBeside, panel_.columns.name, style_.terminal.glyphs),
              escape_of(Tone::kHeader, {}, style_));
}

TextBlock PanelText::draw_alone(std::size_t limit) const {
  const std::size_t room = limit > cells_begin() ? limit - cells_begin() : 1;
  const std::vector<Band> bands = columns_.bands(limit > 0 ? room : 0);
  const bool is_beside = is_name_beside(bands.front(), limit);
  TextBlock block = lines_above(!panel_.columns.name.empty() && !is_beside, limit);
  for (const Band& band : bands) {
    const bool is_first = band.begin == 0;
    if (!is_first) block.emplace_back();
    if (head().has_headers) block.push_back(header_line(band));
    if (is_first && is_beside) put_name_beside(block.back());
    put_rows(block, band);
  }
  put_row_name(block, limit);
  return block;
}

}  // namespace tileglot::render
