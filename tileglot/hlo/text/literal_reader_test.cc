// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/text/detail/literal_reader.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/hlo/text/detail/print_literal.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::hlo {
namespace {

/// The literal as it is printed exactly, or the code of the refusal.
std::string through(std::string_view shape, std::string_view text) {
  Cursor cursor(text);
  std::size_t filled_bytes = 0;
  const auto read = read_literal(cursor, *notation::xla::parse_shape(shape), filled_bytes);
  if (!read) return read.error()->code;
  std::string out;
  append_literal(*read, true, out);
  return out;
}

TEST(LiteralReader, ConstantsOfEveryFormAreRead) {
  EXPECT_EQ(through("f32[2,2]", "{{1, 2}, {3, -inf}}"), "{ { 1, 2 }, { 3, -inf } }");
  EXPECT_EQ(through("(f32[], s32[2])", "(1, {2, 3})"), "( 1, {2, 3} )");
  EXPECT_EQ(through("c64[]", "(1, -2)"), "(1, -2)");
  EXPECT_EQ(through("f32[3]", "{1 2 3}"), "{1, 2, 3}");
  EXPECT_EQ(through("f32[1,1]", "{{0.5}}"), "{ {0.5} }");
  EXPECT_EQ(through("f32[2,0]", "{ { }, { } }"), "{ {}, {} }");
  EXPECT_EQ(through("f32[1,1,2,1]", "{{{{1},{2}}}}"), "{ { /*i0=0*/ { /*i1=0*/ {1}, {2} } } }");
  EXPECT_EQ(through("f32[1000000,1000000]", "{...}"), "{...}");
  EXPECT_EQ(through("()", "()"), "(  )");
}

TEST(LiteralReader, EveryTypeHasItsNumbers) {
  EXPECT_EQ(through("f16[]", "0.1"), "0.099976");
  EXPECT_EQ(through("f8e4m3fn[]", "0.3"), "0.312");
  EXPECT_EQ(through("f8e5m2[]", "0.3"), "0.31");
  EXPECT_EQ(through("f32[]", "0.1"), "0.1");
  EXPECT_EQ(through("f32[]", "16777217.0"), "16777216");
  EXPECT_EQ(through("f64[]", "0.1"), "0.1");
  EXPECT_EQ(through("s4[]", "-8"), "-8");
  EXPECT_EQ(through("u64[]", "18446744073709551615"), "18446744073709551615");
  EXPECT_EQ(through("pred[]", "2"), "true");
  EXPECT_EQ(through("pred[2]", "{true, 0}"), "{1, 0}");
  EXPECT_EQ(through("f32[]", "-nan"), "-nan");
  EXPECT_EQ(through("f32[]", "nan(0x7)"), "nan(0x7)");
  EXPECT_EQ(through("f32[]", "-0"), "0");
  EXPECT_EQ(through("f32[]", "-0.0"), "-0.0");
}

TEST(LiteralReader, WhatATypeDoesNotHaveIsRefused) {
  EXPECT_EQ(through("f32[]", "1e39"), "hlo.literal");
  EXPECT_EQ(through("f32[]", "1e400"), "hlo.literal");
  EXPECT_EQ(through("s4[]", "8"), "hlo.literal");
  EXPECT_EQ(through("u4[]", "-1"), "hlo.literal");
  EXPECT_EQ(through("s32[]", "1.5"), "hlo.syntax");
  EXPECT_EQ(through("f32[]", "true"), "hlo.syntax");
  EXPECT_EQ(through("f32[]", "nan(0)"), "hlo.syntax");
  EXPECT_EQ(through("f32[]", ".3"), "hlo.syntax");
  EXPECT_EQ(through("token[]", ""), "hlo.literal");
  EXPECT_EQ(through("u64[]", "18446744073709551616"), "scan.integer_too_large");
}

TEST(LiteralReader, ElementsAreCounted) {
  EXPECT_EQ(through("f32[2]", "{1}"), "hlo.literal");
  EXPECT_EQ(through("f32[2]", "{1,2,3}"), "hlo.literal");
  EXPECT_EQ(through("f32[2]", "{{1,2}}"), "hlo.literal");
  EXPECT_EQ(through("f32[2,1]", "{1,2}"), "hlo.syntax");
  EXPECT_EQ(through("f32[1000000000000]", "{1}"), "hlo.literal");
  EXPECT_EQ(through("(f32[])", "1"), "hlo.syntax");
}

}  // namespace
}  // namespace tileglot::hlo
