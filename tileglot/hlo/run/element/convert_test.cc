// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/element/convert.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "tileglot/hlo/ir/literal.h"
#include "tileglot/hlo/run/element/example_elements.h"

namespace tileglot::hlo::run {
namespace {

using Doubles = std::vector<double>;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Doubles as(PrimitiveType type, const Elements& x) { return numbers(converted(x, type)); }

TEST(Convert, FloatsAreCutOffAndKeptWithinTheType) {
  const Elements x = f32s({-3.9, 1e9, -1e9, kNan, 200});
  EXPECT_EQ(as(PrimitiveType::kS8, x), Doubles({-3, 127, -128, 0, 127}));
  EXPECT_EQ(as(PrimitiveType::kU8, x), Doubles({0, 255, 0, 0, 200}));
  EXPECT_EQ(as(PrimitiveType::kS4, x), Doubles({-3, 7, -8, 0, 7}));
  EXPECT_EQ(as(PrimitiveType::kU4, x), Doubles({0, 15, 0, 0, 15}));
  EXPECT_EQ(integer_at(converted(f32s({1e30}), PrimitiveType::kS64), 0),
            std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(as(PrimitiveType::kPred, x), Doubles({1, 1, 1, 1, 1}));
}

TEST(Convert, IntegersWrap) {
  EXPECT_EQ(as(PrimitiveType::kU8, s32s({300, -1})), Doubles({44, 255}));
  EXPECT_EQ(as(PrimitiveType::kS4, s32s({9, -1})), Doubles({-7, -1}));
  EXPECT_EQ(as(PrimitiveType::kPred, s32s({0, 2})), Doubles({0, 1}));
  EXPECT_EQ(as(PrimitiveType::kS32, preds({0, 1})), Doubles({0, 1}));
}

TEST(Convert, LargeIntegersRoundOnce) {
  const std::int64_t above_half = (std::int64_t{1} << 60) + (std::int64_t{1} << 52) + 1;
  const Elements x{PrimitiveType::kS64, std::vector<std::int64_t>{above_half, -above_half}};
  const double next = std::ldexp(1.0, 60) + std::ldexp(1.0, 53);
  EXPECT_EQ(as(PrimitiveType::kBf16, x), Doubles({next, -next}));
  const Elements u64{PrimitiveType::kU64, std::vector<std::uint64_t>{~std::uint64_t{0}}};
  EXPECT_EQ(as(PrimitiveType::kBf16, u64), Doubles({std::ldexp(1.0, 64)}));
}

TEST(Convert, DoublesRoundToNarrowFloatsOnce) {
  // Halfway between two numbers of f16 and a little: rounding to f32 first would lose the little.
  const double x = 1 + std::ldexp(1.0, -11) + std::ldexp(1.0, -30);
  EXPECT_EQ(as(PrimitiveType::kF16, elements_of(PrimitiveType::kF64, {x})),
            Doubles({1 + std::ldexp(1.0, -10)}));
}

TEST(Convert, ComplexNumbersLoseTheirImaginaryPart) {
  const Elements z = converted(f32s({2}), PrimitiveType::kC64);
  EXPECT_EQ(as(PrimitiveType::kF32, z), Doubles({2}));
  EXPECT_EQ(as(PrimitiveType::kC128, z), Doubles({2}));
}

TEST(Convert, BitsAreCutAnew) {
  const Elements bytes = bitcast_converted(f32s({1}), PrimitiveType::kU8);
  EXPECT_EQ(numbers(bytes), Doubles({0, 0, 128, 63}));
  EXPECT_EQ(numbers(bitcast_converted(bytes, PrimitiveType::kF32)), Doubles({1}));
  const Elements nibbles =
      bitcast_converted(elements_of(PrimitiveType::kU8, {0x21, 0x43}), PrimitiveType::kU4);
  EXPECT_EQ(numbers(nibbles), Doubles({1, 2, 3, 4}));
  EXPECT_EQ(numbers(bitcast_converted(nibbles, PrimitiveType::kU16)), Doubles({0x4321}));
}

TEST(Convert, StoredElementsLoadAgain) {
  for (const PrimitiveType type :
       {PrimitiveType::kPred, PrimitiveType::kS4, PrimitiveType::kU16, PrimitiveType::kS64,
        PrimitiveType::kF8e5m2, PrimitiveType::kF16, PrimitiveType::kBf16, PrimitiveType::kF32,
        PrimitiveType::kF64, PrimitiveType::kC64, PrimitiveType::kC128}) {
    const Elements x = elements_of(type, {0, 1, 2, 3});
    EXPECT_TRUE(same_elements(loaded(type, 4, stored(x).data()), x));
  }
}

TEST(Convert, ConstantsAreElements) {
  const std::vector<double> values = {3, -1};
  EXPECT_EQ(numbers(from_literal(make_literal(PrimitiveType::kS32, {2}, values))),
            Doubles({3, -1}));
}

}  // namespace
}  // namespace tileglot::hlo::run
