// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/cute.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tileglot/bridge/xla.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/print.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/text/parse.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::bridge {
namespace {

namespace cute = notation::cute;

map::IndexMap map_of(std::string_view text) {
  const auto layout = cute::parse_layout(text);
  EXPECT_TRUE(layout.has_value()) << text;
  auto map = to_map(*layout);
  EXPECT_TRUE(map.has_value()) << text;
  return *std::move(map);
}

map::IndexMap map_of_xla(std::string_view text) {
  const auto shape = notation::xla::parse_valid_shape(text);
  EXPECT_TRUE(shape.has_value()) << text;
  return *to_map(*shape);
}

std::string text_of(const core::Result<cute::Layout<>>& layout) {
  return layout ? cute::print(*layout) : layout.error()->code + ": " + layout.error()->witness;
}

TEST(Cute, AModeIsADimension) {
  const map::IndexMap map = map_of("((2,4,2),(128,2)):((1,256,2048),(2,1024))");
  EXPECT_EQ(map::to_text(map), "x0 + 254*(x0/2) + 1024*(x0/8) + 2*x1 + 768*(x1/128)");
  EXPECT_EQ(map.extent(0), 16);
  EXPECT_EQ(map.codomain_size(), 4096);
}

TEST(Cute, TheMapAgreesWithTheNotation) {
  for (const std::string_view text :
       {"(4,2):(2,1)", "8:3", "(3,(2,3)):(3,(12,1))", "((2,2),(2,3)):((2,12),(1,4))", "():()",
        "(4,3):(-1,5)", "((3,2),(1,5)):((0,7),(9,2))", "(0,3):(1,2)", "(((2))):(((3)))"}) {
    const cute::Layout<> layout = *cute::parse_layout(text);
    const map::IndexMap map = map_of(text);
    std::int64_t index = 0;
    std::vector<std::int64_t> x(map.rank(), 0);
    for (; index < map.size(); ++index) {
      std::int64_t rest = index;
      for (std::size_t k = 0; k < map.rank(); ++k) {
        x[k] = rest % map.extent(k);
        rest /= map.extent(k);
      }
      const auto offset = cute::crd2idx(core::IntTuple(core::Integer(index)), layout);
      ASSERT_TRUE(offset) << text;
      ASSERT_EQ(map(x), offset->value) << text << " at index " << index;
    }
  }
}

TEST(Cute, ALayoutComesBackAsTheSameFunction) {
  EXPECT_EQ(text_of(to_cute(map_of("((2,4,2),(128,2)):((1,256,2048),(2,1024))"))),
            "((2,4,2),(128,2)):((1,256,2048),(2,1024))");
  EXPECT_EQ(text_of(to_cute(map_of("((2,2),3):((1,2),4)"))), "(4,3):(1,4)");
  EXPECT_EQ(text_of(to_cute(map_of("8:3"))), "8:3");
  EXPECT_EQ(text_of(to_cute(map_of("():()"))), "():()");
  EXPECT_EQ(text_of(to_cute(map_of("(4,3):(0,-2)"))), "(4,3):(0,-2)");
  EXPECT_EQ(text_of(to_cute(map_of("(1,3):(7,2)"))), "(1,3):(0,2)");
}

TEST(Cute, AClippedTileHasALayoutOnThePaddedDomainOnly) {
  const map::IndexMap map = map_of_xla("f32[3,5]{1,0:T(2,2)}");
  EXPECT_EQ(text_of(to_cute(map)), "bridge.padded: offset 9 is padding");
  const auto padded = pad_to_boundaries(map);
  ASSERT_TRUE(padded.has_value());
  EXPECT_EQ(text_of(to_cute(*padded)), "((2,2),(2,3)):((2,12),(1,4))");
}

TEST(Cute, ASwizzledLayoutIsAMapWithParities) {
  const auto layout = cute::parse_any_layout("Sw<1,0,1> o 0 o 4:1");
  const auto map = to_map(std::get<cute::ComposedLayout>(*layout));
  ASSERT_TRUE(map.has_value());
  EXPECT_EQ(map::to_text(*map), "2*(x0/2) + [x0_0 ^ x0_1]");
}

TEST(Cute, WhatGivesNoOffsetsAtOrAboveZeroHasNoMap) {
  const auto coordinates = cute::parse_any_layout("(4,5):(1@0,1@1)");
  const auto refused = to_map(std::get<cute::Layout<>>(*coordinates));
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error()->code, "bridge.coordinates");
  const auto negative = cute::parse_any_layout("(4,2):(1,4) o 0 o 4:-1");
  const auto also_refused = to_map(std::get<cute::ComposedLayout>(*negative));
  ASSERT_FALSE(also_refused.has_value());
  EXPECT_EQ(also_refused.error()->code, "cute.swizzled_negative");
}

TEST(Cute, JoinedDimensionsHaveNoLayout) {
  EXPECT_EQ(text_of(to_cute(map_of_xla("f32[7,5,11]{2,1,0:T(*,2,3)}"))),
            "bridge.not_affine: f(0,0,0) = 0, f(1,0,0) = 51, f(0,1,0) = 3, but f(1,1,0) = 72");
}

}  // namespace
}  // namespace tileglot::bridge
