// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/terminal.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <vector>

#include "tileglot/api/reply/terminal.h"

namespace tileglot::cli {
namespace {

using api::ColorDepth;
using api::Glyphs;

/// A usual terminal, before something is different about it.
Surroundings usual() {
  return {.is_terminal = true,
          .window_columns = 100,
          .kind = "xterm-256color",
          .locale = "en_US.UTF-8"};
}

Surroundings of_kind(std::string kind, std::string color = "") {
  Surroundings s = usual();
  s.kind = std::move(kind);
  s.color = std::move(color);
  return s;
}

Surroundings without_color(std::string value) {
  Surroundings s = usual();
  s.without_color = std::move(value);
  return s;
}

Surroundings file() {
  Surroundings s = usual();
  s.is_terminal = false;
  s.window_columns = 0;
  return s;
}

Surroundings true_color_file() {
  Surroundings s = file();
  s.color = "truecolor";
  return s;
}

TEST(Terminal, ColoursAreWhatTheTerminalAndTheUserSay) {
  struct Case {
    const char* what;
    Surroundings surroundings;
    ColorChoice choice;
    ColorDepth colors;
  };
  const std::vector<Case> cases{
      {"usual", usual(), ColorChoice::kAuto, ColorDepth::k256},
      {"never", usual(), ColorChoice::kNever, ColorDepth::kNone},
      {"always", usual(), ColorChoice::kAlways, ColorDepth::k256},
      {"truecolor", of_kind("xterm", "truecolor"), ColorChoice::kAuto, ColorDepth::kTrue},
      {"24bit", of_kind("xterm", "24bit"), ColorChoice::kAuto, ColorDepth::kTrue},
      {"direct", of_kind("xterm-direct"), ColorChoice::kAuto, ColorDepth::kTrue},
      {"COLORTERM of another kind", of_kind("rxvt", "yes"), ColorChoice::kAuto, ColorDepth::k256},
      {"dumb", of_kind("dumb", "truecolor"), ColorChoice::kAuto, ColorDepth::kNone},
      {"no TERM", of_kind(""), ColorChoice::kAuto, ColorDepth::kNone},
      {"vt100", of_kind("vt100"), ColorChoice::kAuto, ColorDepth::kNone},
      {"dumb but always", of_kind("dumb"), ColorChoice::kAlways, ColorDepth::k256},
      {"NO_COLOR", without_color("1"), ColorChoice::kAuto, ColorDepth::kNone},
      {"NO_COLOR=0 is set too", without_color("0"), ColorChoice::kAuto, ColorDepth::kNone},
      {"empty NO_COLOR", without_color(""), ColorChoice::kAuto, ColorDepth::k256},
      {"NO_COLOR but always", without_color("1"), ColorChoice::kAlways, ColorDepth::k256},
      {"file", file(), ColorChoice::kAuto, ColorDepth::kNone},
      {"file, always", file(), ColorChoice::kAlways, ColorDepth::k256},
      {"file, always, true", true_color_file(), ColorChoice::kAlways, ColorDepth::kTrue},
      {"file, true", true_color_file(), ColorChoice::kAuto, ColorDepth::kNone},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(terminal_of(c.surroundings, {.color = c.choice}).colors, c.colors) << c.what;
  }
}

TEST(Terminal, AWidthIsTheWindowsOrThatOfColumns) {
  struct Case {
    bool is_terminal;
    int window;
    const char* columns;
    int width;
  };
  const std::vector<Case> cases{
      {true, 100, "", 100},    {true, 100, "80", 100},   {true, 0, "80", 80}, {true, 0, "", 0},
      {true, 0, "eighty", 0},  {true, 0, "80x25", 0},    {true, 0, "-80", 0}, {true, 0, "0", 0},
      {true, 0, "9999999", 0}, {true, 65535, "", 10000}, {false, 0, "80", 0}, {false, 100, "", 0},
  };
  for (const Case& c : cases) {
    Surroundings s = usual();
    s.is_terminal = c.is_terminal;
    s.window_columns = c.window;
    s.columns = c.columns;
    EXPECT_EQ(terminal_of(s, {}).columns, c.width) << c.window << " " << c.columns;
  }
}

TEST(Terminal, SignsBeyondAsciiNeedUtf8) {
  struct Case {
    const char* locale;
    Glyphs glyphs;
  };
  const std::vector<Case> cases{
      {"en_US.UTF-8", Glyphs::kUnicode},
      {"C.UTF-8", Glyphs::kUnicode},
      {"de_DE.utf8@euro", Glyphs::kUnicode},
      {"", Glyphs::kUnicode},
      {"C", Glyphs::kAscii},
      {"POSIX", Glyphs::kAscii},
      {"de_DE.ISO-8859-1", Glyphs::kAscii},
      {"de_DE@euro", Glyphs::kAscii},
      {"ja_JP.eucJP", Glyphs::kAscii},
  };
  for (const Case& c : cases) {
    Surroundings s = usual();
    s.locale = c.locale;
    EXPECT_EQ(terminal_of(s, {}).glyphs, c.glyphs) << c.locale;
    EXPECT_EQ(terminal_of(s, {.ascii = true}).glyphs, Glyphs::kAscii) << c.locale;
    s.is_terminal = false;
    EXPECT_EQ(terminal_of(s, {}).glyphs, Glyphs::kUnicode) << c.locale;
    EXPECT_EQ(terminal_of(s, {.ascii = true}).glyphs, Glyphs::kAscii) << c.locale;
  }
}

TEST(Terminal, AFileIsNotATerminal) {
  std::FILE* const file = std::tmpfile();
  const Surroundings s = surroundings_of(file);
  std::fclose(file);
  EXPECT_FALSE(s.is_terminal);
  EXPECT_EQ(s.window_columns, 0);
  EXPECT_FALSE(is_live(s));
}

TEST(Terminal, ALineIsWrittenOverOnlyWhereThatCanBe) {
  EXPECT_TRUE(is_live(usual()));
  EXPECT_TRUE(is_live(of_kind("vt100")));
  EXPECT_FALSE(is_live(of_kind("dumb")));
  EXPECT_FALSE(is_live(of_kind("")));
  EXPECT_FALSE(is_live(file()));
}

TEST(Terminal, AChoiceIsOneOfThreeWords) {
  EXPECT_EQ(color_choice("always"), ColorChoice::kAlways);
  EXPECT_EQ(color_choice("never"), ColorChoice::kNever);
  EXPECT_EQ(color_choice("auto"), ColorChoice::kAuto);
}

}  // namespace
}  // namespace tileglot::cli
