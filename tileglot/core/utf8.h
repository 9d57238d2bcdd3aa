// SPDX-License-Identifier: Apache-2.0
// utf8.h: characters of untrusted text.
//
// What     character_at reads one UTF-8 character, or one byte that is not part of one; printable
//          makes any bytes safe for a message.
// Why      Users paste from documents (the combining star of XLA's pages is U+2217), and hostile
//          input has broken sequences, terminal escapes and characters that reorder a line.
// Units    Lengths are bytes. Columns are those of a terminal: a Chinese character has two, a
//          combining accent none.
// Example  character_at("\xE2\x88\x97,") is U+2217, 3 bytes; printable("a\x1b[2J") = "a?[2J".
//          [tests: utf8_test.cc, "control characters and broken sequences become question marks"]
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tileglot::core {

struct Character {
  std::optional<char32_t> code = {};  ///< nothing for a byte that is not part of a character
  std::size_t length = 1;             ///< in bytes; at least 1

  /// False for characters that a terminal acts on or does not show: control, bidirectional, zero
  /// width.
  bool is_visible() const;

  /// 0, 1 or 2; a byte that is not a character has 1, for its replacement.
  std::size_t columns() const;
};

/// The first character. Precondition: text is not empty.
Character character_at(std::string_view text);

/// Valid UTF-8 with '?' for every character that is not visible; cut, with "...", after `limit`
/// characters.
std::string printable(std::string_view text, std::size_t limit = 64);

/// The width of a text that `printable` returned.
std::size_t columns_of(std::string_view text);

}  // namespace tileglot::core
