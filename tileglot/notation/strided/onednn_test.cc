// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/strided/onednn.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/element_type.h"
#include "tileglot/notation/strided/array.h"
#include "tileglot/notation/strided/onednn_alias.h"

namespace tileglot::notation::strided {
namespace {

using Numbers = std::vector<std::int64_t>;

std::string read(std::string_view text, const std::optional<Array>& tensor = {}) {
  const auto layout = parse_onednn(text, tensor);
  return layout ? print(*layout) : layout.error()->code;
}

std::string caret(std::string_view text) {
  const auto layout = parse_onednn(text);
  const auto span = layout.error()->span.value();
  return std::string(text.substr(span.begin, span.end - span.begin));
}

TEST(Onednn, ABlockOfTwoDimensionsIsEvaluatedByHand) {
  const auto layout = *parse_onednn("AB4a128b2a 16x256");
  EXPECT_EQ(offset_of(layout, Numbers{9, 130}), 1 * 2048 + 1 * 1024 + 0 * 256 + 2 * 2 + 1);
  EXPECT_EQ(positions(layout), 4096);
}

TEST(Onednn, ABlockedDimensionIsPadded) {
  const auto layout = *parse_onednn("aBcd16b 2x17x3x3");
  EXPECT_EQ(positions(layout), 2 * 32 * 9);
  EXPECT_EQ(offset_of(layout, Numbers{1, 16, 0, 2}), 32 * 9 + 16 * 9 + 2 * 16);
}

TEST(Onednn, PlainOrdersAreStrides) {
  EXPECT_EQ(offset_of(*parse_onednn("acdb 1x2x3x4"), Numbers{0, 1, 2, 3}), (2 * 4 + 3) * 2 + 1);
  EXPECT_EQ(offset_of(*parse_onednn("ba 3x5"), Numbers{2, 3}), 11);
}

TEST(Onednn, AliasesNameTheDimensions) {
  const std::vector<std::pair<std::string_view, std::string_view>> known{
      {"x", "a"},
      {"nc", "ab"},
      {"cn", "ba"},
      {"tn", "ab"},
      {"nt", "ba"},
      {"ncw", "abc"},
      {"nwc", "acb"},
      {"nchw", "abcd"},
      {"nhwc", "acdb"},
      {"chwn", "bcda"},
      {"ncdhw", "abcde"},
      {"ndhwc", "acdeb"},
      {"oi", "ab"},
      {"io", "ba"},
      {"wio", "cba"},
      {"owi", "acb"},
      {"hwio", "cdba"},
      {"ihwo", "bcda"},
      {"iohw", "bacd"},
      {"dhwio", "cdeba"},
      {"goiw", "abcd"},
      {"wigo", "dcab"},
      {"goihw", "abcde"},
      {"hwigo", "decab"},
      {"giohw", "acbde"},
      {"dhwigo", "defcab"},
      {"tnc", "abc"},
      {"ntc", "bac"},
      {"ldnc", "abcd"},
      {"ldigo", "abcde"},
      {"ldgoi", "abdec"},
      {"ldio", "abcd"},
      {"ldoi", "abdc"},
      {"ldgo", "abcd"},
      {"nCw16c", "aBc16b"},
      {"nChw16c", "aBcd16b"},
      {"NChw16n16c", "ABcd16a16b"},
      {"OIhw4i16o4i", "ABcd4b16a4b"},
      {"gOIhw4o4i", "aBCde4b4c"},
      {"Goihw8g", "Abcde8a"}};
  for (const auto& [alias, letters] : known) EXPECT_EQ(letters_of(alias), letters) << alias;
  EXPECT_EQ(letters_of("nchx"), std::nullopt);
  EXPECT_EQ(letters_of("nChw16k"), std::nullopt);
  EXPECT_EQ(read("nChw16c 1x32x2x2"), "aBcd16b");
}

TEST(Onednn, VerboseLinesAreRead) {
  const auto layout = parse_onednn("f32::blocked:aBcd16b::f0 2x32x7x7");
  ASSERT_TRUE(layout) << layout.error()->message;
  EXPECT_EQ(layout->array, (Array{{2, 32, 7, 7}, core::ElementType::kF32}));
  EXPECT_EQ(read("bf16:a:blocked:acdb::f0", Array{{1, 2, 3, 4}}), "acdb");
  EXPECT_EQ(read("f32::blocked:ab:8x1:f0", Array{{3, 5}}), "onednn.descriptor");
  EXPECT_EQ(read("f32::any:::f0", Array{{3, 5}}), "onednn.descriptor");
  EXPECT_EQ(read("f23::blocked:ab::f0", Array{{3, 5}}), "type.unknown");
}

TEST(Onednn, WhatIsNotATagIsShown) {
  EXPECT_EQ(read("aBcd 1x2x3x4"), "onednn.tag");
  EXPECT_EQ(caret("aBcd 1x2x3x4"), "B");
  EXPECT_EQ(caret("abcd16b 1x2x3x4"), "b");
  EXPECT_EQ(caret("abca 1x2x3x4"), "abca");
  EXPECT_EQ(caret("acd 1x2x3"), "acd");
  EXPECT_EQ(caret("aBcd16 1x2x3x4"), "16");
  EXPECT_EQ(read("aBcd0b 1x2x3x4"), "onednn.block");
  EXPECT_EQ(read("aBcd16e 1x2x3x4"), "onednn.tag");
  EXPECT_EQ(read("kitten 1x2x3x4"), "onednn.tag");
  EXPECT_EQ(read("ab 1x2x3"), "strided.rank");
  EXPECT_EQ(read("ab"), "strided.shape_missing");
  EXPECT_EQ(read("ab 1x2 ?"), "scan.trailing");
  EXPECT_EQ(read("ab 1x2x3x1x2x3x1x2x3x1x2x3x4"), "onednn.rank");
  EXPECT_EQ(read(std::string(300, 'a') + " 1x2"), "onednn.rank");
  EXPECT_EQ(read("AB9223372036854775807a9b 3x3"), "strided.too_large");
}

TEST(Onednn, ALongTextIsCutInMessages) {
  const auto refused = parse_onednn(std::string(100'000, 'a'));
  ASSERT_FALSE(refused);
  EXPECT_LT(refused.error()->message.size(), 200U);
}

}  // namespace
}  // namespace tileglot::notation::strided
