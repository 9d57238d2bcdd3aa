// SPDX-License-Identifier: Apache-2.0
// scanner_test.cc: tokens, blanks, numbers and what a message says of the place.
#include "tileglot/core/scanner.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"

namespace tileglot::core {
namespace {

Result<std::int64_t> integer_of(std::string_view text) {
  Scanner scanner(text);
  return scanner.integer("a size");
}

std::string found_in(std::string_view text) { return Scanner(text).found(); }

TEST(Scanner, NamesTokensAndIntegersInTurn) {
  Scanner s("f32[3,5]");
  EXPECT_EQ(s.name(), "f32");
  EXPECT_TRUE(s.accept("["));
  EXPECT_EQ(s.integer("a size"), 3);
  EXPECT_FALSE(s.accept("]"));
  EXPECT_TRUE(s.expect(",", "between sizes").has_value());
  EXPECT_EQ(s.integer("a size"), 5);
  EXPECT_TRUE(s.accept("]"));
  EXPECT_TRUE(s.at_end());
  EXPECT_EQ(s.peek(), '\0');
}

TEST(Scanner, BlanksAndCommentsStandBetweenTokens) {
  Scanner s(" \t\r\n\v\f/* a * b / */f32 // to the end, /* not opened\n/**/[ 3 //");
  EXPECT_EQ(s.name(), "f32");
  EXPECT_TRUE(s.looking_at("["));
  EXPECT_TRUE(s.accept("["));
  EXPECT_EQ(s.integer("a size"), 3);
  EXPECT_TRUE(s.at_end());
}

TEST(Scanner, ACharacterIsATokenOfItsOwn) {
  Scanner s(" ( /* a */ /2");
  EXPECT_FALSE(s.accept('/'));
  EXPECT_TRUE(s.looking_at('('));
  EXPECT_TRUE(s.accept('('));
  EXPECT_TRUE(s.accept('/')) << "a slash alone does not begin a comment";
  EXPECT_TRUE(s.accept('2'));
  EXPECT_FALSE(s.accept('\0')) << "the end of the text is not a character";
  EXPECT_TRUE(Scanner(std::string_view("\0", 1)).accept('\0'));
}

TEST(Scanner, OnlyBlanksOfAsciiAreSkipped) {
  for (int code = 0; code < 256; ++code) {
    const char text[] = {static_cast<char>(code), 'x'};
    const bool is_blank = std::string_view(" \t\r\n\v\f").find(text[0]) != std::string_view::npos;
    EXPECT_EQ(Scanner(std::string_view(text, 2)).peek(), is_blank ? 'x' : text[0]) << code;
  }
}

TEST(Scanner, ACommentWithoutItsEndIsNotSkipped) {
  Scanner s("3 /* never ends");
  EXPECT_EQ(s.integer("a size"), 3);
  EXPECT_FALSE(s.at_end());
  EXPECT_EQ(s.found(), "a comment without its end");
  EXPECT_FALSE(Scanner("/*/").at_end()) << "one star is not both";
}

TEST(Scanner, NamesStartWithALetterOrUnderscore) {
  EXPECT_EQ(Scanner("_2x!").name(), "_2x");
  EXPECT_EQ(Scanner("2x").name(), "");
  EXPECT_EQ(Scanner("").name(), "");
  EXPECT_EQ(Scanner("\xC3\xA9").name(), "") << "letters of ASCII only";
}

TEST(Scanner, IntegersReachBothEndsOf64Bits) {
  EXPECT_EQ(integer_of("9223372036854775807"), kInt64Max);
  EXPECT_EQ(integer_of("-9223372036854775808"), kInt64Min);
  EXPECT_EQ(integer_of("-0"), 0);
  EXPECT_EQ(integer_of("007"), 7);
  EXPECT_EQ(integer_of("12ab"), 12) << "what follows is the next token";
}

TEST(Scanner, IntegersThatDoNotFitAreRefusedWhole) {
  const Error large = integer_of(" 9223372036854775808,").error();
  EXPECT_EQ(large->code, "scan.integer_too_large");
  EXPECT_EQ(large->message, "a size does not fit a signed 64-bit integer");
  EXPECT_EQ(large->span, (Span{1, 20}));
  EXPECT_EQ(large->help, "the largest is 9223372036854775807");
  EXPECT_EQ(integer_of("-9223372036854775809").error()->help,
            "the smallest is -9223372036854775808");
  const Error huge = integer_of(std::string(1000000, '9')).error();
  EXPECT_EQ(huge->code, "scan.integer_too_large");
  EXPECT_EQ(huge->span, (Span{0, 1000000}));
}

TEST(Scanner, WhatIsNotAnIntegerIsNamedInTheMessage) {
  const Error error = integer_of("  x3").error();
  EXPECT_EQ(error->code, "scan.integer");
  EXPECT_EQ(error->message, "expected a size, an integer, found 'x'");
  EXPECT_EQ(error->span, (Span{2, 3}));
  EXPECT_EQ(integer_of("").error()->message,
            "expected a size, an integer, found the end of the text");
  EXPECT_EQ(integer_of("- 3").error()->code, "scan.integer");
  EXPECT_EQ(integer_of("+3").error()->code, "scan.integer");
}

TEST(Scanner, AFailedReadDoesNotMove) {
  Scanner s("{x");
  EXPECT_FALSE(s.integer("a size").has_value());
  EXPECT_FALSE(s.expect("}", "after the layout").has_value());
  EXPECT_EQ(s.name(), "");
  EXPECT_TRUE(s.accept("{"));
}

TEST(Scanner, AnotherTokenIsNamedInTheMessage) {
  Scanner s("f32(3]");
  s.name();
  const Status status = s.expect("[", "after the element type");
  ASSERT_FALSE(status.has_value());
  EXPECT_EQ(status.error()->code, "scan.expected");
  EXPECT_EQ(status.error()->message, "expected '[' after the element type, found '('");
  EXPECT_EQ(status.error()->span, (Span{3, 4}));
}

TEST(Scanner, WhatStandsHereIsSaidInValidText) {
  EXPECT_EQ(found_in(" ,"), "','");
  EXPECT_EQ(found_in("\xE2\x88\x97,"), "'\xE2\x88\x97'");
  EXPECT_EQ(found_in("\x07"), "the byte 0x07");
  EXPECT_EQ(found_in(std::string_view("\0", 1)), "the byte 0x00");
  EXPECT_EQ(found_in("\xFF\xFE"), "the byte 0xff");
  EXPECT_EQ(found_in("\xE2\x88"), "the byte 0xe2");
  EXPECT_EQ(found_in("\xE2\x80\xAE"), "the character U+202E");
  EXPECT_EQ(found_in("/* closed */ "), "the end of the text");
}

TEST(Scanner, ASpanCoversWholeCharactersAndNoTrailingBlanks) {
  Scanner star("\xE2\x88\x97,");
  EXPECT_EQ(star.here(), (Span{0, 3}));
  Scanner s("  (3, 5)   :");
  s.skip_space();
  const std::size_t begin = s.position();
  while (!s.looking_at(":")) s.rewind(s.position() + 1);
  EXPECT_EQ(s.span_from(begin), (Span{2, 8}));
  Scanner end("abc");
  end.name();
  EXPECT_EQ(end.here(), (Span{3, 4})) << "one past the end: where something is missing";
  EXPECT_EQ(end.span_from(3), (Span{3, 4}));
}

TEST(Scanner, GoingBackReadsTheSameAgain) {
  Scanner s("abc 12");
  const std::size_t start = s.position();
  s.name();
  s.rewind(start);
  EXPECT_EQ(s.name(), "abc");
  EXPECT_EQ(s.integer("a size"), 12);
}

}  // namespace
}  // namespace tileglot::core
