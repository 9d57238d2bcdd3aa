// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/sharding/detail/quoted_text.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"

namespace tileglot::notation::xla {
namespace {

using core::fail;
using core::Result;

/// The character after the backslash, and its meaning.
constexpr std::array<std::pair<char, char>, 6> kEscapes{
    {{'n', '\n'}, {'r', '\r'}, {'t', '\t'}, {'"', '"'}, {'\'', '\''}, {'\\', '\\'}}};

std::optional<char> unescaped(char letter) {
  for (const auto& [behind, meant] : kEscapes) {
    if (letter == behind) return meant;
  }
  return std::nullopt;
}

std::optional<char> escape_of(char meant) {
  for (const auto& [behind, stands_for] : kEscapes) {
    if (meant == stands_for) return behind;
  }
  return std::nullopt;
}

bool is_octal(char c) { return c >= '0' && c <= '7'; }

/// Consumes up to three octal digits at the front of `text` and returns their byte.
char take_octal(std::string_view& text) {
  unsigned byte = 0;
  for (int i = 0; i < 3 && !text.empty() && is_octal(text.front()); ++i) {
    byte = byte * 8 + static_cast<unsigned>(text.front() - '0');
    text.remove_prefix(1);
  }
  return static_cast<char>(byte & 0xFFU);
}

/// Consumes the escape after a backslash and returns its character; nullopt for an unknown escape.
std::optional<char> take_escape(std::string_view& text) {
  if (text.empty()) return std::nullopt;
  if (is_octal(text.front())) return take_octal(text);
  const auto meant = unescaped(text.front());
  text.remove_prefix(1);
  return meant;
}

}  // namespace

Result<std::string> read_quoted(core::Scanner& scanner) {
  const auto bad = [&](std::string message) {
    return fail({.code = "xla.quoted",
                 .message = std::move(message),
                 .span = scanner.here(),
                 .help = R"(write "text", with \" for a quotation mark and \\ for a backslash)"});
  };
  if (!scanner.looking_at("\"")) return bad(fmt::format("expected \", found {}", scanner.found()));
  std::string_view rest = scanner.text().substr(scanner.position() + 1);
  std::string read;
  while (!rest.empty() && rest.front() != '"') {
    std::optional<char> c = rest.front();
    rest.remove_prefix(1);
    if (c == '\\') c = take_escape(rest);
    if (!c) return bad("an unknown escape after a backslash");
    read.push_back(*c);
  }
  if (rest.empty()) return bad("the text between quotation marks does not end");
  scanner.rewind(scanner.text().size() - rest.size() + 1);
  return read;
}

std::string quoted(std::string_view text) {
  std::string written = "\"";
  for (const char c : text) {
    const auto escape = escape_of(c);
    const bool printable = c >= ' ' && c <= '~';
    if (escape) {
      written += {'\\', *escape};
    } else if (printable) {
      written += c;
    } else {
      written += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
    }
  }
  return written + "\"";
}

}  // namespace tileglot::notation::xla
