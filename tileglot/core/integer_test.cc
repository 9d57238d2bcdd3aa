// SPDX-License-Identifier: Apache-2.0
#include "tileglot/core/integer.h"

#include <gtest/gtest.h>

#include "tileglot/core/checked.h"
#include "tileglot/core/outcome.h"

namespace tileglot::core {
namespace {

constexpr Integer k0 = static_integer(0);
constexpr Integer k1 = static_integer(1);
constexpr Integer k4 = static_integer(4);

static_assert(*multiply(k4, k4) == static_integer(16));
static_assert(*multiply(k4, 2) == Integer(8));
static_assert(*modulo(7, k1) == k0);

TEST(Integer, StaticWithStaticStaysStatic) {
  EXPECT_EQ(*add(k4, k1), static_integer(5));
  EXPECT_EQ(*divide(k4, static_integer(3)), k1);
  EXPECT_EQ(*modulo(k4, static_integer(3)), k1);
  EXPECT_EQ(*magnitude(static_integer(-4)), k4);
}

TEST(Integer, ZeroAbsorbsADynamicFactor) {
  EXPECT_EQ(*multiply(k0, 2), k0);
  EXPECT_EQ(*multiply(2, k0), k0);
  EXPECT_EQ(*divide(k0, 2), k0);
  EXPECT_EQ(*modulo(k0, 2), k0);
  EXPECT_EQ(*modulo(7, static_integer(-1)), k0);
}

TEST(Integer, NeutralElementsDoNotMakeASumOrAProductStatic) {
  EXPECT_EQ(*add(k0, 2), Integer(2));
  EXPECT_EQ(*multiply(k1, 2), Integer(2));
  EXPECT_EQ(*modulo(7, 1), Integer(0));
}

TEST(Integer, DivisionTruncatesTowardsZero) {
  EXPECT_EQ(*divide(-7, 2), Integer(-3));
  EXPECT_EQ(*modulo(-7, 2), Integer(-1));
}

TEST(Integer, WhatDoesNotFitIsRefusedWithItsOperands) {
  EXPECT_EQ(add(kInt64Max, 1).refusal, (Refusal{Reason::kSumTooLarge, kInt64Max, 1}));
  EXPECT_EQ(multiply(kInt64Max, 2).refusal, (Refusal{Reason::kProductTooLarge, kInt64Max, 2}));
  EXPECT_EQ(divide(3, 0).refusal, (Refusal{Reason::kDivisionByZero, 3, 0}));
  EXPECT_EQ(divide(kInt64Min, -1).refusal, (Refusal{Reason::kQuotientTooLarge, kInt64Min, -1}));
  EXPECT_EQ(*modulo(kInt64Min, -1), Integer(0));
  EXPECT_EQ(magnitude(kInt64Min).refusal, (Refusal{Reason::kProductTooLarge, kInt64Min, -1}));
}

TEST(Integer, AScaledBasisScalesAndAddsAlongItsPath) {
  constexpr BasisPath kRow = BasisPath{}.inside(0);
  constexpr BasisPath kInner = BasisPath{}.inside(1).inside(0);
  static_assert(kInner.levels() == 2 && kInner.mode(0) == 1 && kInner.mode(1) == 0);
  static_assert(kInner.inner() == kRow);
  EXPECT_EQ(*multiply(3, Integer(1, true, kInner)), Integer(3, false, kInner));
  EXPECT_EQ(*add(Integer(1, true, kRow), Integer(2, true, kRow)), Integer(3, true, kRow));
  EXPECT_EQ(*divide(Integer(6, true, kRow), 4), Integer(1, false, kRow));
  EXPECT_EQ(*add(Integer(1, true, kRow), static_integer(0)), Integer(1, true, kRow));
  EXPECT_FALSE(add(Integer(1, true, kRow), Integer(1, true, kInner)).ok());
  EXPECT_FALSE(multiply(Integer(1, true, kRow), Integer(1, true, kRow)).ok());
  EXPECT_FALSE(modulo(Integer(3, true, kRow), 2).ok());
}

}  // namespace
}  // namespace tileglot::core
