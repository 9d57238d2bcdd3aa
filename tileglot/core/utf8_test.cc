// SPDX-License-Identifier: Apache-2.0
// utf8_test.cc: every sequence of up to two bytes, every code point, and what is broken.
#include "tileglot/core/utf8.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tileglot::core {
namespace {

/// The encoding as RFC 3629 draws it.
std::string encoded(char32_t code) {
  const auto byte = [](char32_t bits) { return static_cast<char>(bits); };
  const auto next = [&](int shift) { return byte(0x80U | ((code >> shift) & 0x3FU)); };
  if (code < 0x80) return {byte(code)};
  if (code < 0x800) return {byte(0xC0U | (code >> 6)), next(0)};
  if (code < 0x10000) return {byte(0xE0U | (code >> 12)), next(6), next(0)};
  return {byte(0xF0U | (code >> 18)), next(12), next(6), next(0)};
}

void expect_broken(std::string_view text) {
  const Character character = character_at(text);
  EXPECT_EQ(character.code, std::nullopt) << text;
  EXPECT_EQ(character.length, 1U);
  EXPECT_FALSE(character.is_visible());
}

TEST(Utf8, EveryCodePointIsReadBack) {
  for (char32_t code = 0; code <= 0x10FFFF; ++code) {
    if (code >= 0xD800 && code <= 0xDFFF) continue;
    const std::string text = encoded(code);
    const Character character = character_at(text + "\xBF");
    const bool is_read = character.code == code && character.length == text.size();
    const bool is_refused_when_cut =
        text.size() == 1 || !character_at(text.substr(0, text.size() - 1)).code;
    ASSERT_TRUE(is_read && is_refused_when_cut) << static_cast<std::uint32_t>(code);
  }
}

TEST(Utf8, BrokenSequencesAreOneByte) {
  expect_broken("\x80");
  expect_broken("\xBF\xBF");
  expect_broken("\xC3");
  expect_broken("\xC3(");
  expect_broken("\xE2\x88");
  expect_broken("\xE2\x28\x97");
  expect_broken("\xC0\x80");          // NUL in two bytes
  expect_broken("\xC1\xBF");          // overlong
  expect_broken("\xE0\x80\xAF");      // overlong
  expect_broken("\xF0\x80\x80\xAF");  // overlong
  expect_broken("\xED\xA0\x80");      // a surrogate
  expect_broken("\xF4\x90\x80\x80");  // beyond U+10FFFF
  expect_broken("\xF8\x88\x80\x80\x80");
  expect_broken("\xFF");
}

TEST(Utf8, ControlCharactersAndBrokenSequencesBecomeQuestionMarks) {
  EXPECT_EQ(printable("a\x1b[2J"), "a?[2J");
  EXPECT_EQ(printable(std::string_view("\0\n\t\x7f", 4)), "????");
  EXPECT_EQ(printable("\xC2\x9B"
                      "2J"),
            "?2J")
      << "the one-character form of escape [";
  EXPECT_EQ(printable("\xE2\x80\xAE"
                      "abc"),
            "?abc")
      << "right-to-left override";
  EXPECT_EQ(printable("\xFF(\xE2\x88\x97)\xE2\x88"), "?(\xE2\x88\x97)??");
  EXPECT_EQ(printable(""), "");
}

TEST(Utf8, LongTextIsCutByCharacters) {
  EXPECT_EQ(printable("abcd", 4), "abcd");
  EXPECT_EQ(printable("abcde", 4), "abcd...");
  EXPECT_EQ(printable("\xE2\x88\x97\xE2\x88\x97", 1), "\xE2\x88\x97...");
  EXPECT_EQ(printable(std::string(1000000, 'x')).size(), 67U);
}

TEST(Utf8, AColumnOfATerminalIsNotAByte) {
  EXPECT_EQ(columns_of(""), 0U);
  EXPECT_EQ(columns_of("row 0"), 5U);
  EXPECT_EQ(columns_of("·23 │ ━╋ ≡ ← ⊕"), 14U);
  EXPECT_EQ(columns_of("高さ"), 4U);
  EXPECT_EQ(columns_of("e\xCC\x81"), 1U);  // a letter and its accent
  EXPECT_EQ(columns_of("\xF0\x9F\x99\x82"), 2U);
}

}  // namespace
}  // namespace tileglot::core
