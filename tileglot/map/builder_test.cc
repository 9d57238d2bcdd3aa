// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"

namespace tileglot::map {
namespace {

/// f32[3,5]{1,0:T(2,2)}: physical extents (2,3,2,2), strides (12,4,2,1).
core::Result<IndexMap> tiled_3x5() {
  MapBuilder b(dims_of({3, 5}));
  const Value x0 = b.dim(0);
  const Value x1 = b.dim(1);
  Value offset = b.scale(b.floor_div(x0, 2), 12);
  offset = b.add(offset, b.scale(b.floor_div(x1, 2), 4));
  offset = b.add(offset, b.scale(b.mod(x0, 2), 2));
  offset = b.add(offset, b.mod(x1, 2));
  return b.finish(offset, {{24, "offset"}});
}

TEST(Builder, TheEssaysMapHasFourFloorTerms) {
  const auto map = tiled_3x5();
  ASSERT_TRUE(map.has_value());
  const core::SmallVector<FloorTerm, 12> expected{{2, 1, 0}, {8, 2, 0}, {1, 1, 1}, {2, 2, 1}};
  EXPECT_EQ(map->out().floors, expected);
  EXPECT_TRUE(map->is_plain());
  EXPECT_EQ(map->out().bound, (Range{0, 20}));
  const std::vector<std::int64_t> x{2, 3};
  EXPECT_EQ((*map)(x), 17);
}

/// Values of every form over (7, 5, 64).
std::vector<Value> values_of(MapBuilder& b) {
  const Value fused = b.add(b.scale(b.dim(0), 5), b.dim(1));
  const Value swizzled = b.apply_f2(b.dim(2), {1 | 8, 2 | 16, 4, 8, 16});
  return {b.constant(0), b.constant(-7),
          b.dim(0),      b.scale(b.dim(1), -3),
          fused,         b.mod(fused, 2),
          swizzled,      b.add(b.subtract(swizzled, fused), b.floor_div(b.dim(2), 3))};
}

/// v at every coordinate, checked against its bound.
std::vector<std::int64_t> numbers_of(const MapBuilder& b, const Value& v) {
  const auto map = b.finish(v, {{1, "offset"}});
  std::vector<std::int64_t> numbers;
  if (!map) {
    ADD_FAILURE() << map.error()->message;
    return numbers;
  }
  std::vector<std::int64_t> x(3);
  for (x[0] = 0; x[0] < 7; ++x[0]) {
    for (x[1] = 0; x[1] < 5; ++x[1]) {
      for (x[2] = 0; x[2] < 64; ++x[2]) numbers.push_back((*map)(x));
    }
  }
  const auto [lo, hi] = std::minmax_element(numbers.begin(), numbers.end());
  EXPECT_LE(v.bound.lo, *lo);
  EXPECT_GE(v.bound.hi, *hi);
  return numbers;
}

std::vector<std::int64_t> combined(std::vector<std::int64_t> a, const std::vector<std::int64_t>& b,
                                   std::int64_t factor) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += factor * b[i];
  return a;
}

TEST(Builder, ArithmeticIsRightAtEveryCoordinate) {
  MapBuilder b(dims_of({7, 5, 64}));
  const std::vector<Value> values = values_of(b);
  std::vector<std::vector<std::int64_t>> numbers;
  for (const Value& v : values) numbers.push_back(numbers_of(b, v));
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = 0; j < values.size(); ++j) {
      Value sum = values[i];
      b.add_to(sum, values[j]);
      EXPECT_EQ(numbers_of(b, sum), combined(numbers[i], numbers[j], 1));
      EXPECT_EQ(numbers_of(b, b.subtract(values[i], values[j])),
                combined(numbers[i], numbers[j], -1));
    }
    for (const std::int64_t factor : {-2, 0, 1, 6}) {
      Value product = values[i];
      b.scale_by(product, factor);
      EXPECT_EQ(numbers_of(b, product), combined(numbers[i], numbers[i], factor - 1));
    }
    for (const std::int64_t r : {1, 2, 3, 16}) {
      std::vector<std::int64_t> quotients = numbers[i];
      for (std::int64_t& n : quotients) n = core::floor_div(n, r);
      Value rest = values[i];
      EXPECT_EQ(numbers_of(b, b.take_quotient(rest, r)), quotients);
      EXPECT_EQ(numbers_of(b, rest), combined(numbers[i], quotients, -r));
    }
  }
  EXPECT_FALSE(b.failed());
}

TEST(Builder, AParityOfWeightZeroIsZero) {
  MapBuilder b(dims_of({64}));
  const Value nothing = b.as_term(0, b.bit(b.dim(0), 3));
  EXPECT_EQ(nothing, b.constant(0));
  EXPECT_EQ(b.add(b.dim(0), nothing), b.dim(0));
}

TEST(Builder, TermsMergeWhereverTheyAre) {
  MapBuilder b(dims_of({64, 64, 64}));
  const auto floors = [&](std::vector<std::int64_t> divisors, std::int64_t coef) {
    Value sum = b.constant(0);
    for (const std::int64_t d : divisors) b.add_to(sum, b.scale(b.floor_div(b.dim(1), d), coef));
    return sum;
  };
  using Floors = core::SmallVector<FloorTerm, 12>;
  const Value before = floors({2, 8, 32}, 1);
  EXPECT_EQ(b.add(before, floors({1, 4, 16}, 3)).floors,
            (Floors{{3, 1, 1}, {1, 2, 1}, {3, 4, 1}, {1, 8, 1}, {3, 16, 1}, {1, 32, 1}}));
  EXPECT_EQ(b.add(before, floors({2, 4, 8, 32}, -1)).floors, (Floors{{-1, 4, 1}}));
  EXPECT_EQ(b.add(before, floors({8}, 5)).floors, (Floors{{1, 2, 1}, {6, 8, 1}, {1, 32, 1}}));
  EXPECT_EQ(b.add(b.dim(2), before).floors, (Floors{{1, 2, 1}, {1, 8, 1}, {1, 32, 1}, {1, 1, 2}}));
  EXPECT_TRUE(b.subtract(before, before).is_constant());
}

TEST(Builder, AFusedDimensionThatDoesNotLineUpStaysAnInnerValue) {
  MapBuilder b(dims_of({7, 5, 11}));
  const Value fused = b.add(b.scale(b.dim(0), 5), b.dim(1));
  Value offset = b.scale(b.floor_div(fused, 2), 24);
  offset = b.add(offset, b.scale(b.mod(fused, 2), 3));
  offset = b.add(offset, b.scale(b.floor_div(b.dim(2), 3), 6));
  offset = b.add(offset, b.mod(b.dim(2), 3));
  const auto map = b.finish(offset, {{432, "offset"}});
  ASSERT_TRUE(map.has_value());
  ASSERT_EQ(map->inner().size(), 1U);
  const core::SmallVector<FloorTerm, 12> expected{
      {15, 1, 0}, {3, 1, 1}, {1, 1, 2}, {3, 3, 2}, {18, 2, 3}};
  EXPECT_EQ(map->out().floors, expected);
  EXPECT_EQ((*map)(std::vector<std::int64_t>{1, 1, 0}), 72);
}

TEST(Builder, AFusedDimensionThatLinesUpResolves) {
  MapBuilder b(dims_of({7, 5}));
  const Value quotient = b.floor_div(b.add(b.scale(b.dim(0), 5), b.dim(1)), 5);
  EXPECT_EQ(quotient, b.dim(0));
}

TEST(Builder, ARemainderOfAnInnerValueIsBounded) {
  MapBuilder b(dims_of({7, 5}));
  const Value fused = b.add(b.scale(b.dim(0), 5), b.dim(1));
  const Value rest = b.subtract(fused, b.scale(b.floor_div(fused, 3), 3));
  EXPECT_EQ(rest.bound, (Range{0, 2}));
}

/// Row i of Sw<bits, base, shift>: bit i, and bit i + shift where the swizzle reads it.
F2Rows swizzle_rows(int bits, int base, int shift) {
  F2Rows rows;
  for (int i = 0; i < base + shift + bits; ++i) {
    std::uint64_t row = std::uint64_t{1} << i;
    if (i >= base && i < base + bits) row |= std::uint64_t{1} << (i + shift);
    rows.push_back(row);
  }
  return rows;
}

TEST(Builder, ASwizzleBecomesParities) {
  MapBuilder b(dims_of({8, 64}));
  const Value v = b.add(b.scale(b.dim(0), 64), b.dim(1));
  const auto map = b.finish(b.apply_f2(v, swizzle_rows(3, 3, 3)), {{512, "offset"}});
  ASSERT_TRUE(map.has_value());
  const core::SmallVector<FloorTerm, 12> expected{{64, 1, 0}, {1, 1, 1}, {-8, 8, 1}};
  EXPECT_EQ(map->out().floors, expected);
  EXPECT_EQ(map->out().xors.rows.size(), 3U);
  EXPECT_EQ((*map)(std::vector<std::int64_t>{1, 9}), 65);
}

TEST(Builder, ASwizzleThatNoOffsetReachesDoesNothing) {
  MapBuilder b(dims_of({7, 13}));
  const Value v = b.add(b.scale(b.dim(0), 13), b.dim(1));
  EXPECT_EQ(b.apply_f2(v, swizzle_rows(3, 4, 3)), v);
}

TEST(Builder, ASwizzleTwiceIsNothingEvenOverOddStrides) {
  MapBuilder b(dims_of({37, 29}));
  const Value v = b.add(b.scale(b.dim(0), 1000), b.dim(1));
  const F2Rows rows = swizzle_rows(3, 4, 3);
  const Value twice = b.apply_f2(b.apply_f2(v, rows), rows);
  const auto map = b.finish(twice, {});
  ASSERT_TRUE(map.has_value());
  EXPECT_EQ(map->out(), v);
  EXPECT_TRUE(map->is_plain());
}

TEST(Builder, AnOffsetThatCarriesStaysAndReadsOn) {
  // (4,4):(4,1) o 2 o 8:1
  MapBuilder b(dims_of({8}));
  const Value v = b.add(b.dim(0), b.constant(2));
  const Value offset = b.add(b.scale(b.mod(v, 4), 4), b.floor_div(v, 4));
  const auto map = b.finish(offset, {{16, "offset"}});
  ASSERT_TRUE(map.has_value());
  const std::vector<std::int64_t> expected{8, 12, 1, 5, 9, 13, 2, 6};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ((*map)(std::vector<std::int64_t>{static_cast<std::int64_t>(i)}), expected[i]) << i;
  }
}

TEST(Builder, InnerValuesAreNumberedByContentNotByHistory) {
  const auto build = [](bool swapped) {
    MapBuilder b(dims_of({7, 5, 9}));
    const Value v = b.add(b.scale(b.dim(0), 5), b.dim(1));
    const Value w = b.add(b.scale(b.dim(1), 9), b.dim(2));
    const Value first = b.floor_div(swapped ? w : v, 2);
    const Value second = b.floor_div(swapped ? v : w, 2);
    return b.finish(b.add(first, second), {});
  };
  const auto one = build(false);
  const auto other = build(true);
  ASSERT_TRUE(one && other);
  EXPECT_EQ(one->inner().size(), 2U);
  EXPECT_TRUE(one->same_form(*other));
}

TEST(Builder, OverflowIsAnErrorAndSticks) {
  MapBuilder b(dims_of({1000}));
  const Value v = b.scale(b.dim(0), core::kInt64Max);
  b.add(v, v);
  const auto map = b.finish(b.dim(0), {});
  ASSERT_FALSE(map.has_value());
  EXPECT_EQ(map.error()->code, "map.overflow");
}

TEST(Builder, ExtentsWhoseProductOverflowsAreRefused) {
  const std::int64_t huge = 1'000'000'000'000'000'000;
  MapBuilder b(dims_of({huge, huge}));
  EXPECT_TRUE(b.failed());
  EXPECT_EQ(b.error()->code, "map.overflow");
}

TEST(Builder, ASwizzleOfANegativeValueIsRefusedWithACoordinate) {
  MapBuilder b(dims_of({4}));
  b.apply_f2(b.subtract(b.dim(0), b.constant(1)), swizzle_rows(1, 0, 1));
  ASSERT_TRUE(b.failed());
  EXPECT_EQ(b.error()->code, "map.negative_xor");
  EXPECT_EQ(b.error()->witness, "at (0) the value is -1");
}

TEST(Builder, AnEmptyDimensionBuilds) {
  MapBuilder b(dims_of({0, 5}));
  const auto map = b.finish(b.add(b.scale(b.dim(0), 5), b.dim(1)), {{0, "offset"}});
  ASSERT_TRUE(map.has_value());
  EXPECT_EQ(map->size(), 0);
}

}  // namespace
}  // namespace tileglot::map
