// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/strided.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/print.h"
#include "tileglot/notation/strided/any_layout.h"

namespace tileglot::bridge {
namespace {

namespace strided = notation::strided;

map::IndexMap map_of(std::string_view text) { return *to_map(*parse_layout(text)); }

map::IndexMap map_of_strided(std::string_view text) { return *to_map(*strided::parse(text)); }

template <class Layout>
std::string text_of(const core::Result<Layout>& layout) {
  return layout ? print(*layout) : layout.error()->code + ": " + layout.error()->witness;
}

TEST(Strided, OneStrideADimensionOrAViewWithMore) {
  EXPECT_EQ(text_of(to_strided(map_of("(4,6):(1,4)"))), "shape=(4,6) strides=(1,4) elements");
  const auto refused = to_strided(map_of("f32[4,6]{1,0:T(2,2)}"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error()->code, "bridge.not_strided");
  EXPECT_EQ(refused.error()->message,
            "dimension 0 moves by 2 and by 12, cut at multiples of 2: no one stride");
  EXPECT_EQ(refused.error()->witness,
            "(2,0) is 10 further than (1,0), and one step before it is 2");
  EXPECT_EQ(refused.error()->help,
            "a view of rank 4 has strides: shape=(2,2,3,2) strides=(12,2,4,1) elements");
}

TEST(Strided, AViewHasADimensionForEachDigit) {
  EXPECT_EQ(print(*view_of(map_of("bf16[16,256]{1,0:T(8,128)(2,1)}"))),
            "shape=(2,4,2,2,128) strides=(2048,256,1,1024,2) elements");
  EXPECT_FALSE(view_of(map_of("f32[3,5]{1,0:T(2,2)}")));
  EXPECT_EQ(to_strided(map_of("f32[3,5]{1,0:T(2,2)}")).error()->help.substr(0, 24),
            "the last tile is clipped");
}

TEST(Strided, AViewStartsWhereTheFirstElementIs) {
  const auto refused = to_strided(
      map_of_strided("memref<4xf32, affine_map<(i) -> (5 + (i floordiv 2) * 9 + i mod 2)>>"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error()->help,
            "a view of rank 2 has strides: shape=(2,2) strides=(9,1) offset=5 elements");
}

TEST(Strided, NumpyCountsBytesAndTorchElements) {
  const map::IndexMap map = map_of("(2,3):(3,1)");
  EXPECT_EQ(text_of(to_numpy(map, core::ElementType::kF32)),
            "shape=(2,3) strides=(12,4) bytes dtype=float32");
  EXPECT_EQ(text_of(to_numpy(map, core::ElementType::kS4)),
            "shape=(2,3) strides=(3,1) bytes dtype=int4");
  EXPECT_EQ(text_of(to_torch(map)), "shape=(2,3) strides=(3,1) elements");
  EXPECT_EQ(to_numpy(map_of("2:4611686018427387904"), core::ElementType::kF32).error()->code,
            "strided.too_large");
}

TEST(Strided, NegativeStridesAndOffsetsAreNumpys) {
  const map::IndexMap map = map_of_strided("shape=(3,) strides=(-1,) offset=2 elements");
  EXPECT_EQ(map::to_text(map), "2 - x0");
  EXPECT_EQ(text_of(to_numpy(map, core::ElementType::kF32)),
            "shape=(3,) strides=(-4,) offset=8 bytes dtype=float32");
  EXPECT_EQ(to_torch(map).error()->code, "bridge.not_torch");
  EXPECT_EQ(to_mdspan(map).error()->code, "bridge.not_mdspan");
}

TEST(Strided, MdspanNamesTheOrderWhereItCan) {
  EXPECT_EQ(text_of(to_mdspan(map_of("(4,6):(6,1)"))), "layout_right::mapping(extents(4,6))");
  EXPECT_EQ(text_of(to_mdspan(map_of("(4,6):(1,4)"))), "layout_left::mapping(extents(4,6))");
  EXPECT_EQ(text_of(to_mdspan(map_of("(4,6):(8,1)"))),
            "layout_stride::mapping(extents(4,6), array{8,1})");
  EXPECT_EQ(text_of(to_mdspan(map_of("(4,1):(1,7)"))), "layout_right::mapping(extents(4,1))");
  EXPECT_EQ(text_of(to_mdspan(map_of("(4,6):(1,1)"))),
            "bridge.not_mdspan: (0,1) and (1,0) are both at 1");
  EXPECT_EQ(to_mdspan(map_of("(4,6):(1,0)")).error()->code, "bridge.not_mdspan");
}

TEST(Strided, DimensionsOfOneElementHaveTheStrideOfTheirPlace) {
  EXPECT_EQ(text_of(to_strided(map_of("(1,5):(0,1)"))), "shape=(1,5) strides=(5,1) elements");
  EXPECT_EQ(text_of(to_strided(map_of("f32[1,2,3,4]{1,3,2,0}"))),
            "shape=(1,2,3,4) strides=(24,1,8,2) elements");
  EXPECT_EQ(text_of(to_strided(map_of("f32[2,0,3]"))), "shape=(2,0,3) strides=(3,3,1) elements");
  EXPECT_EQ(text_of(to_strided(map_of("((5,2),0):((0,-8),1)"))),
            "shape=(10,0) strides=(1,1) elements");
}

TEST(Strided, CoordinatesAreNotOffsets) {
  const auto refused = to_strided(map_of("f32[64,96]{1,0:SC(1:40)}"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error()->code, "bridge.not_offsets");
  EXPECT_EQ(refused.error()->message,
            "the layout gives (split, offset), and not one offset in memory");
}

TEST(Strided, SwizzlesHaveNoStrides) {
  EXPECT_EQ(to_strided(map_of("Sw<1,0,1> o 0 o 4:1")).error()->code, "bridge.not_affine");
}

TEST(Strided, AFloorOfASumCanBeAStrideAllTheSame) {
  const map::IndexMap map = map_of_strided("memref<2xf32, affine_map<(i) -> (i ceildiv 2)>>");
  EXPECT_EQ(text_of(to_strided(map)), "shape=(2,) strides=(1,) elements");
}

TEST(Strided, EverySpellingHasItsMap) {
  EXPECT_EQ(map::to_text(map_of_strided("shape=(1,2,3,4) channels_last")), "x1 + 2*x3 + 8*x2");
  EXPECT_EQ(map::to_text(map_of_strided("layout_left::mapping(extents(3,5))")), "x0 + 3*x1");
  EXPECT_EQ(map::to_text(map_of_strided("AB2a2b 3x5")), "x1 + 2*(x1/2) + 2*x0 + 8*(x0/2)");
  EXPECT_EQ(map_of_strided("AB2a2b 3x5").codomain_size(), 24);
  EXPECT_EQ(map::to_text(*to_map(*strided::parse("NC2n", strided::Array{{3, 5}}))),
            "N + 8*(N/2) + 2*C");
  EXPECT_EQ(map::to_text(map_of_strided("memref<3x5xf32, affine_map<(i, j) -> (i floordiv 2, j "
                                        "floordiv 2, i mod 2, j mod 2)>>")),
            "x1 + 2*(x1/2) + 2*x0 + 8*(x0/2)");
}

}  // namespace
}  // namespace tileglot::bridge
