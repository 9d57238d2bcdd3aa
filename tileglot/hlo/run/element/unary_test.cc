// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/element/unary.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <vector>

#include "tileglot/hlo/run/element/example_elements.h"

namespace tileglot::hlo::run {
namespace {

using Doubles = std::vector<double>;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

Doubles of(Opcode opcode, const Elements& x) { return numbers(unary(opcode, x).value()); }

TEST(Unary, RoundingsOfHalves) {
  const Elements x = f32s({-2.5, -1.5, -0.4, 0.5, 2.5});
  EXPECT_EQ(of(Opcode::kRoundNearestEven, x), Doubles({-2, -2, 0, 0, 2}));
  EXPECT_EQ(of(Opcode::kRoundNearestAfz, x), Doubles({-3, -2, 0, 1, 3}));
  EXPECT_EQ(of(Opcode::kFloor, x), Doubles({-3, -2, -1, 0, 2}));
  EXPECT_EQ(of(Opcode::kCeil, x), Doubles({-2, -1, 0, 1, 3}));
}

TEST(Unary, IntegersWrap) {
  const Elements x = elements_of(PrimitiveType::kS8, {-128, 5, 0});
  EXPECT_EQ(of(Opcode::kAbs, x), Doubles({-128, 5, 0}));
  EXPECT_EQ(of(Opcode::kNegate, x), Doubles({-128, -5, 0}));
  EXPECT_EQ(of(Opcode::kSign, x), Doubles({-1, 1, 0}));
  EXPECT_EQ(of(Opcode::kNot, x), Doubles({127, -6, -1}));
  EXPECT_EQ(of(Opcode::kNegate, elements_of(PrimitiveType::kU4, {1})), Doubles({15}));
}

TEST(Unary, BitsAreCountedByTheTypesWidth) {
  const Elements x = elements_of(PrimitiveType::kS4, {-1, 1, 0, -8});
  EXPECT_EQ(of(Opcode::kPopcnt, x), Doubles({4, 1, 0, 1}));
  EXPECT_EQ(of(Opcode::kCountLeadingZeros, x), Doubles({0, 3, 4, 0}));
  EXPECT_EQ(of(Opcode::kCountLeadingZeros, s32s({1})), Doubles({31}));
}

TEST(Unary, PredIsInverted) { EXPECT_EQ(of(Opcode::kNot, preds({0, 1})), Doubles({1, 0})); }

TEST(Unary, SignKeepsZeroAndNan) {
  const Elements sign = unary(Opcode::kSign, f32s({-0.0, kNan, 3, -kInf})).value();
  EXPECT_TRUE(same_elements(sign, f32s({-0.0, kNan, 1, -1})));
}

TEST(Unary, FiniteIsAPred) {
  const Elements finite = unary(Opcode::kIsFinite, f32s({1, kNan, kInf})).value();
  EXPECT_EQ(finite.type, PrimitiveType::kPred);
  EXPECT_EQ(numbers(finite), Doubles({1, 0, 0}));
}

TEST(Unary, FunctionsOfTheLibrary) {
  const auto near = [](Opcode opcode, double x, double expected) {
    const Elements result = unary(opcode, elements_of(PrimitiveType::kF64, {x})).value();
    EXPECT_NEAR(numbers(result)[0], expected, 1e-14) << name_of(opcode);
  };
  near(Opcode::kExponential, 1, 2.718281828459045);
  near(Opcode::kExponentialMinusOne, 1e-3, 1.0005001667083417e-3);
  near(Opcode::kLog, 2, 0.6931471805599453);
  near(Opcode::kLogPlusOne, 1e-3, 9.995003330835332e-4);
  near(Opcode::kLogistic, 0, 0.5);
  near(Opcode::kSqrt, 2, 1.4142135623730951);
  near(Opcode::kRsqrt, 4, 0.5);
  near(Opcode::kCbrt, -27, -3);
  near(Opcode::kErf, 0.5, 0.5204998778130465);
  near(Opcode::kSine, 1, 0.8414709848078965);
  near(Opcode::kCosine, 1, 0.5403023058681398);
  near(Opcode::kTan, 1, 1.5574077246549023);
  near(Opcode::kTanh, 1, 0.7615941559557649);
  near(Opcode::kSinh, 1, 1.1752011936438014);
  near(Opcode::kCosh, 1, 1.5430806348152437);
  near(Opcode::kAsin, 1, 1.5707963267948966);
  near(Opcode::kAcos, 1, 0);
  near(Opcode::kAsinh, 1, 0.881373587019543);
  near(Opcode::kAcosh, 1, 0);
  near(Opcode::kAtanh, 0.5, 0.5493061443340548);
}

TEST(Unary, ComplexNumbersHaveParts) {
  const Elements x{PrimitiveType::kC64, std::vector<std::complex<float>>{{3, -4}}};
  const Elements length = unary(Opcode::kAbs, x).value();
  EXPECT_EQ(length.type, PrimitiveType::kF32);
  EXPECT_EQ(numbers(length), Doubles({5}));
  EXPECT_EQ(of(Opcode::kImag, x), Doubles({-4}));
  EXPECT_EQ(of(Opcode::kReal, x), Doubles({3}));
  EXPECT_EQ(of(Opcode::kImag, f32s({7})), Doubles({0}));
}

TEST(Unary, NarrowFloatsAreRoundedAfterwards) {
  EXPECT_EQ(of(Opcode::kSqrt, elements_of(PrimitiveType::kBf16, {2})), Doubles({1.4140625}));
}

TEST(Unary, PrecisionIsReduced) {
  const Elements x = f32s({1.01, 1e30, -1e-30, kNan});
  const Elements bf8 = reduced_precision(x, 5, 2).value();
  EXPECT_TRUE(same_elements(bf8, f32s({1, kInf, -0.0, kNan})));
}

TEST(Unary, AnOperationThatMeansNothing) {
  const auto refused = unary(Opcode::kSine, s32s({1}));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error()->code, "run.type");
  EXPECT_EQ(refused.error()->message, "sine of s32 has no meaning");
  EXPECT_FALSE(reduced_precision(s32s({1}), 5, 2));
}

}  // namespace
}  // namespace tileglot::hlo::run
