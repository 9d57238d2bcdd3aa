// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/shape/equal.h"

#include <gtest/gtest.h>

#include <string_view>

#include "tileglot/core/law.h"
#include "tileglot/notation/xla/shape/any_shape.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {
namespace {

bool same_layouts(std::string_view a, std::string_view b, LayoutIgnores ignores = {}) {
  return equal(*parse_layout(a), *parse_layout(b), ignores);
}
bool same_shapes(std::string_view a, std::string_view b, const ShapeIgnores& ignores = {}) {
  return equal(*parse_shape(a), *parse_shape(b), ignores);
}

TEST(Equal, WhatDoesNotCount) {
  EXPECT_FALSE(same_layouts("{1,0:S(1)}", "{1,0}"));
  EXPECT_TRUE(same_layouts("{1,0:S(1)}", "{1,0}", {.memory_space = true}));
  EXPECT_FALSE(same_shapes("f32[4]{0:E(32)}", "f32[4]{0}"));
  EXPECT_TRUE(same_shapes("f32[4]{0:E(32)}", "f32[4]{0}", {.of_layout = kMinorToMajorOnly}));
}

TEST(Equal, EveryMemberOfALayoutCountsUnlessItIsIgnored) {
  struct Case {
    std::string_view text;
    LayoutIgnores ignores;
  };
  const Case cases[] = {
      {"{1,0:T(8,128)}", {.tiles = true}},           {"{1,0:L(4)}", {.tail_padding = true}},
      {"{1,0:#(u32)}", {.index_type = true}},        {"{1,0:*(u32)}", {.pointer_type = true}},
      {"{1,0:S(1)}", {.memory_space = true}},        {"{1,0:SC(0:1)}", {.split_configs = true}},
      {"{1,0:P(f32[2])}", {.physical_shape = true}}, {"{1,0:E(4)}", {.element_size = true}}};
  for (const Case& c : cases) {
    EXPECT_FALSE(same_layouts(c.text, "{1,0}")) << c.text;
    EXPECT_TRUE(same_layouts(c.text, "{1,0}", c.ignores)) << c.text;
    EXPECT_TRUE(same_layouts(c.text, "{1,0}", kMinorToMajorOnly)) << c.text;
    EXPECT_FALSE(same_layouts(c.text, "{0,1}", kMinorToMajorOnly)) << c.text;
  }
}

TEST(Equal, ThePrefixOfMetadataNeverCounts) {
  EXPECT_TRUE(same_layouts("{1,0:M(8)}", "{1,0}"));
  EXPECT_FALSE(*parse_layout("{1,0:M(8)}") == *parse_layout("{1,0}"));
}

TEST(Equal, PhysicalShapesAreComparedAsShapes) {
  EXPECT_TRUE(same_layouts("{0:P(f32[2])}", "{0:P(f32[2]{0:M(8)})}"));
  EXPECT_FALSE(same_layouts("{0:P(f32[2])}", "{0:P(f32[3])}"));
}

TEST(Equal, EveryPartOfAShapeCountsUnlessItIsIgnored) {
  EXPECT_FALSE(same_shapes("f32[4]", "f16[4]"));
  EXPECT_TRUE(same_shapes("f32[4]", "f16[4]", {.floating_precision = true}));
  EXPECT_FALSE(same_shapes("f32[4]", "s32[4]", {.floating_precision = true}));
  EXPECT_TRUE(same_shapes("f32[4]", "s32[4]", {.element_type = true}));
  EXPECT_FALSE(same_shapes("f32[4]{0}", "token[]", {.element_type = true}));
  EXPECT_FALSE(same_shapes("f32[4]", "f32[<=4]"));
  EXPECT_TRUE(same_shapes("f32[4]", "f32[<=4]", {.dynamic = true}));
  EXPECT_TRUE(same_shapes("f32[4,7]", "f32[?,7]", {.dynamic = true}));
  EXPECT_FALSE(same_shapes("f32[4,7]", "f32[?,8]", {.dynamic = true}));
  EXPECT_TRUE(same_shapes("f32[4]", "f32[5]", {.dimensions = true}));
  EXPECT_FALSE(same_shapes("f32[4]", "f32[4,1]", {.layout = true, .dimensions = true}));
  EXPECT_FALSE(same_shapes("b(f32[4]{0})", "f32[4]{0}"));
  EXPECT_TRUE(same_shapes("b(f32[4]{0})", "f32[4]{0}", {.buffer = true}));
  EXPECT_TRUE(same_shapes("f32[<=4,3]{0,1}", "f32[4,3]{1,0}", kCompatible));
}

TEST(Equal, TuplesGoElementByElement) {
  EXPECT_TRUE(same_shapes("(f32[4], token[])", "(f32[4], token[])"));
  EXPECT_FALSE(same_shapes("(f32[4], token[])", "(f32[4])"));
  EXPECT_FALSE(same_shapes("(f32[4]{0:S(1)})", "(f32[4])"));
  EXPECT_TRUE(same_shapes("(f32[4]{0:S(1)})", "(f32[4])", {.of_layout = {.memory_space = true}}));
}

TEST(Equal, OneSideWithoutALayoutDiffersUnlessLayoutsDoNotCount) {
  Shape without = *parse_shape("f32[4]");
  const Shape with = without;
  without.layout.reset();
  EXPECT_FALSE(equal(without, with));
  EXPECT_FALSE(equal(without, with, {.of_layout = kMinorToMajorOnly}));
  EXPECT_TRUE(equal(without, with, {.layout = true}));
}

TEST(Equal, AShapeEqualsItsCopy) {
  core::check_law("xla_equal_is_reflexive", 10000, [] {
    const Shape shape = *any_printable_shape();
    const Shape copy = shape;
    ASSERT_TRUE(equal(shape, copy));
  });
}

}  // namespace
}  // namespace tileglot::notation::xla
