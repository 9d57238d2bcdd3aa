// SPDX-License-Identifier: Apache-2.0
// text/picture_law_test.cc: what a terminal shows is read back into cells.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/core/utf8.h"
#include "tileglot/map/any_dice.h"
#include "tileglot/render/picture/palette.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/picture/terminal.h"
#include "tileglot/render/text/picture.h"

namespace tileglot::render {
namespace {

/// Panel, row, column.
using Place = std::tuple<std::size_t, std::size_t, std::size_t>;

/// What is written in each cell, line by line; a cell of which nothing is seen has no entry.
using Cells = std::map<Place, std::vector<std::string>>;

// --- pictures whose headers say where a cell is: row r2.0 is row 2 of panel 0 ---

// Every other text is one of the words that the reader passes over.

std::string any_label(map::Dice& dice) {
  static const std::vector<std::string> lines{"", "0", "17", "T4", "(2,3)", "256", "⊕1"};
  std::string label = dice.pick(lines);
  while (dice.one_in(4)) label += "\n" + dice.pick(lines);
  return label;
}

Axis any_axis(map::Dice& dice, std::size_t most, char letter, std::size_t panel) {
  Axis axis{.name = dice.one_in(2) ? "" : "name"};
  const std::size_t count = 1 + dice.below(most);
  for (std::size_t i = 0; i < count; ++i) {
    axis.headers.push_back(letter + std::to_string(i) + "." + std::to_string(panel));
    const std::size_t level = dice.below(9);
    if (i > 0 && level < 3) axis.borders.push_back({i, static_cast<std::uint8_t>(level)});
  }
  return axis;
}

Cell any_cell(map::Dice& dice) {
  return {.kind = static_cast<CellKind>(dice.below(kCellKinds)),
          .shade = {static_cast<Shade::Kind>(dice.below(3)),
                    static_cast<std::uint8_t>(dice.below(256))},
          .label = any_label(dice)};
}

Panel any_panel(map::Dice& dice, std::size_t most, std::size_t number) {
  Panel panel{.title = dice.one_in(2) ? "" : "title title",
              .rows = any_axis(dice, most, 'r', number),
              .columns = any_axis(dice, most, 'c', number),
              .panel_row = dice.below(2),
              .panel_column = dice.below(3)};
  const std::size_t cells = panel.rows.count() * panel.columns.count();
  panel.cells.reserve(cells);
  while (panel.cells.size() < cells) panel.cells.push_back(any_cell(dice));
  return panel;
}

/// Few draws of RapidCheck, so that it makes a failing picture small in time.
Picture any_picture() {
  const auto panels = *rc::gen::inRange<std::size_t>(0, 4);
  const auto most = *rc::gen::inRange<std::size_t>(1, 9);
  map::Dice dice(*rc::gen::arbitrary<std::uint64_t>());
  Picture picture{.title = "title", .remark = "read as: title", .facts = {"12 elements, 48 bytes"}};
  for (std::size_t i = 0; i < panels; ++i) picture.panels.push_back(any_panel(dice, most, i));
  return picture;
}

TextStyle any_style() {
  return {.terminal = {.colors = *rc::gen::element(ColorDepth::kNone, ColorDepth::k256,
                                                   ColorDepth::kTrue),
                       .columns = *rc::gen::inRange(0, 120),
                       .glyphs = *rc::gen::element(Glyphs::kUnicode, Glyphs::kAscii)},
          .palette = *rc::gen::element(Palette::kSafe, Palette::kGrey)};
}

// --- what a picture says, and what its text says ---

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Lines at the end of which nothing is seen do not count.
std::vector<std::string> seen(std::vector<std::string> lines) {
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

Cells cells_of(const Picture& picture, Glyphs glyphs) {
  Cells cells;
  for (std::size_t number = 0; number < picture.panels.size(); ++number) {
    const Panel& panel = picture.panels[number];
    for (std::size_t i = 0; i < panel.cells.size(); ++i) {
      const Cell& cell = panel.cells[i];
      const auto lines = seen(lines_of(std::string(mark_of(cell.kind, glyphs)) + cell.label));
      const std::size_t columns = panel.columns.count();
      if (!lines.empty()) cells[{number, i / columns, i % columns}] = lines;
    }
  }
  return cells;
}

std::string without_escapes(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    if (text[0] == '\x1b') {
      text.remove_prefix(text.find('m') + 1);
    } else {
      plain += text[0];
      text.remove_prefix(1);
    }
  }
  return plain;
}

struct Token {
  std::string text;
  std::size_t end = 0;  ///< the column after it
};

std::vector<Token> tokens_of(std::string_view line) {
  std::vector<Token> tokens;
  bool is_open = false;
  for (std::size_t column = 0; !line.empty();) {
    const core::Character character = core::character_at(line);
    column += character.columns();
    const std::string_view text = line.substr(0, character.length);
    line.remove_prefix(character.length);
    if (text == " ") {
      is_open = false;
      continue;
    }
    if (!is_open) tokens.emplace_back();
    is_open = true;
    tokens.back().text += text;
    tokens.back().end = column;
  }
  return tokens;
}

/// What is not a cell: lines where tiles begin, arrows, the words of any_picture().
bool is_passed_over(const std::string& text) {
  static const std::set<std::string> words{"│", "┃",  "|",  "#", "←",    "→",
                                           "↑", "<-", "->", "^", "name", "title"};
  const std::string end = text.substr(text.size() - std::min<std::size_t>(text.size(), 2));
  return words.contains(text) || end == "--" || end == "==" || text.ends_with("──") ||
         text.ends_with("━━");
}

/// The number and the panel of "c3.0", if it is one.
std::optional<std::pair<std::size_t, std::size_t>> header_of(const std::string& text, char letter) {
  const std::size_t point = text.find('.');
  if (text[0] != letter || point == std::string::npos) return std::nullopt;
  return std::pair{std::stoul(text.substr(1)), std::stoul(text.substr(point + 1))};
}

/// Says what a mark means; it is not broken.
bool is_of_key(const std::string& line) {
  for (std::size_t kind = 1; kind < kCellKinds; ++kind) {
    if (line.find(meaning_of(static_cast<CellKind>(kind))) != std::string::npos) return true;
  }
  return false;
}

/// Follows the lines of panels: headers of columns say which cell ends where, one of a row begins it.
class Reader {
 public:
  Cells run(const std::string& text) {
    for (const std::string& line : lines_of(without_escapes(text))) {
      if (is_of_key(line)) break;
      read(tokens_of(line));
    }
    for (auto& [place, lines] : cells_) lines = seen(lines);
    return cells_;
  }

 private:
  struct Column {
    std::size_t panel = 0;
    std::size_t number = 0;
    std::size_t end = 0;
  };

  void read(const std::vector<Token>& tokens) {
    if (std::any_of(tokens.begin(), tokens.end(),
                    [](const Token& token) { return header_of(token.text, 'c').has_value(); })) {
      columns_.clear();
      rows_.clear();
    }
    for (const Token& token : tokens) {
      if (const auto column = header_of(token.text, 'c')) {
        columns_.push_back({column->second, column->first, token.end});
      } else if (const auto row = header_of(token.text, 'r')) {
        rows_[row->second] = row->first;
        lines_[row->second] = 0;
      }
    }
    for (const Token& token : tokens) put(token);
    for (auto& [panel, line] : lines_) ++line;
  }

  void put(const Token& token) {
    if (is_passed_over(token.text) || header_of(token.text, 'c') || header_of(token.text, 'r'))
      return;
    for (const Column& column : columns_) {
      if (column.end != token.end || !rows_.contains(column.panel)) continue;
      std::vector<std::string>& lines = cells_[{column.panel, rows_[column.panel], column.number}];
      lines.resize(lines_[column.panel]);
      lines.push_back(token.text);
    }
  }

  std::vector<Column> columns_;
  std::map<std::size_t, std::size_t> rows_;   ///< by panel, the row that is being read
  std::map<std::size_t, std::size_t> lines_;  ///< by panel, its line
  Cells cells_;
};

/// What one cell, its row's header and a border need, at most; and words of other texts.
std::size_t widest_unbreakable(const Picture& picture) {
  std::size_t width = std::string_view("    elements,").size();
  for (const Panel& panel : picture.panels) {
    const std::size_t cell = 6;  // "≡(2,3)"
    const std::size_t row_header = panel.rows.headers[0].size();
    width = std::max(width, 2 + row_header + 1 + 2 + 1 + cell);
    width = std::max(width, 2 + row_header + 1 + 1 + 2 + std::string_view("name").size());
  }
  return width;
}

void expect_no_line_is_too_wide(const std::string& text, const Picture& picture, int columns) {
  if (columns == 0) return;
  const auto limit = std::max(static_cast<std::size_t>(columns), widest_unbreakable(picture));
  for (const std::string& line : lines_of(without_escapes(text))) {
    EXPECT_TRUE(is_of_key(line) || core::columns_of(line) <= limit) << line;
  }
}

TEST(PictureTextLaw, TextIsReadBack) {
  core::check_law("text_is_read_back", 4000, [] {
    const Picture picture = any_picture();
    const TextStyle style = any_style();
    const std::string text = to_text(picture, style);
    EXPECT_EQ(Reader().run(text), cells_of(picture, style.terminal.glyphs)) << text;
  });
}

TEST(PictureTextLaw, NoLineIsWiderThanTheTerminal) {
  core::check_law("no_line_is_wider_than_the_terminal", 4000, [] {
    const Picture picture = any_picture();
    const TextStyle style = any_style();
    expect_no_line_is_too_wide(to_text(picture, style), picture, style.terminal.columns);
  });
}

TEST(PictureTextLaw, LinesEndWithoutBlanksAndReset) {
  core::check_law("lines_end_without_blanks_and_reset", 2000, [] {
    const TextStyle style = any_style();
    const std::string text = to_text(any_picture(), style);
    for (const std::string& line : lines_of(text)) {
      EXPECT_FALSE(line.ends_with(' ')) << line;
      const std::size_t escape = line.rfind('\x1b');
      EXPECT_TRUE(escape == std::string::npos || line.substr(escape, 4) == "\x1b[0m") << line;
    }
    const bool is_escaped = text.find('\x1b') != std::string::npos;
    EXPECT_TRUE(!is_escaped || style.terminal.colors != ColorDepth::kNone);
  });
}

}  // namespace
}  // namespace tileglot::render
