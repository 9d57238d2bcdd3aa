// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/dimensions/make_shape.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {
namespace {

using Numbers = std::vector<std::int64_t>;

/// The shape's text, or the code of the refusal.
std::string made(PrimitiveType type, const Numbers& bounds,
                 const std::optional<Numbers>& minor_to_major = {},
                 const std::optional<std::vector<bool>>& dynamic = {}) {
  const auto shape = make_array_shape(type, bounds, minor_to_major, dynamic);
  return shape ? print(*shape) : shape.error()->code;
}

TEST(MakeShape, NumbersMakeAShape) {
  EXPECT_EQ(made(PrimitiveType::kF32, {2, 3}, Numbers{0, 1}), "f32[2,3]{0,1}");
  EXPECT_EQ(made(PrimitiveType::kF32, {2, 3}), "f32[2,3]{1,0}");
  EXPECT_EQ(made(PrimitiveType::kF32, {}), "f32[]");
  EXPECT_EQ(made(PrimitiveType::kPred, {0, 5}), "pred[0,5]{1,0}");
  EXPECT_EQ(made(PrimitiveType::kF32, {2, 3}, {}, {{false, true}}), "f32[2,<=3]{1,0}");
}

TEST(MakeShape, TheLeastNumberIsADimensionWithoutABound) {
  const std::int64_t none = core::kInt64Min;
  EXPECT_EQ(made(PrimitiveType::kF32, {2, none}, {}, {{false, true}}), "f32[2,?]{1,0}");
  EXPECT_EQ(made(PrimitiveType::kF32, {2, none}), "f32[2,?]{1,0}");
  EXPECT_EQ(made(PrimitiveType::kF32, {2, none}, {}, {{true, false}}), "xla.dimension");
}

TEST(MakeShape, WhatIsNotAnArrayIsRefused) {
  EXPECT_EQ(made(PrimitiveType::kToken, {}), "xla.not_array");
  EXPECT_EQ(made(PrimitiveType::kTuple, {}), "xla.not_array");
  EXPECT_EQ(made(PrimitiveType::kInvalid, {}), "xla.not_array");
  EXPECT_EQ(made(PrimitiveType::kF32, {-1, 3}), "xla.dimension");
  EXPECT_EQ(made(PrimitiveType::kF32, {2, 3}, Numbers{0}), "xla.rank");
  EXPECT_EQ(made(PrimitiveType::kF32, {2, 3}, Numbers{0, 0}), "xla.order");
  EXPECT_EQ(made(PrimitiveType::kF32, {2, 3}, {}, {{true}}), "xla.dynamic");
  EXPECT_EQ(made(PrimitiveType::kF64, {std::int64_t{1} << 61}), "xla.too_large");
  EXPECT_EQ(made(PrimitiveType::kF32, Numbers(65, 1)), "xla.limit");
}

// "a layout makes a shape"
TEST(MakeShape, ALayoutMakesAShape) {
  const auto made = [](const char* layout, PrimitiveType type = PrimitiveType::kF32) {
    const std::vector<std::int64_t> bounds = {2, 3};
    const auto shape = make_shape_with_dense_layout(type, bounds, *parse_layout(layout));
    return shape ? print(*shape) : shape.error()->code;
  };
  EXPECT_EQ(made("{0,1:T(2,2)E(32)}"), "f32[2,3]{0,1:T(2,2)}");
  EXPECT_EQ(made("{1,0:T(2,2)L(8)E(4)S(1)SC(0:1)}", PrimitiveType::kS4),
            "s4[2,3]{1,0:T(2,2)L(8)E(4)S(1)SC(0:1)}");
  EXPECT_EQ(made("{0}"), "xla.rank");
  EXPECT_EQ(made("{1,1}"), "xla.order");
  EXPECT_EQ(made("{1,0}", PrimitiveType::kToken), "xla.not_array");
}

}  // namespace
}  // namespace tileglot::notation::xla
