// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/any_layout.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/element_type.h"

namespace tileglot::bridge {
namespace {

AnyLayout layout_of(std::string_view text) {
  auto layout = parse_layout(text);
  EXPECT_TRUE(layout.has_value()) << text;
  return *std::move(layout);
}

std::string code_of(std::string_view coordinate, std::string_view layout) {
  const auto parsed = parse_coordinate(coordinate, layout_of(layout));
  return parsed ? "" : parsed.error()->code;
}

TEST(AnyLayout, BothNotationsEvaluateThemselves) {
  const std::vector<std::int64_t> x{2, 3};
  for (const std::string_view text : {"f32[3,5]{1,0:T(2,2)}", "((2,2),(2,3)):((2,12),(1,4))"}) {
    const auto evaluator = Evaluator::of(layout_of(text));
    ASSERT_TRUE(evaluator.has_value()) << text;
    EXPECT_EQ(evaluator->offset(x), 17) << text;
    EXPECT_EQ(evaluator->codomain_size(), 24) << text;
  }
}

TEST(AnyLayout, ALinearLayoutEvaluatesItself) {
  const AnyLayout layout =
      layout_of("{register: [[0,1]], lane: [[1,0],[2,0]]} -> {dim0: 4, dim1: 2}");
  const auto evaluator = Evaluator::of(layout);
  ASSERT_TRUE(evaluator.has_value());
  EXPECT_EQ(evaluator->offset(std::vector<std::int64_t>{1, 3}), 7);
  EXPECT_EQ(evaluator->size(), 8);
  EXPECT_EQ(evaluator->codomain_size(), 8);
  EXPECT_EQ(notation_of(layout), Notation::kLinear);
  EXPECT_EQ(print(*parse_layout(print(layout))), print(layout));
  EXPECT_EQ(*parse_coordinate("lane=3,register=1", layout), (std::vector<std::int64_t>{1, 3}));
}

TEST(AnyLayout, StridesAndTagsEvaluateThemselves) {
  const ReadAs how{.tensor = Tensor{{1, 32, 2, 2}, core::ElementType::kF32}};
  for (const std::string_view text :
       {"nChw16c", "NCHW16c",
        "memref<1x32x2x2xf32, affine_map<(n, c, h, w) -> (n, c floordiv 16, h, "
        "w, c mod 16)>>"}) {
    const auto layout = parse_layout(text, how);
    ASSERT_TRUE(layout) << text << ": " << layout.error()->message;
    const auto evaluator = Evaluator::of(*layout);
    ASSERT_TRUE(evaluator) << text;
    EXPECT_EQ(evaluator->offset(std::vector<std::int64_t>{0, 17, 1, 0}), 97) << text;
    EXPECT_EQ(evaluator->codomain_size(), 128) << text;
    EXPECT_EQ(*parse_coordinate("(0,17,1,0)", *layout), (std::vector<std::int64_t>{0, 17, 1, 0}));
    EXPECT_EQ(parse_coordinate("(0,32,1,0)", *layout).error()->code, "strided.coordinate");
    EXPECT_EQ(element_type_of(*layout), core::ElementType::kF32);
  }
}

TEST(AnyLayout, ASpellingThatIsNamedSaysTheUnit) {
  const std::string_view text = "shape=(2,3) strides=(12,4)";
  EXPECT_EQ(parse_layout(text).error()->code, "strided.unit");
  EXPECT_EQ(parse_layout(text, {.notation = Notation::kTorch, .is_named = false}).error()->code,
            "strided.unit");
  const auto named = parse_layout(text, {.notation = Notation::kTorch});
  ASSERT_TRUE(named);
  EXPECT_EQ(print(*named), "shape=(2,3) strides=(12,4) elements");
}

TEST(AnyLayout, CoordinatesAreReadInTheNotationsForms) {
  const AnyLayout cute = layout_of("(3,(2,3)):(3,(12,1))");
  const std::vector<std::int64_t> expected{1, 5};
  for (const std::string_view text : {"1,5", "(1,5)", "16", "(1,(1,2))"}) {
    const auto x = parse_coordinate(text, cute);
    ASSERT_TRUE(x.has_value()) << text;
    EXPECT_EQ(*x, expected) << text;
  }
  EXPECT_EQ(*parse_coordinate("2, 3", layout_of("f32[3,5]")), (std::vector<std::int64_t>{2, 3}));
  EXPECT_EQ(*parse_coordinate("", layout_of("f32[]")), std::vector<std::int64_t>{});
  EXPECT_EQ(*parse_coordinate("()", layout_of("f32[]")), std::vector<std::int64_t>{});
}

TEST(AnyLayout, BadCoordinatesAreRefused) {
  EXPECT_EQ(code_of("3,0", "f32[3,5]"), "xla.coordinate");
  EXPECT_EQ(code_of("-1,0", "f32[3,5]"), "xla.coordinate");
  EXPECT_EQ(code_of("1", "f32[3,5]"), "xla.coordinate");
  EXPECT_EQ(code_of("1,x", "f32[3,5]"), "scan.integer");
  EXPECT_EQ(code_of("(1,2", "f32[3,5]"), "scan.expected");
  EXPECT_EQ(code_of("1,2)", "f32[3,5]"), "scan.expected");
  EXPECT_EQ(code_of("(1,2)3", "f32[3,5]"), "scan.trailing");
  EXPECT_EQ(code_of("24", "(4,6):(6,1)"), "cute.out_of_range");
}

TEST(AnyLayout, ABareLayoutTakesTheShapeOfATensor) {
  EXPECT_EQ(parse_layout("{1,0:T(8,128)}").error()->code, "xla.shape_missing");
  const Tensor tensor{{16, 256}, core::ElementType::kBf16};
  const auto layout = parse_layout("{1,0:T(8,128)}", {.tensor = tensor});
  ASSERT_TRUE(layout.has_value());
  EXPECT_EQ(print(*layout), "bf16[16,256]{1,0:T(8,128)}");
  EXPECT_EQ(parse_layout("{0:T(8,128)}", {.tensor = tensor}).error()->code, "xla.rank");
}

}  // namespace
}  // namespace tileglot::bridge
