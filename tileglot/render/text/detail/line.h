// SPDX-License-Identifier: Apache-2.0
// text/detail/line.h: a terminal line being written, which tracks its width.
//
// What     Pieces are appended or put at a column. Blanks are written only when something follows
//          them, and neighbours with the same style share one escape sequence.
// Units    Columns of the terminal; escape sequences have none.
// Example  skip_to(2), put("a"), skip_to(8) is "  a", 8 columns wide.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tileglot::render {

class TextLine {
 public:
  std::size_t width() const { return width_; }

  /// Does nothing if the line is already there or beyond.
  void skip_to(std::size_t column);

  /// `text` is printable; `escape` comes from escape_of.
  void put(std::string_view text, std::size_t columns, std::string_view escape = {});
  void put(std::string_view text, std::string_view escape = {});

  /// Appends all of another line.
  void put(const TextLine& line);

  /// The text so far, with a reset, without trailing blanks.
  std::string text() const;

 private:
  void end_stretch();
  void write_blanks();

  std::string text_;
  std::string escape_;       ///< of the current style
  std::size_t written_ = 0;  ///< width of text_
  std::size_t width_ = 0;
};

/// A block of lines, each of any width.
using TextBlock = std::vector<TextLine>;

std::size_t width_of(const TextBlock& block);

/// Wraps `text` at blanks to lines of at most `limit` columns, if it can; lines after the first are
/// indented by two more. 0 means no limit. `text` may be untrusted.
TextBlock wrapped(std::string_view text, std::size_t indent, std::size_t limit,
                  std::string_view escape = {});

/// Items in a row with three blanks between them, as many in each line as fit the limit.
TextBlock flowed(const TextBlock& items, std::size_t indent, std::size_t limit);

}  // namespace tileglot::render
