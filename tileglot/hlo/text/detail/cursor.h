// SPDX-License-Identifier: Apache-2.0
// cursor.h: walks over HLO text, word by word.
//
// What     A Cursor skips blanks and comments, and reads words, names, numbers, strings and braces
//          as HLO's lexer splits them.
// Why      core::Scanner knows C's identifiers; HLO's contain dots and dashes, and four megabytes
//          of them are read in a tenth of a second.
// Units    Positions are bytes.
// Errors   hlo.syntax: what was expected, and what was found.
// Source   XLA, hlo_lexer.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "tileglot/core/error.h"

namespace tileglot::hlo {

class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  std::string_view text() const { return text_; }
  std::size_t position() const { return at_; }
  void move_to(std::size_t position) { at_ = position; }
  std::string_view since(std::size_t begin) const { return text_.substr(begin, at_ - begin); }

  /// Skips blanks, `/* */` and `//`. Stops at an unterminated comment, which is then not a token.
  void skip_space() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    if (at_ < text_.size() && text_[at_] == '/') skip_comments();
  }
  /// The next character that is not blank; '\0' at the end.
  char peek() {
    skip_space();
    return next();
  }
  /// The character at the position, blank or not.
  char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool at_end() {
    skip_space();
    return at_ == text_.size();
  }
  bool accept(char c) {
    if (peek() != c || at_ == text_.size()) return false;
    ++at_;
    return true;
  }
  bool accept(std::string_view token);
  /// `where` continues the message "expected X ".
  core::Status expect(char c, std::string_view where);
  core::Status expect(std::string_view token, std::string_view where);

  /// Letters, digits, `_`, `.` and `-`, beginning with a letter or `_`; empty if there is none.
  std::string_view word();
  /// What word() would return, without moving.
  std::string_view peek_word();
  /// A word that is not a keyword or type, or any word after `%`. A word directly followed by `=`
  /// is an attribute, not a name; one directly followed by `:`, which is skipped too, is a name,
  /// whatever it is. Empty if there is none.
  std::string_view name();
  /// A word directly followed by `=`, which is skipped too; empty if there is none.
  std::string_view attribute_name();

  core::Result<std::int64_t> integer(std::string_view what);
  core::Result<bool> boolean();
  /// A string with its quotation marks, which may be single.
  core::Result<std::string_view> quoted();
  /// From `{` to the `}` that closes it, strings skipped.
  core::Result<std::string_view> braces();

  core::Span span_from(std::size_t begin) const;
  core::Span here();
  /// "'x'", "the end of the text"
  std::string found();
  tl::unexpected<core::Error> expected(std::string_view what, std::string help = {});

  static bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

 private:
  void skip_comments();

  std::string_view text_;
  std::size_t at_ = 0;
};

/// True for words that are not names: types, true, false, inf, nan, ROOT, ENTRY and others.
bool is_reserved(std::string_view word);

/// With small letters for capital ones.
std::string lower_case(std::string_view word);

}  // namespace tileglot::hlo
