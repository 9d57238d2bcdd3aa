// SPDX-License-Identifier: Apache-2.0
// source_text_test.cc: golden renderings of errors.
#include "tileglot/core/source_text.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <limits>
#include <sstream>
#include <string>
#include <string_view>

#include "tileglot/core/error.h"

namespace tileglot::core {
namespace {

/// The two lines of source and caret of an error at [begin, end).
std::string excerpt_of(std::string_view text, std::size_t begin, std::size_t end) {
  const std::string all =
      render(with_line({{.code = "c", .message = "m", .span = Span{begin, end}}}, text));
  return all.substr(all.find('\n') + 1);
}

TEST(SourceText, AnErrorShowsTheLineACaretAndTheHelp) {
  const Error error = {
      {.code = "xla.order",
       .message =
           "minor_to_major must list every dimension once; 1 is listed twice and 0 is missing",
       .span = Span{11, 12},
       .help = "write {1,0} for row-major or {0,1} for column-major"}};
  EXPECT_EQ(
      render(with_line(error, "f32[3,5]{1,1}")),
      "error[xla.order]: minor_to_major must list every dimension once; 1 is listed twice and "
      "0 is missing\n"
      "  1 | f32[3,5]{1,1}\n"
      "    |            ^\n"
      "  help: write {1,0} for row-major or {0,1} for column-major\n");
}

TEST(SourceText, AnErrorWithoutASpanShowsNoLine) {
  EXPECT_EQ(render(with_line({{.code = "map.overflow", .message = "too large", .witness = "x = 3"}},
                             "text")),
            "error[map.overflow]: too large\n"
            "  witness: x = 3\n");
}

TEST(SourceText, TheFirstTextThatIsKnownIsShown) {
  const Error inner = with_line({{.code = "c", .message = "m", .span = Span{1, 2}}}, "inner");
  EXPECT_EQ(inner->line, (SourceLine{.number = 1, .text = "inner", .carets = " ^"}));
  EXPECT_EQ(with_line(inner, "outer"), inner);
}

TEST(SourceText, AResultKeepsItsValueOrShowsTheLineOfItsError) {
  EXPECT_EQ(with_line(Result<int>(7), "text"), 7);
  const Result<int> refused = fail({.code = "c", .message = "m", .span = Span{2, 3}});
  EXPECT_EQ(with_line(refused, "a\tb").error()->line->text, "a b");
  EXPECT_FALSE(refused.error()->line);
}

TEST(SourceText, ASpanIsMarkedWhole) {
  EXPECT_EQ(excerpt_of("f32[3,500]", 6, 9),
            "  1 | f32[3,500]\n"
            "    |       ^^^\n");
}

TEST(SourceText, AnEmptySpanIsOneCaret) {
  EXPECT_EQ(excerpt_of("abc", 1, 1),
            "  1 | abc\n"
            "    |  ^\n");
  EXPECT_EQ(excerpt_of("", 0, 0),
            "  1 | \n"
            "    | ^\n");
}

TEST(SourceText, CaretsCountCharactersNotBytes) {
  EXPECT_EQ(excerpt_of("{1,0:(\xE2\x88\x97,2,\xE2\x88\x97)}", 12, 15),
            "  1 | {1,0:(\xE2\x88\x97,2,\xE2\x88\x97)}\n"
            "    |           ^\n");
  EXPECT_EQ(excerpt_of("\xE2\x88\x97\xE2\x88\x97\xE2\x88\x97", 3, 9),
            "  1 | \xE2\x88\x97\xE2\x88\x97\xE2\x88\x97\n"
            "    |  ^^\n");
}

TEST(SourceText, ASpanInsideACharacterMarksTheCharacter) {
  EXPECT_EQ(excerpt_of("a\xE2\x88\x97"
                       "b",
                       2, 3),
            "  1 | a\xE2\x88\x97"
            "b\n"
            "    |  ^\n");
}

TEST(SourceText, TheLineOfTheSpanIsShownWithItsNumber) {
  const std::string text = "one\ntwo\r\nthree\n";
  EXPECT_EQ(excerpt_of(text, 4, 7),
            "  2 | two\n"
            "    | ^^^\n");
  EXPECT_EQ(excerpt_of(text, 9, 14),
            "  3 | three\n"
            "    | ^^^^^\n");
  EXPECT_EQ(excerpt_of(std::string(99, '\n') + "x", 99, 100),
            "  100 | x\n"
            "      | ^\n");
}

TEST(SourceText, OfASpanOverSeveralLinesTheFirstIsMarked) {
  EXPECT_EQ(excerpt_of("one\ntwo\nthree", 2, 10),
            "  1 | one\n"
            "    |   ^\n");
  EXPECT_EQ(excerpt_of("one\r\ntwo", 4, 6),
            "  1 | one\n"
            "    |    ^\n")
      << "the end of the line itself";
}

TEST(SourceText, TheEndOfTheTextIsAfterTheLastThingWritten) {
  const std::string at_end =
      "  1 | f32[3,\n"
      "    |       ^\n";
  EXPECT_EQ(excerpt_of("f32[3,", 6, 7), at_end);
  EXPECT_EQ(excerpt_of("f32[3, \n\n", 9, 10), "  1 | f32[3, \n    |       ^\n");
  EXPECT_EQ(excerpt_of("f32[3,\n", 7, 8), at_end);
  EXPECT_EQ(excerpt_of(" \n ", 3, 4),
            "  1 |  \n"
            "    | ^\n");
}

TEST(SourceText, ASpanPastTheEndIsDrawnAtTheEnd) {
  constexpr std::size_t kFar = std::numeric_limits<std::size_t>::max();
  EXPECT_EQ(excerpt_of("abc", 1, kFar),
            "  1 | abc\n"
            "    |  ^^\n");
  EXPECT_EQ(excerpt_of("abc", kFar, kFar),
            "  1 | abc\n"
            "    |    ^\n");
  EXPECT_EQ(excerpt_of("abc", 2, 1),
            "  1 | abc\n"
            "    |   ^\n")
      << "an end before the begin";
}

TEST(SourceText, WhatATerminalActsOnIsAQuestionMark) {
  EXPECT_EQ(excerpt_of(std::string_view("a\0\x1b[2J\tb\xFF", 9), 7, 8),
            "  1 | a??[2J b?\n"
            "    |        ^\n");
  EXPECT_EQ(excerpt_of("\xE2\x80\xAE"
                       "ab",
                       3, 4),
            "  1 | ?ab\n"
            "    |  ^\n");
}

TEST(SourceText, OfALongLineOnlyTheSurroundingsAreShown) {
  const std::string x(1000, 'x');
  const std::string y(1000, 'y');
  EXPECT_EQ(excerpt_of(x + "!" + y, 1000, 1001), "  1 | ..." + x.substr(0, 72) + "!" +
                                                     y.substr(0, 143) + "...\n" + "    |    " +
                                                     std::string(72, ' ') + "^\n");
  EXPECT_EQ(excerpt_of(x, 0, 1000),
            "  1 | " + x.substr(0, 144) + "...\n" + "    | " + std::string(144, '^') + "\n");
  EXPECT_EQ(excerpt_of(x, 1000, 1001),
            "  1 | ..." + x.substr(0, 72) + "\n" + "    |    " + std::string(72, ' ') + "^\n");
}

TEST(SourceText, ALongLineIsNotCutInsideACharacter) {
  std::string stars;
  for (int i = 0; i < 300; ++i) stars += "\xE2\x88\x97";
  for (std::size_t shift = 0; shift < 3; ++shift) {
    const std::string text = std::string(shift, 'x') + stars;
    const std::string shown = excerpt_of(text, 300 + shift, 303 + shift);
    EXPECT_EQ(shown.find('?'), std::string::npos) << shown;
    const std::string noise = std::string(shift, 'x') + std::string(900, '\x80');
    EXPECT_LT(excerpt_of(noise, 300 + shift, 303 + shift).size(), 600U);
  }
}

TEST(SourceText, AHugeLineRendersShort) {
  const std::string text(4000000, '(');
  EXPECT_LT(render(with_line({{.code = "c", .message = "m", .span = Span{2000000, 3000000}}}, text))
                .size(),
            600U);
}

}  // namespace
}  // namespace tileglot::core
