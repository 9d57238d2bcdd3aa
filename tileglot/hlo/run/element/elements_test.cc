// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/element/elements.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "tileglot/hlo/run/element/example_elements.h"

namespace tileglot::hlo::run {
namespace {

using Doubles = std::vector<double>;

TEST(Elements, NumbersAreRoundedToTheirType) {
  Elements s4{PrimitiveType::kS4, std::vector<std::int8_t>{9, -9, 7}};
  round_to_type(s4);
  EXPECT_EQ(numbers(s4), Doubles({-7, 7, 7}));
  Elements u2{PrimitiveType::kU2, std::vector<std::uint8_t>{5, 3}};
  round_to_type(u2);
  EXPECT_EQ(numbers(u2), Doubles({1, 3}));
  Elements bf16{PrimitiveType::kBf16, std::vector<float>{1.001F, 1.00390625F, 1.01171875F}};
  round_to_type(bf16);
  EXPECT_EQ(numbers(bf16), Doubles({1, 1, 1.015625}));
  Elements f8{PrimitiveType::kF8e4m3fn, std::vector<float>{0.3F, 449}};
  round_to_type(f8);
  EXPECT_EQ(numbers(f8), Doubles({0.3125, 448}));
}

TEST(Elements, PlacesAreTakenAndPut) {
  const Elements x = s32s({10, 11, 12});
  EXPECT_EQ(numbers(gathered(x, std::vector<std::int64_t>{2, 0, 0})), Doubles({12, 10, 10}));
  Elements y = zeros(PrimitiveType::kS32, 4);
  scatter_to(x, std::vector<std::int64_t>{3, 1, 0}, y);
  EXPECT_EQ(numbers(y), Doubles({12, 11, 0, 10}));
  EXPECT_EQ(numbers(repeated(s32s({7}), 3)), Doubles({7, 7, 7}));
}

TEST(Elements, SameMeansTheSameBits) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(same_elements(f32s({1, nan}), f32s({1, -nan})));
  EXPECT_FALSE(same_elements(f32s({0.0}), f32s({-0.0})));
  EXPECT_FALSE(same_elements(f32s({1}), s32s({1})));
  EXPECT_FALSE(same_elements(f32s({1}), f32s({1, 1})));
}

TEST(Elements, IntegersOfEveryType) {
  EXPECT_EQ(integer_at(f32s({-3.9}), 0), -3);
  EXPECT_EQ(integer_at(preds({1}), 0), 1);
  EXPECT_EQ(integer_at(scalar(PrimitiveType::kU8, 200), 0), 200);
}

}  // namespace
}  // namespace tileglot::hlo::run
