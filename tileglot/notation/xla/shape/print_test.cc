// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/shape/print.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/core/law.h"
#include "tileglot/notation/xla/shape/any_shape.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {
namespace {

void expect_prints(std::string_view text, std::string_view canonical) {
  const auto read = parse_shape(text);
  ASSERT_TRUE(read) << text << ": " << read.error()->message;
  EXPECT_EQ(print(*read), canonical);
}

// "published spellings print canonically"
TEST(Print, PublishedSpellingsPrintCanonically) {
  expect_prints("F32[3, 5]{1,0:(2,2)}", "f32[3,5]{1,0:T(2,2)}");
  expect_prints("F32[2,7,8,11,10]{4,3,2,1,0:(\xE2\x88\x97,\xE2\x88\x97,2,\xE2\x88\x97,3)}",
                "f32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}");
}

TEST(Print, CanonicalTextsPrintAsTheyAre) {
  for (const std::string_view text :
       {"bf16[9,200]{1,0:T(8,128)(2,1)}", "s4[3,5]{0,1:E(4)S(5)}", "f32[<=6,?]{1,0}",
        "u8[7]{0:L(512)M(8)}", "f32[2,2]{0,0}", "f32[]", "f32[]{:T(128)}", "token[]", "opaque[]",
        "()", "b(f32[2]{0})", "(f32[2]{0}, (), token[])",
        "f32[64,96]{1,0:T(8,128)L(2)#(u32)*(s8)E(16)S(-1)SC(1:40)(0:1,2)M(8)}"}) {
    expect_prints(text, text);
  }
}

TEST(Print, EveryFifthElementOfATupleIsAnnounced) {
  expect_prints("(f32[],f32[],f32[],f32[],f32[],f32[],f32[])",
                "(f32[], f32[], f32[], f32[], f32[], /*index=5*/f32[], f32[])");
}

TEST(Print, DefaultsAreLeftOut) {
  expect_prints("f32[2]{0:L(1)#()*()E(0)S(0)M(0)}", "f32[2]{0}");
  expect_prints("f32[2]{0:M(-1)}", "f32[2]{0}");
}

TEST(Print, TypesThatAreNotIntegersPrintAsInvalid) {
  expect_prints("f32[2]{0:#(f32)*(token)}", "f32[2]{0:#(invalid)*(invalid)}");
}

TEST(Print, LayoutsCanBeHidden) {
  const auto shape = parse_shape("(f32[2]{0:T(8)}, b(s8[3]))");
  EXPECT_EQ(print(*shape, LayoutText::kHidden), "(f32[2], b(s8[3]))");
}

TEST(Print, TilesAndLayoutsPrintAlone) {
  EXPECT_EQ(print(Tile{{8, kCombine, 2}}), "(8,*,2)");
  EXPECT_EQ(print(Layout{}), "{}");
  EXPECT_EQ(print(descending_layout(3)), "{2,1,0}");
}

void expect_reads_back(const Shape& shape) {
  const std::string text = print(shape);
  for (const Spelling spelling : {Spelling::kPublished, Spelling::kXla}) {
    const auto read = parse_shape(text, {.spelling = spelling});
    ASSERT_TRUE(read) << text << ": " << read.error()->message;
    EXPECT_EQ(*read, shape) << text;
    EXPECT_EQ(print(*read), text);
  }
}

TEST(Print, WhatWasPrintedReadsBack) {
  core::check_law("xla_parse_undoes_print", 20000,
                  [] { expect_reads_back(*any_printable_shape()); });
}

TEST(Print, ValidShapesReadBackAsValid) {
  core::check_law("xla_valid_text_is_valid", 10000, [] {
    const Shape shape = *any_shape({.empty_arrays = true});
    const auto read = parse_valid_shape(print(shape));
    ASSERT_TRUE(read) << print(shape) << ": " << read.error()->message;
    EXPECT_EQ(*read, shape);
  });
}

}  // namespace
}  // namespace tileglot::notation::xla
