// SPDX-License-Identifier: Apache-2.0
// scanner.h: the one reader of characters that every notation's parser uses.
//
// What     A Scanner walks a text: accepts tokens, reads integers and names, skips blanks and
//          comments, and makes errors that point at the position.
// Why      One definition of blank, comment, integer and position for all notations; no parser
//          indexes into a string.
// Units    Positions and spans are bytes.
// Example  Scanner s("f32[3,5]"); s.name() = "f32"; s.accept("[") = true; s.integer("n") = 3.
//          [tests: scanner_test.cc, "names, tokens and integers in turn"]
// Errors   scan.integer (digits missing), scan.integer_too_large (does not fit int64),
//          scan.expected (another token is at this position).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "tileglot/core/error.h"

namespace tileglot::core {

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::string_view text() const { return text_; }
  std::size_t position() const { return position_; }

  /// Goes back to a position that position() returned before. Precondition: it did.
  void rewind(std::size_t position) { position_ = position; }

  /// Skips blanks, `/* */` and `//` comments; everything below calls it first. Stops at an
  /// unterminated comment, which no parser then accepts as a token.
  void skip_space() {
    if (position_ < text_.size() && may_begin_space(text_[position_])) skip_long_space();
  }
  bool at_end() {
    skip_space();
    return position_ == text_.size();
  }
  /// The next character, or '\0' at the end.
  char peek() { return at_end() ? '\0' : text_[position_]; }
  /// True if `token` is next; does not move.
  bool looking_at(char token) { return !at_end() && text_[position_] == token; }
  bool looking_at(std::string_view token);
  /// Moves over `token` if it is next.
  bool accept(char token) {
    if (!looking_at(token)) return false;
    ++position_;
    return true;
  }
  bool accept(std::string_view token);
  /// Moves over `token`, or fails with scan.expected.
  Status expect(std::string_view token, std::string_view where);
  /// Letters, digits and '_', not starting with a digit; empty if no name is next.
  std::string_view name();
  /// An optional '-' and decimal digits.
  Result<std::int64_t> integer(std::string_view what);

  /// From `begin` to here, without trailing blanks; at least one character wide.
  Span span_from(std::size_t begin) const {
    std::size_t end = position_;
    while (end > begin + 1 && is_blank(text_[end - 1])) --end;
    return Span{begin, end > begin ? end : begin + 1};
  }
  /// The next character (or the end).
  Span here();
  /// What is next, in valid UTF-8 for a message: "','", "the byte 0x07", "the end of the text".
  std::string found();

 private:
  static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
  static bool may_begin_space(char c) { return is_blank(c) || c == '/'; }
  void skip_long_space();

  std::string_view text_;
  std::size_t position_ = 0;
};

}  // namespace tileglot::core
