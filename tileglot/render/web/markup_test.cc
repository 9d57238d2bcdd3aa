// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/web/markup.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tileglot::render {
namespace {

using Lines = std::vector<std::string>;

TEST(Markup, WhatXmlForbidsIsDroppedAndBrokenBytesAreReplaced) {
  EXPECT_EQ(valid_text("x\x1by\xff"), "xy\xEF\xBF\xBD");
  EXPECT_EQ(valid_text(std::string("a\0b\t\n", 5)), "ab\t\n");
  EXPECT_EQ(valid_text("\xEF\xBF\xBF\xED\xA0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(valid_text("3×5 ≡"), "3×5 ≡");
}

TEST(Markup, MarkupIsEscaped) {
  EXPECT_EQ(xml_text("a<b & \"c\""), "a&lt;b &amp; &quot;c&quot;");
  EXPECT_EQ(xml_text("']]>\n\r\t"), "&#39;]]&gt;&#10;&#13;&#9;");
}

TEST(Markup, NewlinesSeparateLines) {
  EXPECT_EQ(lines_of(""), Lines{""});
  EXPECT_EQ(lines_of("a\n\nb"), (Lines{"a", "", "b"}));
  EXPECT_EQ(lines_of("\n"), (Lines{"", ""}));
}

TEST(Markup, LongLinesAreCutAfterABlankOrAComma) {
  EXPECT_EQ(wrapped("short", 8), Lines{"short"});
  EXPECT_EQ(wrapped("one two three", 8), (Lines{"one two ", "  three"}));
  EXPECT_EQ(wrapped("(12,34,56)", 8), (Lines{"(12,34,", "  56)"}));
  EXPECT_EQ(wrapped("aaaaaaaaaaaaaaaa", 8), (Lines{"aaaaaaaa", "  aaaaaa", "  aa"}));
  EXPECT_EQ(wrapped("××××××××××", 8), (Lines{"××××××××", "  ××"}));
  EXPECT_EQ(wrapped("", 8), Lines{""});
}

}  // namespace
}  // namespace tileglot::render
