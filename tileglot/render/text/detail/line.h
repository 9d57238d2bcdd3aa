// SPDX-License-Identifier: Apache-2.0
// text/detail/line.h: a line of a terminal while it is written, which knows its width.
//
// What     Pieces are put one after the other or at a column. Blanks are written when something
//          follows them, and neighbours that are told the same share one escape sequence.
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

  /// Nothing where the line is there or beyond.
  void skip_to(std::size_t column);

  /// `text` is printable; `escape` comes from escape_of.
  void put(std::string_view text, std::size_t columns, std::string_view escape = {});
  void put(std::string_view text, std::string_view escape = {});

  /// All of another line, at this one's end.
  void put(const TextLine& line);

  /// What was written, reset, without blanks at the end.
  std::string text() const;

 private:
  void end_stretch();
  void write_blanks();

  std::string text_;
  std::string escape_;       ///< of the stretch that is open
  std::size_t written_ = 0;  ///< columns that text_ has
  std::size_t width_ = 0;
};

/// Lines one under the other; the widest may be any.
using TextBlock = std::vector<TextLine>;

std::size_t width_of(const TextBlock& block);

/// One line with all of `text`, or as many as keep to `limit` columns: it breaks at blanks, and what
/// follows the first line is indented by two more. 0 is no limit. Text that nobody vouched for.
TextBlock wrapped(std::string_view text, std::size_t indent, std::size_t limit,
                  std::string_view escape = {});

/// Items in a row with three blanks between them, as many in each line as keep to the limit.
TextBlock flowed(const TextBlock& items, std::size_t indent, std::size_t limit);

}  // namespace tileglot::render
