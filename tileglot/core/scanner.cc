// SPDX-License-Identifier: Apache-2.0
// scanner.cc: the one reader of characters that every notation's parser uses.
#include "tileglot/core/scanner.h"

#include <fmt/format.h>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"

namespace tileglot::core {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_start(char c) { return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_name_part(char c) { return is_name_start(c) || is_digit(c); }

}  // namespace

void Scanner::skip_long_space() {
  while (position_ < text_.size()) {
    const std::string_view rest = text_.substr(position_);
    if (is_blank(rest[0])) {
      ++position_;
    } else if (rest.starts_with("/*")) {
      const std::size_t close = rest.find("*/", 2);
      if (close == std::string_view::npos) return;
      position_ += close + 2;
    } else if (rest.starts_with("//")) {
      const std::size_t newline = rest.find('\n');
      position_ = newline == std::string_view::npos ? text_.size() : position_ + newline;
    } else {
      return;
    }
  }
}

bool Scanner::looking_at(std::string_view token) {
  skip_space();
  return text_.substr(position_).starts_with(token);
}

bool Scanner::accept(std::string_view token) {
  if (!looking_at(token)) return false;
  position_ += token.size();
  return true;
}

Status Scanner::expect(std::string_view token, std::string_view where) {
  if (accept(token)) return {};
  return fail({.code = "scan.expected",
               .message = fmt::format("expected '{}' {}, found {}", token, where, found()),
               .span = here()});
}

std::string_view Scanner::name() {
  skip_space();
  std::size_t end = position_;
  if (end < text_.size() && is_name_start(text_[end])) {
    while (end < text_.size() && is_name_part(text_[end])) ++end;
  }
  const std::string_view result = text_.substr(position_, end - position_);
  position_ = end;
  return result;
}

Result<std::int64_t> Scanner::integer(std::string_view what) {
  skip_space();
  const std::size_t begin = position_;
  std::int64_t value = 0;
  const char* first = text_.data() + begin;
  const auto parsed = std::from_chars(first, text_.data() + text_.size(), value);
  if (parsed.ec == std::errc::invalid_argument) {
    return fail({.code = "scan.integer",
                 .message = fmt::format("expected {}, an integer, found {}", what, found()),
                 .span = here()});
  }
  position_ += static_cast<std::size_t>(parsed.ptr - first);
  if (parsed.ec == std::errc()) return value;
  return fail({.code = "scan.integer_too_large",
               .message = fmt::format("{} does not fit a signed 64-bit integer", what),
               .span = Span{begin, position_},
               .help = text_[begin] == '-' ? "the smallest is -9223372036854775808"
                                           : "the largest is 9223372036854775807"});
}

Span Scanner::here() {
  if (at_end()) return Span{position_, position_ + 1};
  return Span{position_, position_ + character_at(text_.substr(position_)).length};
}

std::string Scanner::found() {
  if (at_end()) return "the end of the text";
  const std::string_view rest = text_.substr(position_);
  if (rest.starts_with("/*")) return "a comment without its end";
  const Character character = character_at(rest);
  if (character.is_visible()) return fmt::format("'{}'", rest.substr(0, character.length));
  if (character.code && *character.code >= 0x80) {
    return fmt::format("the character U+{:04X}", static_cast<std::uint32_t>(*character.code));
  }
  return fmt::format("the byte 0x{:02x}", static_cast<unsigned char>(rest[0]));
}

}  // namespace tileglot::core
