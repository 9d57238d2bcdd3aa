// SPDX-License-Identifier: Apache-2.0
// float_format_test.cc: narrow floats against their documents' tables, and every pattern back.
#include "tileglot/core/float_format.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace tileglot::core {
namespace {

FloatFormat format_of(ElementType type) { return float_format(type).value(); }

std::vector<ElementType> narrow_floats() {
  std::vector<ElementType> types;
  for (const ElementTypeRow& row : element_types()) {
    if (float_format(row.type)) types.push_back(row.type);
  }
  return types;
}

TEST(FloatFormat, HalvesGoToEven) {
  const FloatFormat bf16 = format_of(ElementType::kBf16);
  EXPECT_EQ(encode(bf16, 1.0), 0x3f80U);
  EXPECT_EQ(encode(bf16, 1.0 + 1.0 / 256), 0x3f80U);
  EXPECT_EQ(encode(bf16, 1.0 + 3.0 / 256), 0x3f82U);
  EXPECT_EQ(encode(bf16, std::nextafter(1.0 + 1.0 / 256, 2.0)), 0x3f81U);
  EXPECT_EQ(encode(bf16, -0.0), 0x8000U);
  const FloatFormat f16 = format_of(ElementType::kF16);
  EXPECT_EQ(encode(f16, 65504.0), 0x7bffU);
  EXPECT_EQ(encode(f16, 65519.9), 0x7bffU);
  EXPECT_EQ(encode(f16, 65520.0), 0x7c00U);  // halfway to 65536, which is infinity
  EXPECT_EQ(encode(f16, std::ldexp(1.0, -24)), 1U);
  EXPECT_EQ(encode(f16, std::ldexp(1.0, -25)), 0U);
  EXPECT_EQ(encode(f16, std::ldexp(1.0, -1074)), 0U);
}

TEST(FloatFormat, EachFormatHasItsLargest) {
  const auto largest = [](ElementType type) {
    return decode(format_of(type), format_of(type).largest());
  };
  EXPECT_EQ(largest(ElementType::kF4e2m1fn), 6);
  EXPECT_EQ(largest(ElementType::kF6e2m3fn), 7.5);
  EXPECT_EQ(largest(ElementType::kF6e3m2fn), 28);
  EXPECT_EQ(largest(ElementType::kF8e3m4), 15.5);
  EXPECT_EQ(largest(ElementType::kF8e4m3), 240);
  EXPECT_EQ(largest(ElementType::kF8e4m3fn), 448);
  EXPECT_EQ(largest(ElementType::kF8e4m3fnuz), 240);
  EXPECT_EQ(largest(ElementType::kF8e4m3b11fnuz), 30);
  EXPECT_EQ(largest(ElementType::kF8e5m2), 57344);
  EXPECT_EQ(largest(ElementType::kF8e5m2fnuz), 57344);
  EXPECT_EQ(largest(ElementType::kF8e8m0fnu), std::ldexp(1.0, 127));
  EXPECT_EQ(largest(ElementType::kF16), 65504);
  EXPECT_EQ(largest(ElementType::kBf16),
            static_cast<double>(std::numeric_limits<float>::max()) - std::ldexp(65535.0, 104));
}

TEST(FloatFormat, BeyondTheLargest) {
  const FloatFormat fn = format_of(ElementType::kF8e4m3fn);
  EXPECT_EQ(encode(fn, 448), 0x7eU);
  EXPECT_EQ(encode(fn, 464), 0x7eU);  // halfway to 480, whose pattern is NaN: even
  EXPECT_EQ(encode(fn, 1000), 0x7fU);
  EXPECT_EQ(encode(fn, -1000), 0xffU);
  EXPECT_EQ(encode(format_of(ElementType::kF8e5m2), 1e9), 0x7cU);
  EXPECT_EQ(encode(format_of(ElementType::kF8e5m2fnuz), -1e9), 0x80U);
  EXPECT_EQ(encode(format_of(ElementType::kF4e2m1fn), -100), 0xfU);
  EXPECT_EQ(encode(format_of(ElementType::kF8e8m0fnu), -1), 0xffU);
  EXPECT_EQ(encode(format_of(ElementType::kF8e8m0fnu), 1), 127U);
  EXPECT_EQ(encode(format_of(ElementType::kF8e8m0fnu), 3), 129U);  // a tie: the even units
}

TEST(FloatFormat, ZeroOfFnuzHasNoSign) {
  const FloatFormat fnuz = format_of(ElementType::kF8e4m3fnuz);
  EXPECT_EQ(encode(fnuz, -0.0), 0U);
  EXPECT_EQ(encode(fnuz, -1e-30), 0U);
  EXPECT_TRUE(std::isnan(decode(fnuz, 0x80)));
}

TEST(FloatFormat, EveryPatternReadsBack) {
  for (const ElementType type : narrow_floats()) {
    const FloatFormat format = format_of(type);
    const std::uint32_t patterns = 1U << bits(type);
    for (std::uint32_t p = 0; p < patterns; ++p) {
      const double number = decode(format, p);
      if (std::isnan(number)) {
        EXPECT_TRUE(std::isnan(decode(format, encode(format, number)))) << name(type) << ' ' << p;
      } else {
        ASSERT_EQ(encode(format, number), p) << name(type) << ' ' << number;
      }
    }
  }
}

TEST(FloatFormat, BetweenTwoPatternsTheNearerIsTaken) {
  for (const ElementType type : narrow_floats()) {
    const FloatFormat format = format_of(type);
    for (std::uint32_t p = 0; p < format.largest(); ++p) {
      const double low = decode(format, p);
      const double high = decode(format, p + 1);
      if (format.extremes == FloatExtremes::kPowers || std::isinf(high)) continue;
      const double middle = (low + high) / 2;
      ASSERT_EQ(encode(format, middle), p % 2 == 0 ? p : p + 1) << name(type);
      ASSERT_EQ(encode(format, std::nextafter(middle, low)), p) << name(type);
      ASSERT_EQ(encode(format, std::nextafter(middle, high)), p + 1) << name(type);
    }
  }
}

TEST(FloatFormat, LargeIntegersRoundOnce) {
  const std::int64_t above_half = (std::int64_t{1} << 60) + (std::int64_t{1} << 52) + 1;
  EXPECT_EQ(encode(format_of(ElementType::kBf16), static_cast<double>(above_half)), 0x5d80U);
  EXPECT_EQ(encode(format_of(ElementType::kBf16), widened(above_half)), 0x5d81U);
  EXPECT_EQ(encode(format_of(ElementType::kBf16), widened(-above_half)), 0xdd81U);
  EXPECT_EQ(widened(std::int64_t{-7}), -7.0);
  EXPECT_EQ(widened(std::numeric_limits<std::int64_t>::min()), -std::ldexp(1.0, 63));
  EXPECT_EQ(widened(~std::uint64_t{0}), std::ldexp(1.0, 64) - 2048);
}

}  // namespace
}  // namespace tileglot::core
