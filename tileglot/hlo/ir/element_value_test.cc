// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/element_value.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::hlo {
namespace {

using notation::xla::PrimitiveType;

template <class Predicate>
PrimitiveType any_type(const Predicate& is_wanted) {
  std::vector<PrimitiveType> types;
  for (int i = 0; i < notation::xla::kPrimitiveTypeCount; ++i) {
    const auto type = static_cast<PrimitiveType>(i);
    if (is_wanted(type)) types.push_back(type);
  }
  return *rc::gen::elementOf(types);
}

TEST(ElementValue, WhatIsStoredIsLoaded) {
  std::array<std::byte, 16> room{};
  store_integer(PrimitiveType::kS4, -3, room.data());
  EXPECT_EQ(room[0], std::byte{0xfd});
  EXPECT_EQ(load_integer(PrimitiveType::kS4, room.data()), -3);
  store_integer(PrimitiveType::kU4, 15, room.data());
  EXPECT_EQ(load_integer(PrimitiveType::kU4, room.data()), 15);
  store_integer(PrimitiveType::kPred, 2, room.data());
  EXPECT_EQ(load_integer(PrimitiveType::kPred, room.data()), 1);
  store_complex(PrimitiveType::kC64, {1.5, -2}, room.data());
  EXPECT_EQ(load_complex(PrimitiveType::kC64, room.data()), std::complex<double>(1.5, -2));
  EXPECT_EQ(stored_bytes(PrimitiveType::kC128), 16U);
  EXPECT_EQ(stored_bytes(PrimitiveType::kToken), 0U);
}

TEST(ElementValue, PowersOfTwoHaveNoZero) {
  std::array<std::byte, 8> room{};
  store_float(PrimitiveType::kF8e8m0fnu, 4, room.data());
  EXPECT_EQ(room[0], std::byte{129});
  store_float(PrimitiveType::kF8e8m0fnu, 0, room.data());
  EXPECT_EQ(load_float(PrimitiveType::kF8e8m0fnu, room.data()), std::ldexp(1, -127));
  store_float(PrimitiveType::kF8e8m0fnu, 3, room.data());
  EXPECT_EQ(load_float(PrimitiveType::kF8e8m0fnu, room.data()), 2);
  store_float(PrimitiveType::kF8e8m0fnu, 6, room.data());
  EXPECT_EQ(load_float(PrimitiveType::kF8e8m0fnu, room.data()), 8);
  store_float(PrimitiveType::kF8e8m0fnu, -1, room.data());
  EXPECT_TRUE(std::isnan(load_float(PrimitiveType::kF8e8m0fnu, room.data())));
}

void expect_bits_return(PrimitiveType type, std::uint64_t bits) {
  std::array<std::byte, 8> room{};
  store_bits(type, bits, room.data());
  const double value = load_float(type, room.data());
  if (std::isnan(value)) return;
  const std::uint64_t stored = load_bits(type, room.data());
  store_float(type, value, room.data());
  RC_ASSERT(load_bits(type, room.data()) == stored);
}

TEST(ElementValue, EveryNumberIsItsOwnNearest) {
  core::check_law("hlo_float_bits_round_trip", 20000, [] {
    const PrimitiveType type = any_type(notation::xla::is_floating_point);
    const std::uint64_t all = *rc::gen::arbitrary<std::uint64_t>();
    const int bits = value_bits(type);
    expect_bits_return(type, bits == 64 ? all : all & ((std::uint64_t{1} << bits) - 1));
  });
}

TEST(ElementValue, IntegersKeepTheirLowBits) {
  core::check_law("hlo_integer_bits_round_trip", 20000, [] {
    const PrimitiveType type = any_type(notation::xla::is_integral);
    const auto value = *rc::gen::arbitrary<std::int64_t>();
    std::array<std::byte, 8> room{};
    store_integer(type, value, room.data());
    const int unused = 64 - value_bits(type);
    const auto low = static_cast<std::uint64_t>(value) << unused;
    const auto loaded = static_cast<std::uint64_t>(load_integer(type, room.data())) << unused;
    RC_ASSERT(loaded == low);
  });
}

}  // namespace
}  // namespace tileglot::hlo
