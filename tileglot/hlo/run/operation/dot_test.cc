// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/operation/dot.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "tileglot/hlo/run/element/example_elements.h"

namespace tileglot::hlo::run {
namespace {

using Doubles = std::vector<double>;

Doubles product(const Factor& a, const Factor& b, const DotDimensions& dimensions,
                PrimitiveType type) {
  Budget budget(1 << 20);
  return numbers(dot(a, b, dimensions, type, budget).value());
}

TEST(Dot, EveryKindOfDimensions) {
  const Elements a = counting(PrimitiveType::kF32, 6);
  const Elements b = counting(PrimitiveType::kF32, 6);
  // 0 1 2 / 3 4 5 times its transpose
  EXPECT_EQ(product({&a, {2, 3}}, {&b, {2, 3}}, {.lhs_contracting = {1}, .rhs_contracting = {1}},
                    PrimitiveType::kF32),
            Doubles({5, 14, 14, 50}));
  EXPECT_EQ(
      product({&a, {2, 3}}, {&b, {2, 3}},
              {.lhs_batch = {0}, .lhs_contracting = {1}, .rhs_batch = {0}, .rhs_contracting = {1}},
              PrimitiveType::kF32),
      Doubles({5, 50}));
  EXPECT_EQ(product({&a, {2, 3}}, {&b, {3, 2}},
                    {.lhs_contracting = {1, 0}, .rhs_contracting = {0, 1}}, PrimitiveType::kF32),
            Doubles({0 + 2 * 1 + 4 * 2 + 1 * 3 + 3 * 4 + 5 * 5}));
  const Elements two = s32s({1, 2});
  EXPECT_EQ(product({&two, {2}}, {&two, {2}}, {}, PrimitiveType::kS32), Doubles({1, 2, 2, 4}));
}

TEST(Dot, NarrowFactorsAreWidenedToTheResult) {
  const Elements x = elements_of(PrimitiveType::kS8, {100, 100});
  EXPECT_EQ(product({&x, {2}}, {&x, {2}}, {.lhs_contracting = {0}, .rhs_contracting = {0}},
                    PrimitiveType::kS32),
            Doubles({20000}));
}

TEST(Dot, StepsAreCountedBeforehand) {
  Budget budget(5);
  const Elements x = counting(PrimitiveType::kF32, 6);
  const auto refused = dot({&x, {6}}, {&x, {6}}, {.lhs_contracting = {0}, .rhs_contracting = {0}},
                           PrimitiveType::kF32, budget);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error()->code, "run.steps");
}

Doubles convolved(const Factor& input, const Factor& kernel, const Convolution& c) {
  Budget budget(1 << 20);
  return numbers(convolution(input, kernel, c, PrimitiveType::kF32, budget).value());
}

/// b0f_0io->b0f
const ConvolutionDimensions kPlain{.input_batch = 0,
                                   .input_feature = 2,
                                   .input_spatial = {1},
                                   .kernel_input_feature = 1,
                                   .kernel_output_feature = 2,
                                   .kernel_spatial = {0},
                                   .output_batch = 0,
                                   .output_feature = 2,
                                   .output_spatial = {1}};

TEST(Convolution, OneSpatialDimension) {
  const Elements x = f32s({1, 2, 3, 4});
  const Elements w = f32s({1, 10});
  const auto run = [&](const WindowDimension& window, std::int64_t size) {
    return convolved({&x, {1, 4, 1}}, {&w, {2, 1, 1}},
                     {.window = {window}, .dimensions = kPlain, .result = {1, size, 1}});
  };
  EXPECT_EQ(run({.size = 2}, 3), Doubles({21, 32, 43}));
  EXPECT_EQ(run({.size = 2, .reversed = true}, 3), Doubles({12, 23, 34}));
  EXPECT_EQ(run({.size = 2, .padding_low = 1}, 4), Doubles({10, 21, 32, 43}));
  EXPECT_EQ(run({.size = 2, .stride = 2}, 2), Doubles({21, 43}));
  EXPECT_EQ(run({.size = 2, .window_dilation = 2}, 2), Doubles({31, 42}));
  EXPECT_EQ(run({.size = 2, .base_dilation = 2}, 6), Doubles({1, 20, 2, 30, 3, 40}));
}

TEST(Convolution, FeaturesAreSummedAndGrouped) {
  const Elements x = f32s({1, 2});
  const Elements w = f32s({1, 10, 100, 1000});
  const Factor input{&x, {1, 1, 2}};
  EXPECT_EQ(convolved(input, {&w, {1, 2, 2}},
                      {.window = {{}}, .dimensions = kPlain, .result = {1, 1, 2}}),
            Doubles({201, 2010}));
  EXPECT_EQ(
      convolved(input, {&w, {1, 1, 4}},
                {.window = {{}}, .dimensions = kPlain, .feature_groups = 2, .result = {1, 1, 4}}),
      Doubles({1, 10, 200, 2000}));
}

TEST(Convolution, BatchesMayBeGrouped) {
  // Two images; the first output feature sees the first, the second the second.
  const Elements x = f32s({1, 2});
  const Elements w = f32s({1, 10});
  EXPECT_EQ(
      convolved({&x, {2, 1, 1}}, {&w, {1, 1, 2}},
                {.window = {{}}, .dimensions = kPlain, .batch_groups = 2, .result = {1, 1, 2}}),
      Doubles({1, 20}));
}

TEST(Convolution, LabelsNameTheDimensions) {
  // f0b_o0i->0bf: everything elsewhere.
  const ConvolutionDimensions labels{.input_batch = 2,
                                     .input_feature = 0,
                                     .input_spatial = {1},
                                     .kernel_input_feature = 2,
                                     .kernel_output_feature = 0,
                                     .kernel_spatial = {1},
                                     .output_batch = 1,
                                     .output_feature = 2,
                                     .output_spatial = {0}};
  const Elements x = f32s({1, 2, 3, 4, 5, 6});  // feature 0: 1 2 3, feature 1: 4 5 6
  const Elements w = f32s({1, 0, 0, 10});       // tap 0 takes feature 0, tap 1 feature 1
  EXPECT_EQ(convolved({&x, {2, 3, 1}}, {&w, {1, 2, 2}},
                      {.window = {{.size = 2}}, .dimensions = labels, .result = {2, 1, 1}}),
            Doubles({51, 62}));
}

}  // namespace
}  // namespace tileglot::hlo::run
