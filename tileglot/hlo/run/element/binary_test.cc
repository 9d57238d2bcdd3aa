// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/element/binary.h"

#include <gtest/gtest.h>

#include <complex>
#include <limits>
#include <vector>

#include "tileglot/hlo/run/element/example_elements.h"

namespace tileglot::hlo::run {
namespace {

using Doubles = std::vector<double>;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kSmallest = -2147483648.0;

Doubles of(Opcode opcode, const Elements& x, const Elements& y) {
  return numbers(binary(opcode, x, y).value());
}

TEST(Binary, DivisionByZero) {
  const Elements x = s32s({7, kSmallest, -7});
  const Elements y = s32s({0, -1, 2});
  EXPECT_EQ(of(Opcode::kDivide, x, y), Doubles({-1, kSmallest, -3}));
  EXPECT_EQ(of(Opcode::kRemainder, x, y), Doubles({7, 0, -1}));
  const Elements u8 = elements_of(PrimitiveType::kU8, {7});
  EXPECT_EQ(of(Opcode::kDivide, u8, elements_of(PrimitiveType::kU8, {0})), Doubles({255}));
  EXPECT_EQ(of(Opcode::kRemainder, f32s({-5.5}), f32s({2})), Doubles({-1.5}));
}

TEST(Binary, ShiftsBeyondTheWidth) {
  const Elements x = s32s({-8, -8, -8, 8});
  const Elements steps = s32s({1, 32, -1, 31});
  EXPECT_EQ(of(Opcode::kShiftLeft, x, steps), Doubles({-16, 0, 0, 0}));
  EXPECT_EQ(of(Opcode::kShiftRightArithmetic, x, steps), Doubles({-4, -1, -1, 0}));
  EXPECT_EQ(of(Opcode::kShiftRightLogical, x, steps), Doubles({2147483644.0, 0, 0, 0}));
  const Elements s4 = elements_of(PrimitiveType::kS4, {-1, -1});
  const Elements by = elements_of(PrimitiveType::kS4, {1, 4});
  EXPECT_EQ(of(Opcode::kShiftRightLogical, s4, by), Doubles({7, 0}));
  EXPECT_EQ(of(Opcode::kShiftRightArithmetic, s4, by), Doubles({-1, -1}));
}

TEST(Binary, IntegersWrap) {
  const Elements x = elements_of(PrimitiveType::kU8, {200, 3});
  const Elements y = elements_of(PrimitiveType::kU8, {100, 5});
  EXPECT_EQ(of(Opcode::kAdd, x, y), Doubles({44, 8}));
  EXPECT_EQ(of(Opcode::kSubtract, x, y), Doubles({100, 254}));
  EXPECT_EQ(of(Opcode::kMultiply, x, y), Doubles({32, 15}));
  const Elements s64 = scalar(PrimitiveType::kS64, std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(integer_at(binary(Opcode::kAdd, s64, scalar(PrimitiveType::kS64, 1)).value(), 0),
            std::numeric_limits<std::int64_t>::min());
}

TEST(Binary, TheHighHalfOfAProduct) {
  EXPECT_EQ(of(Opcode::kMulhi, s32s({65536, -1, kSmallest}), s32s({65536, 1, kSmallest})),
            Doubles({1, -1, 1073741824}));
  const Elements s4 = elements_of(PrimitiveType::kS4, {7, -8});
  EXPECT_EQ(of(Opcode::kMulhi, s4, s4), Doubles({3, 4}));
  const Elements u64 = scalar(PrimitiveType::kU64, -1);
  EXPECT_EQ(integer_at(binary(Opcode::kMulhi, u64, u64).value(), 0), -2);
  EXPECT_EQ(binary(Opcode::kMulhi, f32s({1}), f32s({1})).error()->code, "run.type");
}

TEST(Binary, PowersOfIntegers) {
  EXPECT_EQ(of(Opcode::kPower, s32s({3, -2, 2, 1, -1, 0}), s32s({4, 3, -1, -5, -3, 0})),
            Doubles({81, -8, 0, 1, -1, 1}));
  EXPECT_EQ(of(Opcode::kPower, f32s({2}), f32s({-1})), Doubles({0.5}));
}

TEST(Binary, NanWins) {
  EXPECT_TRUE(
      same_elements(binary(Opcode::kMaximum, f32s({kNan, 1, 2}), f32s({1, kNan, 3})).value(),
                    f32s({kNan, kNan, 3})));
  EXPECT_TRUE(
      same_elements(binary(Opcode::kMinimum, f32s({kNan, 1, 2}), f32s({1, kNan, 3})).value(),
                    f32s({kNan, kNan, 2})));
}

TEST(Binary, BitsAndPreds) {
  EXPECT_EQ(of(Opcode::kAnd, s32s({6}), s32s({3})), Doubles({2}));
  EXPECT_EQ(of(Opcode::kOr, s32s({6}), s32s({3})), Doubles({7}));
  EXPECT_EQ(of(Opcode::kXor, s32s({6}), s32s({3})), Doubles({5}));
  const Elements a = preds({0, 0, 1, 1});
  const Elements b = preds({0, 1, 0, 1});
  EXPECT_EQ(of(Opcode::kAnd, a, b), Doubles({0, 0, 0, 1}));
  EXPECT_EQ(of(Opcode::kXor, a, b), Doubles({0, 1, 1, 0}));
  EXPECT_EQ(of(Opcode::kAdd, a, b), Doubles({0, 1, 1, 1}));
  EXPECT_EQ(of(Opcode::kMultiply, a, b), Doubles({0, 0, 0, 1}));
  EXPECT_EQ(of(Opcode::kMaximum, a, b), Doubles({0, 1, 1, 1}));
}

TEST(Binary, ComplexOfTwoFloats) {
  const Elements z = binary(Opcode::kComplex, f32s({1, 2}), f32s({3, 4})).value();
  EXPECT_EQ(z.type, PrimitiveType::kC64);
  EXPECT_EQ(numbers_of<std::complex<float>>(z)[1], std::complex<float>(2, 4));
}

TEST(Binary, Atan2HasFourQuadrants) {
  EXPECT_EQ(of(Opcode::kAtan2, f32s({0, 0}), f32s({1, -1}))[0], 0);
  EXPECT_NEAR(of(Opcode::kAtan2, f32s({0}), f32s({-1}))[0], 3.14159265, 1e-6);
}

TEST(Binary, WhatMeansNothingIsRefused) {
  EXPECT_EQ(binary(Opcode::kAnd, f32s({1}), f32s({1})).error()->message,
            "and of f32 has no meaning");
  EXPECT_EQ(binary(Opcode::kAdd, f32s({1}), s32s({1})).error()->message,
            "add takes operands of one type, not f32 and s32");
  EXPECT_EQ(binary(Opcode::kComplex, s32s({1}), s32s({1})).error()->code, "run.type");
}

TEST(Compare, DirectionsAndNan) {
  const Elements x = f32s({1, 2, 3, kNan});
  const Elements y = f32s({2, 2, 2, kNan});
  const auto holds = [&](Direction direction) {
    return numbers(compare({direction, false}, x, y).value());
  };
  EXPECT_EQ(holds(Direction::kEq), Doubles({0, 1, 0, 0}));
  EXPECT_EQ(holds(Direction::kNe), Doubles({1, 0, 1, 1}));
  EXPECT_EQ(holds(Direction::kLt), Doubles({1, 0, 0, 0}));
  EXPECT_EQ(holds(Direction::kLe), Doubles({1, 1, 0, 0}));
  EXPECT_EQ(holds(Direction::kGt), Doubles({0, 0, 1, 0}));
  EXPECT_EQ(holds(Direction::kGe), Doubles({0, 1, 1, 0}));
}

TEST(Compare, TheTotalOrder) {
  const Elements x = f32s({-0.0, kNan, -1, 1});
  const Elements y = f32s({0.0, 5, -2, 1});
  EXPECT_EQ(numbers(compare({Direction::kLt, true}, x, y).value()), Doubles({1, 0, 0, 0}));
  EXPECT_EQ(numbers(compare({Direction::kGe, true}, x, y).value()), Doubles({0, 1, 1, 1}));
}

TEST(Compare, ComplexNumbersHaveNoOrder) {
  const Elements z = zeros(PrimitiveType::kC64, 1);
  EXPECT_EQ(numbers(compare({Direction::kEq, false}, z, z).value()), Doubles({1}));
  EXPECT_EQ(compare({Direction::kLt, false}, z, z).error()->code, "run.type");
  EXPECT_EQ(compare({Direction::kLt, false}, z, f32s({1})).error()->code, "run.type");
}

}  // namespace
}  // namespace tileglot::hlo::run
