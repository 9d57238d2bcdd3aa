// SPDX-License-Identifier: Apache-2.0
// utf8.cc: characters of untrusted text.
#include "tileglot/core/utf8.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace tileglot::core {
namespace {

/// What the first byte of a sequence implies; `least` refuses overlong forms.
struct Lead {
  std::size_t length = 0;  // 0: no character starts this way
  char32_t bits = 0;
  char32_t least = 0;
};

Lead lead_of(unsigned char byte) {
  if (byte < 0x80) return {1, byte, 0};
  if (byte < 0xC0) return {};
  if (byte < 0xE0) return {2, byte & 0x1FU, 0x80};
  if (byte < 0xF0) return {3, byte & 0x0FU, 0x800};
  if (byte < 0xF8) return {4, byte & 0x07U, 0x10000};
  return {};
}

bool is_within(char32_t code, char32_t first, char32_t last) {
  return code >= first && code <= last;
}

struct Range {
  char32_t first = 0;
  char32_t last = 0;
};

/// Blocks of marks that join the character before them.
constexpr std::array<Range, 6> kJoining{{{0x300, 0x36F},
                                         {0x1AB0, 0x1AFF},
                                         {0x1DC0, 0x1DFF},
                                         {0x20D0, 0x20FF},
                                         {0xFE00, 0xFE0F},
                                         {0xFE20, 0xFE2F}}};

/// Blocks in which Unicode's table of East Asian widths lists most characters as wide.
constexpr std::array<Range, 10> kWide{{{0x1100, 0x115F},
                                       {0x2E80, 0x303E},
                                       {0x3041, 0x4DBF},
                                       {0x4E00, 0xA4CF},
                                       {0xAC00, 0xD7A3},
                                       {0xF900, 0xFAFF},
                                       {0xFE30, 0xFE6F},
                                       {0xFF00, 0xFF60},
                                       {0x1F300, 0x1FAFF},
                                       {0x20000, 0x3FFFD}}};

template <std::size_t Count>
bool is_in(const std::array<Range, Count>& ranges, char32_t code) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](const Range& range) { return is_within(code, range.first, range.last); });
}

bool is_scalar_value(char32_t code) { return code <= 0x10FFFF && !is_within(code, 0xD800, 0xDFFF); }

}  // namespace

bool Character::is_visible() const {
  if (!code || *code < 0x20 || is_within(*code, 0x7F, 0x9F)) return false;
  const bool is_zero_width = is_within(*code, 0x200B, 0x200F) || *code == 0xFEFF;
  const bool is_line_or_direction =
      is_within(*code, 0x2028, 0x202E) || is_within(*code, 0x2060, 0x206F);
  return !is_zero_width && !is_line_or_direction;
}

std::size_t Character::columns() const {
  if (!code || *code < kJoining.front().first) return 1;
  if (is_in(kJoining, *code)) return 0;
  return is_in(kWide, *code) ? 2 : 1;
}

Character character_at(std::string_view text) {
  const Lead lead = lead_of(static_cast<unsigned char>(text[0]));
  if (lead.length == 0 || lead.length > text.size()) return {};
  char32_t code = lead.bits;
  for (std::size_t i = 1; i < lead.length; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xC0U) != 0x80U) return {};
    code = (code << 6U) | (byte & 0x3FU);
  }
  if (code < lead.least || !is_scalar_value(code)) return {};
  return {code, lead.length};
}

std::string printable(std::string_view text, std::size_t limit) {
  std::string result;
  for (std::size_t shown = 0; !text.empty(); ++shown) {
    if (shown == limit) return result + "...";
    const Character character = character_at(text);
    result += character.is_visible() ? text.substr(0, character.length) : "?";
    text.remove_prefix(character.length);
  }
  return result;
}

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    const Character character = character_at(text);
    columns += character.columns();
    text.remove_prefix(character.length);
  }
  return columns;
}

}  // namespace tileglot::core
