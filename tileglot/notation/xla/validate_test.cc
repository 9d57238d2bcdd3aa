// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/validate.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/notation/xla/parse.h"

namespace tileglot::notation::xla {
namespace {

/// "xla.order at '1'": the code and the part of the text that the error points at.
std::string refusal(std::string_view text) {
  const auto read = parse_valid_shape(text);
  if (read) return "valid";
  const auto span = read.error().span.value_or(core::Span{0, 0});
  return read.error().code + " at '" + std::string(text.substr(span.begin, span.end - span.begin)) +
         "'";
}

// "an order that is no permutation"
TEST(Validate, AnOrderThatIsNoPermutation) {
  const auto read = parse_valid_shape("f32[3,5]{1,1}");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().message,
            "minor_to_major must list every dimension once; 1 is listed twice and 0 is missing");
  EXPECT_EQ(read.error().span, (core::Span{11, 12}));
  EXPECT_EQ(refusal("f32[3,5]{2,0}"), "xla.order at '2'");
  EXPECT_EQ(refusal("f32[3,5]{0,-1}"), "xla.order at '-1'");
}

TEST(Validate, EachCheckPointsAtItsPlace) {
  EXPECT_EQ(refusal("f32[3,5]{1}"), "xla.rank at '1'");
  EXPECT_EQ(refusal("f32[3]{1, 0, 2}"), "xla.rank at '1, 0, 2'");
  EXPECT_EQ(refusal("f32[3]{:T(2)}"), "xla.rank at '{:T(2)}'");
  EXPECT_EQ(refusal("f32[3]{0:L(0)}"), "xla.tail at '0'");
  EXPECT_EQ(refusal("f32[3]{0:#(u32)}"), "xla.sparse at 'u32'");
  EXPECT_EQ(refusal("f32[3]{0:*(u16)}"), "xla.sparse at 'u16'");
  EXPECT_EQ(refusal("f32[3]{0:P(f32[3])}"), "xla.sparse at '(f32[3])'");
  EXPECT_EQ(refusal("f32[3]{0:T(2)(4,0,2)}"), "xla.tile at '0'");
  EXPECT_EQ(refusal("f32[3]{0:T(2)()}"), "xla.tile at '()'");
  EXPECT_EQ(refusal("f32[3]{0:T(2,*)}"), "xla.tile at '*'");
  EXPECT_EQ(refusal("f32[3]{0:E(-4)}"), "xla.element_size at '-4'");
  EXPECT_EQ(refusal("f32[3]{0:SC(0:1)(1:2)}"), "xla.split at '(1:2)'");
  EXPECT_EQ(refusal("f32[3]{0:SC(0:4)}"), "xla.split at '(0:4)'");
  EXPECT_EQ(refusal("(s8[2], b(f32[3,5]{1,1}))"), "xla.order at '1'");
}

TEST(Validate, SizesThatDoNotFitAreTooLarge) {
  EXPECT_EQ(refusal("f32[9223372036854775807]"), "valid");
  EXPECT_EQ(refusal("f32[9223372036854775807,2]"), "xla.too_large at 'f32[9223372036854775807,2]'");
  EXPECT_EQ(refusal("f32[9223372036854775807]{0:T(2)}"),
            "xla.too_large at 'f32[9223372036854775807]{0:T(2)}'");
  EXPECT_EQ(refusal("f32[3]{0:T(9223372036854775807)}"), "valid");
  EXPECT_EQ(refusal("f32[3,3]{1,0:T(9223372036854775807,2)}"),
            "xla.too_large at 'f32[3,3]{1,0:T(9223372036854775807,2)}'");
  EXPECT_EQ(refusal("f32[1000000000000000000,10,10]{2,1,0:T(*,*,2)}"),
            "xla.too_large at 'f32[1000000000000000000,10,10]{2,1,0:T(*,*,2)}'");
  EXPECT_EQ(refusal("f32[1000000000000000000,1000000000000000000,0]"), "valid");
}

TEST(Validate, WhatHasNoPlacesToCheckPasses) {
  for (const char* text : {"token[]", "opaque[]", "()", "(token[], f32[2])", "f32[?]", "f32[?,3]",
                           "f32[]", "f32[]{:T(256)}", "f32[5]{0:T(8,128)}", "f32[<=6]"}) {
    EXPECT_EQ(refusal(text), "valid") << text;
  }
}

TEST(Validate, AShapeThatWasBuiltByHandHasNoSpans) {
  Shape shape = *parse_shape("f32[3,5]");
  shape.layout->minor_to_major = {1, 1};
  const auto status = validate(shape);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, "xla.order");
  EXPECT_FALSE(status.error().span);
}

}  // namespace
}  // namespace tileglot::notation::xla
