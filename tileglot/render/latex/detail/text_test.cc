// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/latex/detail/text.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/law.h"

namespace tileglot::render::detail {
namespace {

/// What ASCII characters are written as, longer texts before their beginnings.
const std::vector<std::pair<std::string_view, char>>& commands() {
  static const std::vector<std::pair<std::string_view, char>> known{
      {"\\ensuremath{\\backslash}", '\\'},
      {"\\ensuremath{\\{}", '{'},
      {"\\ensuremath{\\}}", '}'},
      {"\\ensuremath{<}", '<'},
      {"\\ensuremath{>}", '>'},
      {"\\ensuremath{|}", '|'},
      {"\\^{}", '^'},
      {"\\~{}", '~'},
      {"\\`{}", '`'},
      {"\\$", '$'},
      {"\\&", '&'},
      {"\\#", '#'},
      {"\\%", '%'},
      {"\\_", '_'},
      {"\\ ", ' '},
      {"-{}", '-'},
      {"''", '"'}};
  return known;
}

/// The text that prints so. A backslash, brace or sign that TeX acts on is nowhere else.
std::string read_back(std::string_view latex) {
  std::string text;
  while (!latex.empty()) {
    const auto command = std::find_if(commands().begin(), commands().end(), [&](const auto& pair) {
      return latex.starts_with(pair.first);
    });
    if (command != commands().end()) {
      text += command->second;
      latex.remove_prefix(command->first.size());
      continue;
    }
    RC_ASSERT(std::string_view("\\{}$&#%_^~").find(latex[0]) == std::string_view::npos);
    text += latex[0];
    latex.remove_prefix(1);
  }
  return text;
}

TEST(LatexText, SignsBecomeMathematics) {
  EXPECT_EQ(latex_text("3×5 → {1,0}_2"),
            "3\\ensuremath{\\times}5 \\ensuremath{\\rightarrow} "
            "\\ensuremath{\\{}1,0\\ensuremath{\\}}\\_2");
  EXPECT_EQ(latex_text("·14 ≡3 ⊕ ∘ ≤"),
            "\\ensuremath{\\cdot}14 \\ensuremath{\\equiv}3 \\ensuremath{\\oplus} "
            "\\ensuremath{\\circ} \\ensuremath{\\le}");
}

TEST(LatexText, OtherCharactersAreTheirNumber) {
  EXPECT_EQ(latex_text("é高🙂"), "U+00E9U+9AD8U+1F642");
}

TEST(LatexText, WhatIsNotVisibleIsAQuestionMark) {
  EXPECT_EQ(latex_text("a\nb\x1b\xff\xE2\x80\xAE"), "a?b???");
}

TEST(LatexText, BlanksAreKept) { EXPECT_EQ(latex_text("  a  b "), "\\ \\ a \\ b "); }

TEST(LatexTextLaw, TextIsReadBack) {
  core::check_law("latex_text_is_read_back", 5000, [] {
    const auto text = *rc::gen::container<std::string>(rc::gen::inRange<char>(' ', '\x7f'));
    std::string printed = text;  // two quotes and a double quote print alike
    printed.erase(std::remove(printed.begin(), printed.end(), '\''), printed.end());
    RC_ASSERT(read_back(latex_text(printed)) == printed);
  });
}

TEST(LatexTextLaw, AnyBytesBecomeAscii) {
  core::check_law("any_bytes_become_ascii", 5000, [] {
    const std::string latex = latex_text(*rc::gen::string<std::string>());
    EXPECT_TRUE(std::all_of(latex.begin(), latex.end(), [](char c) {
      return c >= ' ' && c < '\x7f';
    })) << latex;
  });
}

}  // namespace
}  // namespace tileglot::render::detail
