// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/element/random_elements.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tileglot/hlo/run/element/example_elements.h"

namespace tileglot::hlo::run {
namespace {

std::vector<double> drawn(PrimitiveType type, RandomNumbers kind, std::uint64_t seed) {
  RandomBits bits(seed);
  return numbers(random_elements(type, 50, kind, bits));
}

TEST(RandomElements, ASeedIsASequence) {
  const auto first = drawn(PrimitiveType::kF32, RandomNumbers::kAny, 1);
  EXPECT_EQ(first, drawn(PrimitiveType::kF32, RandomNumbers::kAny, 1));
  EXPECT_NE(first, drawn(PrimitiveType::kF32, RandomNumbers::kAny, 2));
}

TEST(RandomElements, IntegersAreSmall) {
  for (const PrimitiveType type :
       {PrimitiveType::kF32, PrimitiveType::kS8, PrimitiveType::kBf16, PrimitiveType::kU8}) {
    for (const double x : drawn(type, RandomNumbers::kIntegers, 3)) {
      EXPECT_EQ(x, std::round(x));
      EXPECT_LE(std::fabs(x), 4);
    }
  }
  const auto unsigned_ones = drawn(PrimitiveType::kU32, RandomNumbers::kAny, 3);
  EXPECT_TRUE(std::ranges::all_of(unsigned_ones, [](double x) { return x >= 0 && x <= 100; }));
}

TEST(RandomElements, PredsAndFractions) {
  const auto preds = drawn(PrimitiveType::kPred, RandomNumbers::kAny, 3);
  EXPECT_TRUE(std::ranges::count(preds, 1.0) > 5 && std::ranges::count(preds, 0.0) > 5);
  for (const double x : drawn(PrimitiveType::kF64, RandomNumbers::kAny, 3)) {
    EXPECT_LT(std::fabs(x), 1.0);
  }
}

}  // namespace
}  // namespace tileglot::hlo::run
