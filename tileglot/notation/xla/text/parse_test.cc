// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/text/parse.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/scanner.h"
#include "tileglot/notation/xla/shape/limits.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::notation::xla {
namespace {

constexpr ParseOptions kAsXla = {.spelling = Spelling::kXla};

Shape shape_of(std::string_view text) {
  auto read = parse_shape(text);
  EXPECT_TRUE(read) << text << ": " << (read ? "" : read.error()->message);
  return read ? *read : Shape{};
}

Layout layout_of(std::string_view text) {
  auto read = parse_layout(text);
  EXPECT_TRUE(read) << text << ": " << (read ? "" : read.error()->message);
  return read ? *read : Layout{};
}

std::string code_of(std::string_view text, ParseOptions options = {}) {
  const auto read = parse_shape(text, options);
  return read ? "read as " + print(*read) : read.error()->code;
}

// "a missing layout is row-major"
TEST(Parse, AMissingLayoutIsRowMajor) {
  EXPECT_EQ(shape_of("f32[3,5,7]").layout->minor_to_major, (std::vector<std::int64_t>{2, 1, 0}));
  EXPECT_EQ(shape_of("f32[]").layout, Layout{});
}

TEST(Parse, AMissingLayoutStaysMissingWhereAskedFor) {
  const ParseOptions bare = {.missing_layout = MissingLayout::kNone};
  EXPECT_FALSE(parse_shape("f32[3,5]", bare)->layout);
  EXPECT_TRUE(parse_shape("f32[]", bare)->layout);
  EXPECT_EQ(print(*parse_shape("(f32[3,5], f32[3]{0})", bare)), "(f32[3,5], f32[3]{0})");
}

// "dimensions are fixed, bounded or unbounded"
TEST(Parse, DimensionsAreFixedBoundedOrUnbounded) {
  const std::vector<Dimension> expected = {{3, false}, {5, true}, {std::nullopt, true}};
  EXPECT_EQ(shape_of("f32[3,<=5,?]").dimensions, expected);
}

// "every attribute is kept"
TEST(Parse, EveryAttributeIsKept) {
  const Layout layout = layout_of(
      "{1,0:D(D,C+~)T(8,128)(2,1)L(512)#(u32)*(s64)E(4)S(5)SC(0:10)(1:4,5)P(f32[7]{0})M(8)}");
  EXPECT_EQ(layout.minor_to_major, (std::vector<std::int64_t>{1, 0}));
  EXPECT_EQ(layout.tiles, (std::vector<Tile>{{{8, 128}}, {{2, 1}}}));
  EXPECT_EQ(layout.tail_padding_alignment, 512);
  EXPECT_EQ(layout.index_type, PrimitiveType::kU32);
  EXPECT_EQ(layout.pointer_type, PrimitiveType::kS64);
  EXPECT_EQ(layout.element_size_bits, 4);
  EXPECT_EQ(layout.memory_space, 5);
  EXPECT_EQ(layout.split_configs, (std::vector<SplitConfig>{{0, {10}}, {1, {4, 5}}}));
  EXPECT_EQ(*layout.physical_shape, shape_of("f32[7]"));
  EXPECT_EQ(layout.dynamic_shape_metadata_prefix_bytes, 8);
}

TEST(Parse, LayoutsDifferByAnyAttribute) {
  const std::string_view texts[] = {"{0}",          "{0:T(2)}",      "{0:L(2)}", "{0:#(u8)}",
                                    "{0:*(u8)}",    "{0:E(4)}",      "{0:S(1)}", "{0:SC(0:1)}",
                                    "{0:P(f32[])}", "{0:P(f32[1])}", "{0:M(8)}", "{1}"};
  for (const auto a : texts) {
    for (const auto b : texts) EXPECT_EQ(layout_of(a) == layout_of(b), a == b) << a << " " << b;
  }
}

// "every spelling of the combining entry reads alike"
TEST(Parse, EverySpellingOfTheCombiningEntryReadsAlike) {
  const Layout expected = layout_of("{1,0:T(*,2)}");
  EXPECT_FALSE(expected.tiles[0].entries[0]);
  EXPECT_EQ(layout_of("{1,0:T(\xE2\x88\x97,2)}"), expected);
  EXPECT_EQ(layout_of("{1,0:T(-1,2)}"), expected);
  EXPECT_EQ(layout_of("{1,0:(*,2)}"), expected);
  EXPECT_EQ(layout_of("{1,0:T(-9223372036854775808,2)}"), expected);
}

TEST(Parse, UpperCaseTypesAreThoseOfThePublishedDocuments) {
  EXPECT_EQ(shape_of("F32[3,5]{1,0:(2,2)}"), shape_of("f32[3,5]{1,0:T(2,2)}"));
  EXPECT_EQ(shape_of("BF16[3]").type, PrimitiveType::kBf16);
  EXPECT_EQ(code_of("Pred[]"), "xla.type");
}

TEST(Parse, XlaSpellingRefusesWhatOnlyThePublishedDocumentsWrite) {
  EXPECT_EQ(code_of("F32[3]", kAsXla), "xla.type");
  EXPECT_EQ(code_of("f32[3]{0:(2)}", kAsXla), "xla.layout");
  EXPECT_EQ(code_of("f32[3]{0:T(-1)}", kAsXla), "xla.tile");
  EXPECT_EQ(code_of("f32[3,4]{1,0:T(\xE2\x88\x97,2)}", kAsXla), "scan.integer");
}

TEST(Parse, BlanksAndCommentsMayStandBetweenAnyTokens) {
  EXPECT_EQ(shape_of(" f32 [ 3 , /* rows */ 5 ] { 1 , 0 : T ( 2 , * , 2 ) ( 2 ) S ( 1 ) } // end"),
            shape_of("f32[3,5]{1,0:T(2,*,2)(2)S(1)}"));
}

TEST(Parse, WhatTheReleasedProgramReadsAlthoughItLooksMalformed) {
  EXPECT_EQ(print(shape_of("f32[4,6]{1,0:T(8,128}")), "f32[4,6]{1,0:T(8,128)}");
  EXPECT_EQ(print(shape_of("f32[4,6]{1,0:}")), "f32[4,6]{1,0}");
  EXPECT_EQ(print(shape_of("f32[4,6]{1,0:T}")), "f32[4,6]{1,0:T()}");
  EXPECT_EQ(print(shape_of("f32[4]{0:S(1SC(0:2)}")), "f32[4]{0:S(1)SC(0:2)}");
  EXPECT_EQ(print(shape_of("f32[4]{0:S(128)}")), "f32[4]{0:S(-128)}");
  EXPECT_EQ(print(shape_of("f32[4]{0:E(18446744073709551615)}")), "f32[4]{0:E(-1)}");
  EXPECT_EQ(print(shape_of("f32[]{:}")), "f32[]");
  EXPECT_EQ(print(shape_of("f32[2,2]{0,0}")), "f32[2,2]{0,0}");
  EXPECT_EQ(print(shape_of("b(f32[2,2]{0,0})")), "b(f32[2,2]{0,0})");
  EXPECT_EQ(print(layout_of("{0:#()*()}")), "{0}");
}

TEST(Parse, WhereTheReleasedProgramWouldAbortThereIsAnError) {
  EXPECT_EQ(code_of("token[1]"), "xla.not_array");
  EXPECT_EQ(code_of("opaque[2]"), "xla.not_array");
  EXPECT_EQ(code_of("token[]{0}"), "xla.not_array");
  EXPECT_EQ(code_of("f32[4]{0:L(0)}"), "xla.tail");
  EXPECT_EQ(code_of("f32[4]{0:T(-2)}"), "xla.tile");
}

TEST(Parse, AnElementOfATupleIsValidated) {
  EXPECT_EQ(code_of("(f32[2,2]{0,0})"), "xla.order");
  EXPECT_EQ(code_of("(f32[2]{0:T(0)})"), "xla.tile");
  EXPECT_EQ(code_of("((), (f32[2]{0:#(u8)}))"), "xla.sparse");
  EXPECT_EQ(code_of("(f32[8]{0:SC(0:35)})"), "xla.split");
  EXPECT_EQ(code_of("(b(f32[2,2]{0,0}))"), "xla.order");
}

TEST(Parse, ALayoutTextAppliesToAGivenShape) {
  const Shape tensor = shape_of("f32[3,5]");
  EXPECT_EQ(print(*parse_valid_layout("{1,0:T(2,2)}", tensor)), "f32[3,5]{1,0:T(2,2)}");
  EXPECT_EQ(parse_valid_layout("{0}", tensor).error()->code, "xla.rank");
}

TEST(Parse, AShapeInsideALongerTextLeavesTheRest) {
  core::Scanner scanner("f32[3]{0} add(x)");
  EXPECT_EQ(print(parse_shape_at(scanner)->shape), "f32[3]{0}");
  EXPECT_EQ(scanner.name(), "add");
  core::Scanner body("f32[3] { ROOT");
  EXPECT_EQ(print(parse_shape_at(body)->shape), "f32[3]{0}");
  EXPECT_TRUE(body.accept("{"));
}

TEST(Parse, EveryPrefixOfALongTextIsReadOrRefused) {
  const std::string text =
      "(f32[3,<=5,?]{2,1,0:D(D,C+,S~)T(8,*,128)(2,1)L(512)#(u32)*(s64)E(4)S(5)SC(0:10)(1:4,5)"
      "P((f32[7]{0}, b(pred[])))M(8)}, b(s4[3,5]{0,1:E(4)S(5)}), token[], opaque[], ())";
  std::size_t read = 0;
  for (std::size_t length = 0; length <= text.size(); ++length) {
    const std::string prefix = text.substr(0, length);
    const auto shape = parse_shape(prefix);
    const auto layout = parse_layout(prefix.substr(length < 13 ? length : 13));
    if (shape || layout) ++read;
    if (shape || shape.error()->span->begin <= length) continue;
    ADD_FAILURE() << "the error of '" << prefix << "' points after it";
  }
  EXPECT_EQ(read, 1U);  // the layout of the first element
}

TEST(Parse, NestingRankTilesAndLengthAreLimited) {
  const auto deep = [](std::size_t n) { return std::string(n, '(') + std::string(n, ')'); };
  EXPECT_EQ(code_of(deep(kMaxDepth)), "read as " + deep(kMaxDepth));
  EXPECT_EQ(code_of(deep(kMaxDepth + 1)), "xla.limit");
  EXPECT_EQ(code_of(deep(100000)), "xla.limit");
  std::string inner = "f32[]";
  for (int i = 0; i < 100; ++i) inner.insert(0, "f32[]{:P(").append(")}");
  EXPECT_EQ(code_of(inner), "xla.limit");

  std::string dimensions = "1";
  for (std::size_t i = 1; i < kMaxRank; ++i) dimensions += ",1";
  EXPECT_EQ(rank(shape_of("f32[" + dimensions + "]")), kMaxRank);
  EXPECT_EQ(code_of("f32[" + dimensions + ",1]"), "xla.limit");
  EXPECT_EQ(code_of("f32[1]{" + dimensions + ",1}"), "xla.limit");
  EXPECT_EQ(code_of("f32[1]{0:T(" + dimensions + ",1)}"), "xla.limit");

  std::string tiles;
  for (std::size_t i = 0; i <= kMaxTiles; ++i) tiles += "(2)";
  EXPECT_EQ(code_of("f32[1]{0:T" + tiles + "}"), "xla.limit");

  std::string elements = "()";
  for (std::size_t i = 0; i < kMaxShapes; ++i) elements += ",()";
  EXPECT_EQ(code_of("(" + elements + ")"), "xla.limit");
  EXPECT_EQ(code_of(std::string(kMaxTextBytes + 1, ' ')), "xla.limit");
}

}  // namespace
}  // namespace tileglot::notation::xla
