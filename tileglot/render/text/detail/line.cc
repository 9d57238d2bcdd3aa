// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/text/detail/line.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "tileglot/core/utf8.h"
#include "tileglot/render/text/detail/ansi.h"

namespace tileglot::render {
namespace {

constexpr std::size_t kItemGap = 3;

/// The blanks that `text` begins with and the word after them.
std::string_view first_word(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
  return text.substr(0, text.find(' ', begin));
}

std::string_view without_blanks_before(std::string_view word) {
  return word.substr(std::min(word.find_first_not_of(' '), word.size()));
}

}  // namespace

void TextLine::skip_to(std::size_t column) { width_ = std::max(width_, column); }

void TextLine::end_stretch() {
  if (!escape_.empty()) text_ += kReset;
  escape_.clear();
}

void TextLine::write_blanks() {
  if (written_ == width_) return;
  end_stretch();
  text_.append(width_ - written_, ' ');
  written_ = width_;
}

void TextLine::put(std::string_view text, std::size_t columns, std::string_view escape) {
  const std::size_t end = width_ + columns;
  if (escape.empty()) {  // invisible blanks wait for what follows
    const std::size_t kept = text.find_last_not_of(' ') + 1;
    columns -= text.size() - kept;
    text = text.substr(0, kept);
  }
  if (!text.empty()) {
    write_blanks();
    if (escape != escape_) {
      end_stretch();
      text_ += escape;
      escape_ = escape;
    }
    text_ += text;
    written_ = width_ + columns;
  }
  width_ = end;
}

void TextLine::put(std::string_view text, std::string_view escape) {
  put(text, core::columns_of(text), escape);
}

void TextLine::put(const TextLine& line) {
  if (line.written_ > 0) {
    write_blanks();
    end_stretch();
    text_ += line.text_;
    escape_ = line.escape_;
    written_ = width_ + line.written_;
  }
  width_ += line.width_;
}

std::string TextLine::text() const { return escape_.empty() ? text_ : text_ + std::string(kReset); }

std::size_t width_of(const TextBlock& block) {
  std::size_t width = 0;
  for (const TextLine& line : block) width = std::max(width, line.width());
  return width;
}

TextBlock wrapped(std::string_view text, std::size_t indent, std::size_t limit,
                  std::string_view escape) {
  const std::string printable = core::printable(text, text.size());
  std::string_view rest = printable;
  TextBlock lines(1);
  lines.back().skip_to(indent);
  bool is_begun = false;
  while (!rest.empty()) {
    std::string_view word = limit == 0 ? rest : first_word(rest);
    rest.remove_prefix(word.size());
    if (is_begun && lines.back().width() + core::columns_of(word) > limit) {
      lines.emplace_back().skip_to(indent + 2);
      word = without_blanks_before(word);
    }
    lines.back().put(word, escape);
    is_begun = true;
  }
  return lines;
}

TextBlock flowed(const TextBlock& items, std::size_t indent, std::size_t limit) {
  TextBlock lines;
  for (const TextLine& item : items) {
    const std::size_t next = lines.empty() ? 0 : lines.back().width() + kItemGap;
    const bool fits = next > 0 && (limit == 0 || next + item.width() <= limit);
    if (!fits) lines.emplace_back();
    lines.back().skip_to(fits ? next : indent);
    lines.back().put(item);
  }
  return lines;
}

}  // namespace tileglot::render
