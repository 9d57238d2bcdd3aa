// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/report_lines.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/api/reply/terminal.h"

namespace tileglot::api {
namespace {

ReportLines lines_of(int columns) { return ReportLines(Terminal{.columns = columns}); }

TEST(ReportLines, WordsStayWhole) {
  ReportLines lines = lines_of(36);
  lines.entry("9.77 MiB", "%copy of f32[1,1,160,960] {1,0,2,3}");
  EXPECT_EQ(lines.text(),
            "    9.77 MiB  %copy of\n"
            "              f32[1,1,160,960]\n"
            "              {1,0,2,3}\n");
}

TEST(ReportLines, AWordLongerThanALineIsCutWhereItsPartsEnd) {
  ReportLines lines = lines_of(30);
  lines.plain("jit(train_step)/jit(main)/transpose(jvp(Decoder))/dot_general");
  lines.plain("0123456789012345678901234567890123456789");
  EXPECT_EQ(lines.text(),
            "jit(train_step)/jit(main)/\n"
            "  transpose(jvp(Decoder))/\n"
            "  dot_general\n"
            "012345678901234567890123456789\n"
            "  0123456789\n");
}

TEST(ReportLines, LettersCountAsCharacters) {
  ReportLines lines = lines_of(24);
  lines.plain("größe größe größe größe größe");
  EXPECT_EQ(lines.text(), "größe größe größe größe\n  größe\n");
}

TEST(ReportLines, WithoutAWidthNothingIsCut) {
  ReportLines lines = lines_of(0);
  lines.indented(2, std::string(300, 'x') + " y");
  lines.all("a\nb");
  EXPECT_EQ(lines.text(), "  " + std::string(300, 'x') + " y\na\nb\n");
}

TEST(ReportLines, ANarrowTerminalDoesNotHideTheText) {
  ReportLines lines = lines_of(5);
  lines.detail("declare parameter 0");
  EXPECT_EQ(lines.text(), "              declare parameter 0\n");
}

}  // namespace
}  // namespace tileglot::api
