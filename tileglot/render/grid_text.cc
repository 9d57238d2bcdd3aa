// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/grid_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "tileglot/render/grid.h"

namespace tileglot::render {
namespace {

struct Glyphs {
  std::string_view vertical;
  std::string_view horizontal;
  std::string_view cross;
  std::string_view padding;
};

constexpr Glyphs kBoxGlyphs{"│", "─", "┼", "·"};
constexpr Glyphs kAsciiGlyphs{"|", "-", "+", "."};

bool is_border(std::int64_t i, std::int64_t border, const Side& side) {
  return border > 0 && i > side.first && i % border == 0;
}

std::string repeated(std::string_view glyph, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += glyph;
  return text;
}

std::string without_trailing_blanks(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + '\n';
}

class Writer {
 public:
  Writer(const Grid& grid, const Glyphs& glyphs) : grid_(grid), glyphs_(glyphs) {
    std::int64_t largest = std::max(grid.columns.last - 1, grid.rows.last - 1);
    std::size_t sign = 0;
    for (const Cell& cell : grid.cells) {
      largest = std::max(largest, cell.offset);
      if (cell.offset < 0) sign = std::max(sign, fmt::formatted_size("{}", cell.offset));
    }
    width_ = std::max(fmt::formatted_size("{}", largest), sign) + 1;  // one place for the dot
  }

  std::string run() {
    std::string text = grid_.title.empty() ? "" : fmt::format("[{}]\n", grid_.title);
    text += line("", [](std::int64_t column) { return fmt::format("{}", column); });
    for (std::int64_t row = grid_.rows.first; row < grid_.rows.last; ++row) {
      if (is_border(row, grid_.row_border, grid_.rows)) text += border();
      text += line(fmt::format("{}", row), [&](std::int64_t column) { return cell(row, column); });
    }
    return text;
  }

 private:
  std::string cell(std::int64_t row, std::int64_t column) const {
    const Cell& cell = grid_.at(row, column);
    return fmt::format("{}{}", cell.is_padding ? glyphs_.padding : "", cell.offset);
  }

  /// A label, then what `entry` gives for each column, right-aligned. The dot is wider in bytes
  /// than on the screen.
  template <class Entry>
  std::string line(const std::string& label, Entry entry) const {
    std::string text = fmt::format("{:>{}} ", label, width_);
    for (std::int64_t column = grid_.columns.first; column < grid_.columns.last; ++column) {
      if (is_border(column, grid_.column_border, grid_.columns))
        text += fmt::format(" {}", glyphs_.vertical);
      text += fmt::format(" {:>{}}", entry(column), width_);
    }
    return without_trailing_blanks(text);
  }

  std::string border() const {
    std::string text(width_ + 1, ' ');
    for (std::int64_t column = grid_.columns.first; column < grid_.columns.last; ++column) {
      if (is_border(column, grid_.column_border, grid_.columns)) {
        text += fmt::format("{}{}", glyphs_.horizontal, glyphs_.cross);
      }
      text += repeated(glyphs_.horizontal, width_ + 1);
    }
    return text + '\n';
  }

  const Grid& grid_;
  const Glyphs& glyphs_;
  std::size_t width_ = 2;
};

}  // namespace

std::string to_text(const Grid& grid, Lines lines) {
  return Writer(grid, lines == Lines::kBox ? kBoxGlyphs : kAsciiGlyphs).run();
}

}  // namespace tileglot::render
