// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/escapes.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace tileglot::hlo {
namespace {

constexpr std::string_view kNamed = "abfnrtv\\'\"?";
constexpr std::string_view kMeaning = "\a\b\f\n\r\t\v\\'\"?";

std::string octal(unsigned char byte) {
  return {'\\', static_cast<char>('0' + byte / 64), static_cast<char>('0' + byte / 8 % 8),
          static_cast<char>('0' + byte % 8)};
}

void append_escaped(char c, std::string& out) {
  const std::size_t named = std::string_view("\n\r\t\\'\"").find(c);
  if (named != std::string_view::npos) {
    out += '\\';
    out += std::string_view("nrt\\'\"")[named];
  } else if (c >= ' ' && c <= '~') {
    out += c;
  } else {
    out += octal(static_cast<unsigned char>(c));
  }
}

/// The value of a digit; 16 for other characters.
unsigned digit_value(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10;
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A') + 10;
  return 16;
}

/// Appends the byte that up to `most` digits of `base` at `text` encode; returns how many there
/// were.
std::size_t append_number(std::string_view text, unsigned base, std::size_t most,
                          std::string& out) {
  unsigned value = 0;
  std::size_t count = 0;
  while (count < most && count < text.size() && digit_value(text[count]) < base) {
    value = value * base + digit_value(text[count++]);
  }
  if (count > 0) out += static_cast<char>(value & 255U);
  return count;
}

/// Appends the meaning of the escape after a backslash; returns its length, 0 if it is unknown.
std::size_t append_meaning(std::string_view text, std::string& out) {
  if (text.empty()) return 0;
  if (const std::size_t octals = append_number(text, 8, 3, out); octals > 0) return octals;
  if (text[0] == 'x' || text[0] == 'X') {
    const std::size_t digits = append_number(text.substr(1), 16, 2, out);
    return digits == 0 ? 0 : digits + 1;
  }
  const std::size_t named = kNamed.find(text[0]);
  if (named == std::string_view::npos) return 0;
  out += kMeaning[named];
  return 1;
}

}  // namespace

std::string to_quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) append_escaped(c, out);
  return out + '"';
}

std::string from_quoted(std::string_view text) {
  const bool quoted = text.size() >= 2 && text.front() == text.back() &&
                      (text.front() == '"' || text.front() == '\'');
  if (quoted) {
    text = text.substr(1, text.size() - 2);
  }
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t length = text[i] == '\\' ? append_meaning(text.substr(i + 1), out) : 0;
    if (length == 0) out += text[i];
    i += length;
  }
  return out;
}

}  // namespace tileglot::hlo
