// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/float_format.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <cstdint>
#include <limits>

#include "tileglot/core/law.h"
#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::hlo {
namespace {

using notation::xla::PrimitiveType;

double rounded(PrimitiveType type, double value) {
  const FloatFormat format = *float_format(type);
  return decode(format, encode(format, value));
}

TEST(FloatFormat, SmallNumbersByHand) {
  const FloatFormat fn = *float_format(PrimitiveType::kF8e4m3fn);
  EXPECT_EQ(encode(fn, 0.3), 0x2aU);
  EXPECT_EQ(decode(fn, 0x2a), 0.3125);
  EXPECT_EQ(rounded(PrimitiveType::kF8e4m3fn, 464), 448);
  EXPECT_TRUE(std::isnan(rounded(PrimitiveType::kF8e4m3fn, 465)));
  EXPECT_EQ(rounded(PrimitiveType::kF8e5m2, 0.3), 0.3125);
  EXPECT_EQ(rounded(PrimitiveType::kF4e2m1fn, 1000), 6);
  EXPECT_EQ(rounded(PrimitiveType::kF16, 65520), std::numeric_limits<double>::infinity());
  EXPECT_EQ(encode(*float_format(PrimitiveType::kBf16), 1.0), 0x3f80U);
}

TEST(FloatFormat, UnsignedZerosHaveNoMinus) {
  EXPECT_EQ(encode(*float_format(PrimitiveType::kF8e4m3fnuz), -0.0), 0U);
  EXPECT_EQ(encode(*float_format(PrimitiveType::kF8e4m3fnuz), -1e-30), 0U);
  EXPECT_TRUE(std::isnan(decode(*float_format(PrimitiveType::kF8e5m2fnuz), 0x80)));
}

TEST(FloatFormat, TiesGoToTheEvenPattern) {
  EXPECT_EQ(rounded(PrimitiveType::kF8e4m3fn, 17), 16);
  EXPECT_EQ(rounded(PrimitiveType::kF8e4m3fn, 19), 20);
  EXPECT_EQ(rounded(PrimitiveType::kF8e4m3fn, std::ldexp(1, -10)), 0);
}

TEST(FloatFormat, TheLargestNumberIsFinite) {
  EXPECT_EQ(largest_number(*float_format(PrimitiveType::kF8e4m3fn)), 448);
  EXPECT_EQ(largest_number(*float_format(PrimitiveType::kF8e5m2fnuz)), 57344);
  EXPECT_EQ(largest_number(*float_format(PrimitiveType::kF32)), std::numeric_limits<float>::max());
}

TEST(FloatFormat, DigitsThatTellNumbersApart) {
  EXPECT_EQ(decimal_digits(PrimitiveType::kF32), 9);
  EXPECT_EQ(decimal_digits(PrimitiveType::kF16), 5);
  EXPECT_EQ(decimal_digits(PrimitiveType::kBf16), 4);
  EXPECT_EQ(decimal_digits(PrimitiveType::kF8e4m3fn), 3);
  EXPECT_EQ(decimal_digits(PrimitiveType::kF8e5m2), 2);
}

TEST(FloatFormat, F32IsTheProcessors) {
  core::check_law("hlo_float_format_is_ieee", 20000, [] {
    const auto value = *rc::gen::arbitrary<double>();
    RC_ASSERT(rounded(PrimitiveType::kF32, value) ==
              static_cast<double>(static_cast<float>(value)));
  });
}

}  // namespace
}  // namespace tileglot::hlo
