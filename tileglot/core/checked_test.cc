// SPDX-License-Identifier: Apache-2.0
// checked_test.cc: 64-bit arithmetic against 128-bit arithmetic, at the edges and at random.
#include "tileglot/core/checked.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <array>
#include <cstdint>
#include <optional>

#include "tileglot/core/law.h"

namespace tileglot::core {
namespace {

__extension__ using Wide = __int128;  // holds every sum and product of two 64-bit numbers

constexpr std::array kEdges = {kInt64Min,
                               kInt64Min + 1,
                               -(std::int64_t{1} << 32) - 1,
                               std::int64_t{-3037000500},
                               std::int64_t{-3},
                               std::int64_t{-2},
                               std::int64_t{-1},
                               std::int64_t{0},
                               std::int64_t{1},
                               std::int64_t{2},
                               std::int64_t{3},
                               std::int64_t{7},
                               std::int64_t{3037000499},
                               std::int64_t{3037000500},
                               std::int64_t{1} << 62,
                               kInt64Max - 1,
                               kInt64Max};

Checked narrowed(Wide value) {
  if (value < kInt64Min || value > kInt64Max) return std::nullopt;
  return static_cast<std::int64_t>(value);
}

std::int64_t clamped(Wide value) {
  if (value < kInt64Min) return kInt64Min;
  return value > kInt64Max ? kInt64Max : static_cast<std::int64_t>(value);
}

void expect_exact_or_nothing(std::int64_t a, std::int64_t b) {
  const Wide wide_a = a;
  const Wide wide_b = b;
  EXPECT_EQ(checked_add(a, b), narrowed(wide_a + wide_b)) << a << " + " << b;
  EXPECT_EQ(checked_sub(a, b), narrowed(wide_a - wide_b)) << a << " - " << b;
  EXPECT_EQ(checked_mul(a, b), narrowed(wide_a * wide_b)) << a << " * " << b;
  EXPECT_EQ(saturating_add(a, b), clamped(wide_a + wide_b)) << a << " + " << b;
  EXPECT_EQ(saturating_mul(a, b), clamped(wide_a * wide_b)) << a << " * " << b;
}

/// The quotients are the neighbours of a/d: q*d <= a < (q+1)*d and (c-1)*d < a <= c*d.
void expect_rounds_down_and_up(std::int64_t a, std::int64_t d) {
  const Wide floor = floor_div(a, d);
  const Wide ceil = ceil_div(a, d);
  EXPECT_TRUE(floor * d <= a && a < (floor + 1) * d) << a << " / " << d;
  EXPECT_TRUE((ceil - 1) * d < a && a <= ceil * d) << a << " / " << d;
  EXPECT_EQ(Wide{floor_mod(a, d)}, a - floor * d) << a << " mod " << d;
  EXPECT_EQ(floor_quotient(a, d), floor_div(a, d)) << a << " / " << d;
  EXPECT_EQ(floor_remainder(a, d), floor_mod(a, d)) << a << " mod " << d;
}

TEST(Checked, AProductThatDoesNotFitIsNothing) {
  EXPECT_EQ(checked_mul(100000, 100000), 10000000000);
  EXPECT_EQ(checked_mul(kInt64Max, 2), std::nullopt);
  EXPECT_EQ(checked_mul(kInt64Min, -1), std::nullopt);
  EXPECT_EQ(floor_div(-1, 4), -1);
}

TEST(Checked, SumsAndProductsAreExactOrNothingAtTheEdges) {
  for (const std::int64_t a : kEdges) {
    for (const std::int64_t b : kEdges) expect_exact_or_nothing(a, b);
  }
}

TEST(Checked, DivisionRoundsDownAndUpAtTheEdges) {
  for (const std::int64_t a : kEdges) {
    for (const std::int64_t d : kEdges) {
      if (d >= 1) expect_rounds_down_and_up(a, d);
    }
  }
  for (std::int64_t a = -20; a <= 20; ++a) {
    for (std::int64_t d = 1; d <= 7; ++d) expect_rounds_down_and_up(a, d);
  }
}

TEST(Checked, LawsHoldAtRandom) {
  const auto any_int64 = [] { return rc::gen::resize(1000, rc::gen::arbitrary<std::int64_t>()); };
  check_law("checked_is_exact_or_nothing", 10000, [&] {
    expect_exact_or_nothing(*any_int64() >> *rc::gen::inRange(0, 63), *any_int64());
  });
  check_law("division_rounds_down_and_up", 10000, [&] {
    const std::int64_t d = checked_abs(*any_int64() >> *rc::gen::inRange(0, 63)).value_or(1);
    expect_rounds_down_and_up(*any_int64(), d == 0 ? 1 : d);
  });
}

TEST(Checked, AbsoluteValueOfTheSmallestIsNothing) {
  EXPECT_EQ(checked_abs(kInt64Min), std::nullopt);
  EXPECT_EQ(checked_abs(kInt64Min + 1), kInt64Max);
  EXPECT_EQ(checked_abs(-3), 3);
  EXPECT_EQ(checked_abs(0), 0);
}

TEST(Checked, TheLeastCommonMultipleIsTheFirstCommonOne) {
  for (std::int64_t a = 1; a <= 12; ++a) {
    for (std::int64_t b = 1; b <= 12; ++b) {
      std::int64_t multiple = a;
      while (multiple % b != 0) multiple += a;
      EXPECT_EQ(checked_lcm(a, b), multiple);
    }
  }
  EXPECT_EQ(checked_lcm(kInt64Max, kInt64Max), kInt64Max);
  EXPECT_EQ(checked_lcm(kInt64Max, kInt64Max - 1), std::nullopt);
}

TEST(Checked, PowersOfTwoAreTheirOwnLogarithms) {
  for (int i = 0; i < 63; ++i) {
    const std::int64_t power = std::int64_t{1} << i;
    EXPECT_TRUE(is_power_of_two(power));
    EXPECT_EQ(log2_floor(power), i);
    EXPECT_EQ(log2_floor(power + (power - 1)), i);
    EXPECT_EQ(is_power_of_two(power + 1), i == 0) << "1 + 1 = 2 is the only one";
  }
  EXPECT_FALSE(is_power_of_two(0));
  EXPECT_FALSE(is_power_of_two(-4));
  EXPECT_FALSE(is_power_of_two(kInt64Min));
}

TEST(Checked, AllWorksInConstantExpressions) {
  static_assert(checked_add(1, 2) == 3 && checked_lcm(4, 6) == 12 && ceil_div(-3, 2) == -1);
  static_assert(!checked_mul(kInt64Max, kInt64Max) && floor_mod(-1, 4) == 3);
}

}  // namespace
}  // namespace tileglot::core
