// SPDX-License-Identifier: Apache-2.0
// acceptance_layout_test.cc: what XLA's own tests of Layout expect, one test a fact.
#include <gtest/gtest.h>

#include <memory>
#include <string_view>

#include "tileglot/notation/xla/shape/equal.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/layout_order.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/wire/wire.h"

namespace tileglot::notation::xla {
namespace {

std::shared_ptr<const Shape> shape_of(std::string_view text) {
  return std::make_shared<const Shape>(*parse_shape(text));
}

/// A target that was not empty before cannot be: bytes are made anew.
void expect_round_trip(const Layout& layout) {
  EXPECT_EQ(*layout_from_wire(to_wire(layout)), layout) << print(layout);
}

TEST(AcceptanceLayout, TheDefaultLayoutPrintsAsEmptyBraces) { EXPECT_EQ(print(Layout{}), "{}"); }

TEST(AcceptanceLayout, AnOrderPrintsInBraces) {
  EXPECT_EQ(print(Layout::of_minor_to_major({1, 2, 0})), "{1,2,0}");
}

TEST(AcceptanceLayout, ATileWithCombinedDimensionsPrintsStars) {
  EXPECT_EQ(print(Layout::row_major(4).tiled({kCombine, kCombine, 42, 123})),
            "{3,2,1,0:T(*,*,42,123)}");
}

TEST(AcceptanceLayout, TheTailAlignmentPrintsAsL) {
  EXPECT_EQ(print(Layout::row_major(4).tail_padded(100)), "{3,2,1,0:L(100)}");
}

TEST(AcceptanceLayout, ThePointerTypePrintsAfterAStar) {
  Layout layout = Layout::row_major(4);
  layout.pointer_type = PrimitiveType::kU16;
  EXPECT_EQ(print(layout), "{3,2,1,0:*(u16)}");
}

TEST(AcceptanceLayout, TheElementSizePrintsAsE) {
  EXPECT_EQ(print(Layout::row_major(4).with_element_size(42)), "{3,2,1,0:E(42)}");
}

TEST(AcceptanceLayout, SplitsPrintAsSc) {
  EXPECT_EQ(print(Layout::column_major(2).split(0, {3}).split(1, {0, 4})), "{0,1:SC(0:3)(1:0,4)}");
}

TEST(AcceptanceLayout, APhysicalShapePrintsWithItsLayout) {
  Layout layout = Layout::column_major(2);
  layout.physical_shape = shape_of("s32[10,20]");
  EXPECT_EQ(print(layout), "{0,1:P(s32[10,20]{1,0})}");
}

TEST(AcceptanceLayout, TheMetadataPrefixPrintsAsM) {
  EXPECT_EQ(print(Layout::column_major(2).with_metadata_prefix(123)), "{0,1:M(123)}");
}

TEST(AcceptanceLayout, TilesAndLayoutsPrintAlone) {
  EXPECT_EQ(print(Tile{.entries = {7, 8}}), "(7,8)");
  EXPECT_EQ(print(Layout::column_major(3)), "{0,1,2}");
}

TEST(AcceptanceLayout, AnEmptyOrderIsTheDefault) {
  EXPECT_TRUE(equal(Layout{}, Layout::of_minor_to_major({})));
}

TEST(AcceptanceLayout, OtherTilesSizesSpacesAndSplitsAreUnequal) {
  const Layout plain = Layout::column_major(3);
  EXPECT_FALSE(equal(plain.tiled({42, 44}), plain.tiled({42, 45})));
  EXPECT_FALSE(equal(plain.with_element_size(33), plain.with_element_size(7)));
  EXPECT_FALSE(equal(plain.in_memory_space(1), plain.in_memory_space(3)));
  EXPECT_FALSE(equal(plain.split(0, {2}), plain.split(0, {3})));
}

TEST(AcceptanceLayout, WhatIsIgnoredMakesThemEqual) {
  const Layout plain = Layout::column_major(3);
  EXPECT_TRUE(equal(plain.tiled({42, 44}), plain, {.tiles = true}));
  EXPECT_TRUE(
      equal(plain.with_element_size(32), plain.with_element_size(1), {.element_size = true}));
  EXPECT_TRUE(equal(plain.in_memory_space(1), plain.in_memory_space(3), {.memory_space = true}));
  EXPECT_TRUE(equal(plain.split(0, {2}), plain.split(0, {3}), {.split_configs = true}));
}

TEST(AcceptanceLayout, AProtocolBufferReadsBackUnchanged) {
  expect_round_trip(Layout{});
  expect_round_trip(Layout::of_minor_to_major({1, 3, 2, 0}));
  expect_round_trip(Layout::column_major(2).with_element_size(42));
  expect_round_trip(Layout::of_minor_to_major({3, 2, 1, 0}).tiled({1, 2}).tiled({42, 123}));
  Layout sparse = Layout::column_major(2);
  sparse.physical_shape = shape_of("s32[10,10]");
  expect_round_trip(sparse);
  expect_round_trip(Layout::column_major(2).tiled({123}).split(0, {3}).split(1, {0, 4}));
}

TEST(AcceptanceLayout, DimensionOneOfTwoIsDeleted) {
  EXPECT_EQ(*delete_dimension(Layout::of_minor_to_major({0, 1}), 1),
            Layout::of_minor_to_major({0}));
}

TEST(AcceptanceLayout, DimensionZeroOfTwoIsDeleted) {
  EXPECT_EQ(*delete_dimension(Layout::of_minor_to_major({1, 0}), 0),
            Layout::of_minor_to_major({0}));
}

}  // namespace
}  // namespace tileglot::notation::xla
