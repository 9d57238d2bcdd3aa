// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/xla.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/bridge/cute.h"
#include "tileglot/map/equal.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/print.h"
#include "tileglot/notation/cute/text/parse.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/validate/evaluate.h"
#include "tileglot/notation/xla/validate/every_coordinate.h"
#include "tileglot/notation/xla/validate/split_address.h"

namespace tileglot::bridge {
namespace {

namespace xla = notation::xla;

map::IndexMap map_of(std::string_view text) {
  const auto shape = xla::parse_valid_shape(text);
  EXPECT_TRUE(shape.has_value()) << text;
  auto map = to_map(*shape);
  EXPECT_TRUE(map.has_value()) << text << ": " << map.error()->message;
  return *std::move(map);
}

map::IndexMap map_of_cute(std::string_view text) {
  const auto layout = notation::cute::parse_layout(text);
  EXPECT_TRUE(layout.has_value()) << text;
  auto map = to_map(*layout);
  EXPECT_TRUE(map.has_value()) << text;
  return *std::move(map);
}

std::string back(const map::IndexMap& map, xla::PrimitiveType type = xla::PrimitiveType::kF32) {
  const auto shape = to_xla(map, type);
  return shape ? xla::print(*shape) : shape.error()->code + ": " + shape.error()->witness;
}

/// Both evaluators on every coordinate, and on the size.
void expect_agreement(std::string_view text) {
  const auto evaluator = xla::Evaluator::of(*xla::parse_valid_shape(text));
  ASSERT_TRUE(evaluator.has_value()) << text;
  const map::IndexMap map = map_of(text);
  ASSERT_EQ(map.codomain_size(), evaluator->physical_size()) << text;
  std::vector<std::int64_t> x(map.rank(), 0);
  for (std::int64_t n = 0; n < map.size(); ++n) {
    std::int64_t rest = n;
    for (std::size_t k = map.rank(); k-- > 0;) {
      x[k] = rest % map.extent(k);
      rest /= map.extent(k);
    }
    ASSERT_EQ(map(x), evaluator->offset(x)) << text << " at " << map::coordinate_text(x);
  }
}

TEST(Xla, TheWorkedExampleOfTheMap) {
  const map::IndexMap map = map_of("f32[3,5]{1,0:T(2,2)}");
  EXPECT_EQ(map::to_text(map), "x1 + 2*(x1/2) + 2*x0 + 8*(x0/2)");
  EXPECT_EQ(map.codomain_size(), 24);
  EXPECT_EQ(map(std::vector<std::int64_t>{2, 3}), 17);
}

TEST(Xla, ACombinedDimensionIsAnInnerValue) {
  const map::IndexMap map = map_of("f32[7,5,11]{2,1,0:T(*,2,3)}");
  EXPECT_TRUE(map.is_deep());
  EXPECT_EQ(map(std::vector<std::int64_t>{1, 1, 0}), 72);
  EXPECT_EQ(map.codomain_size(), 432);
}

TEST(Xla, TheMapAgreesWithTheNotation) {
  for (const std::string_view text :
       {"f32[3,5]{1,0:T(2,2)}", "f32[4,8]{1,0:T(2,4)(2,1)}", "f64[1,5]{1,0:T(2,2)(2,3)}", "f32[]",
        "f32[]{:T(256)}", "s32[5]{0:T(8,128)}", "bf16[9,200]{1,0:T(8,128)(2,1)}",
        "f32[2,3,4,5]{1,3,0,2:T(*,*,2)(3,1)}", "f32[5,6,7]{0,2,1:T(4,2)}", "f32[0,3]{1,0:T(2,2)}",
        "f32[3,0,2]{2,1,0:T(*,2)}", "f32[7,5,11]{2,1,0:T(*,2,3)}", "f32[6,6]{0,1:T(5)(3)(2)}"}) {
    expect_agreement(text);
  }
}

TEST(Xla, CuteTextComesBackAsTiles) {
  EXPECT_EQ(
      back(map_of_cute("((2,4,2),(128,2)):((1,256,2048),(2,1024))"), xla::PrimitiveType::kBf16),
      "bf16[16,256]{1,0:T(8,128)(2,1)}");
  EXPECT_EQ(back(map_of_cute("((2,2),(2,3)):((2,12),(1,4))")), "f32[4,6]{1,0:T(2,2)}");
  EXPECT_EQ(back(map_of_cute("(4,6):(6,1)")), "f32[4,6]{1,0}");
  EXPECT_EQ(back(map_of_cute("(4,6):(1,4)")), "f32[4,6]{0,1}");
}

TEST(Xla, TilingsComeBackAsThemselves) {
  for (const std::string_view text :
       {"f32[16,256]{1,0:T(8,128)}", "bf16[16,256]{1,0:T(8,128)(2,1)}",
        "s8[32,256]{1,0:T(8,128)(4,1)}", "f32[3,5]{1,0:T(2,2)}", "f32[2,16,256]{2,1,0:T(8,128)}",
        "f32[256,256]{0,1:T(8,128)}", "f32[5,256]{1,0:T(8,128)}", "f32[1024]{0}", "f32[]"}) {
    EXPECT_EQ(back(map_of(text)), "f32" + std::string(text.substr(text.find('['))));
  }
}

TEST(Xla, TheTailIsPartOfTheCodomain) {
  EXPECT_EQ(map_of("f32[33,200]{1,0:T(8,128)L(4096)}").codomain_size(), 12288);
  EXPECT_EQ(map_of("f32[64,96]{1,0:L(4096)SC(1:40)}").codomain(),
            (std::vector<map::Dim>{{2, "split"}, {4096, "offset"}}));
  expect_agreement("f32[10]{0:L(16)}");
  expect_agreement("f32[3,5]{1,0:T(2,2)L(100)}");
  EXPECT_EQ(back(map_of("f32[33,200]{1,0:T(8,128)L(4096)}")), "f32[33,200]{1,0:T(8,128)L(4096)}");
  EXPECT_EQ(back(map_of("f32[10]{0:L(15)}")), "f32[10]{0:L(15)}");
}

TEST(Xla, AGapAboveADimensionIsATileLargerThanIt) {
  EXPECT_EQ(back(map_of_cute("(4,3):(1,5)")), "f32[4,3]{0,1:T(5)}");
}

TEST(Xla, GapsOverlapsAndSwapsAreRefusedWithAnOffset) {
  EXPECT_EQ(back(map_of_cute("4:2")), "bridge.not_tiled: offset 1 is never reached");
  EXPECT_EQ(back(map_of_cute("(4,4):(1,1)")), "bridge.not_tiled: dimension 0 moves by 1");
  EXPECT_EQ(back(map_of_cute("((2,2),3):((1,9),3)")),
            "bridge.not_tiled: offset 2 is never reached");
  EXPECT_EQ(back(map_of_cute("(4,3):(1,0)")), "bridge.not_tiled: dimension 1 moves by 0");
}

TEST(Xla, ASplitArrayHasAnAddress) {
  const map::IndexMap map = map_of("f32[64,96]{1,0:SC(1:40)}");
  EXPECT_EQ(map.codomain(), (std::vector<map::Dim>{{2, "split"}, {3584, "offset"}}));
  EXPECT_EQ(map(std::vector<std::int64_t>{2, 50}), 3584 + 122);
  EXPECT_EQ(map(std::vector<std::int64_t>{63, 39}), 63 * 56 + 39);
}

TEST(Xla, SplitsBeforeAndAfterTheMiddleCutAtTheirPlace) {
  for (const std::string_view text :
       {"f32[9]{0:SC(0:2)}", "f32[9]{0:SC(0:7)}", "f32[9]{0:SC(0:0,1,4,9)}",
        "f32[4,6]{0,1:SC(0:2)(1:1,3)}", "f32[20,130]{1,0:T(8,128)SC(0:11)}",
        "f32[7,5,11]{2,1,0:T(*,2,3)SC(1:2)(2:5,6)}", "f32[0,3]{1,0:SC(1:1)}"}) {
    const auto evaluator = xla::SplitEvaluator::of(*xla::parse_valid_shape(text));
    const map::IndexMap map = map_of(text);
    ASSERT_EQ(map.codomain_size(), evaluator->physical_size()) << text;
    for (const auto& x : xla::every_coordinate(evaluator->extents()))
      ASSERT_EQ(map(x), evaluator->offset(x)) << text;
  }
}

TEST(Xla, OverflowOfThePaddedSizeIsAnError) {
  const auto shape = xla::parse_shape("f32[9000000000000000000]{0:T(7000000000000000000)}");
  ASSERT_TRUE(shape.has_value());
  const auto map = to_map(*shape);
  ASSERT_FALSE(map.has_value());
}

}  // namespace
}  // namespace tileglot::bridge
