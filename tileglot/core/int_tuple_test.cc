// SPDX-License-Identifier: Apache-2.0
#include "tileglot/core/int_tuple.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "tileglot/core/checked.h"
#include "tileglot/core/integer.h"
#include "tileglot/core/outcome.h"

namespace tileglot::core {
namespace {

constexpr Integer k2 = static_integer(2);
constexpr IntTuple kNested = *tuple_of(3, tuple_of(6, 2), 8);
constexpr IntTuple kDeep = *tuple_of(3, tuple_of(tuple_of(6, 2)), 8);

constexpr Outcome<IntTuple> wrapped(int times, IntTuple t) {
  Outcome<IntTuple> result = t;
  for (int i = 0; i < times && result.ok(); ++i) result = wrap(result.value);
  return result;
}

constexpr Outcome<IntTuple> ones(int count) {
  Outcome<IntTuple> result = IntTuple{};
  for (int i = 0; i < count && result.ok(); ++i) result = append(result.value, 1);
  return result;
}

// The type is a template argument: equal values are the same instance.
template <IntTuple T>
struct Named {
  static constexpr std::int64_t kSize = size(T)->value;
};
static_assert(Named<kNested>::kSize == 288);
static_assert(std::is_same_v<Named<kNested>, Named<*tuple_of(3, tuple_of(6, 2), 8)>>);
static_assert(!std::is_same_v<Named<kNested>, Named<kDeep>>);
static_assert(std::is_same_v<Named<*mode(kNested, 1)>, Named<*tuple_of(6, 2)>>);

static_assert(rank(kNested) == 3 && depth(kNested) == 2 && leaf_count(kNested) == 4);
static_assert(rank(IntTuple(6)) == 1 && depth(IntTuple(6)) == 0);
static_assert(rank(IntTuple{}) == 0 && depth(IntTuple{}) == 1);
static_assert(flatten(kDeep) == *tuple_of(3, 6, 2, 8));

TEST(IntTuple, RankDepthSizeAndModesOfANestedTuple) {
  EXPECT_EQ(rank(kDeep), 3);
  EXPECT_EQ(depth(kDeep), 3);
  EXPECT_EQ(*size(kDeep), Integer(288));
  EXPECT_EQ(mode(kDeep, 0), IntTuple(3));
  EXPECT_EQ(mode(kDeep, 1), tuple_of(tuple_of(6, 2)));
  EXPECT_EQ(mode(*mode(kDeep, 1), 0), tuple_of(6, 2));
  EXPECT_EQ(mode(IntTuple(6), 0), IntTuple(6));
}

TEST(IntTuple, ATupleIsItsModesInOrder) {
  IntTuple rebuilt;
  for (int i = 0; i < rank(kDeep); ++i) rebuilt = *append(rebuilt, *mode(kDeep, i));
  EXPECT_EQ(rebuilt, kDeep);
}

TEST(IntTuple, AnIntegerIsNotATupleOfOne) {
  EXPECT_NE(IntTuple(3), *tuple_of(3));
  EXPECT_FALSE(congruent(3, *tuple_of(3)));
  EXPECT_EQ(*wrap(3), *tuple_of(3));
  EXPECT_EQ(*append(3, 4), *tuple_of(3, 4));
}

TEST(IntTuple, EmptyTuplesKeepTheirPlace) {
  constexpr IntTuple kT = *tuple_of(IntTuple{}, tuple_of(2, IntTuple{}), wrap(IntTuple{}));
  EXPECT_EQ(rank(kT), 3);
  EXPECT_EQ(depth(kT), 3);
  EXPECT_EQ(leaf_count(kT), 1);
  EXPECT_EQ(*mode(kT, 0), IntTuple{});
  EXPECT_EQ(*mode(kT, 1), *tuple_of(2, IntTuple{}));
  EXPECT_EQ(*mode(kT, 2), *wrap(IntTuple{}));
  EXPECT_EQ(flatten(kT), *tuple_of(2));
  EXPECT_EQ(*size(IntTuple{}), static_integer(1));
}

TEST(IntTuple, StaticMarksAreKeptAndCombine) {
  constexpr IntTuple kMixed = *tuple_of(k2, tuple_of(k2, 3));
  EXPECT_TRUE(kMixed.at(0).is_static);
  EXPECT_FALSE(kMixed.at(2).is_static);
  EXPECT_FALSE(size(kMixed)->is_static);
  EXPECT_EQ(*size(*mode(kMixed, 0)), k2);
  EXPECT_NE(kMixed, *tuple_of(2, tuple_of(2, 3)));
  EXPECT_TRUE(equal_values(kMixed, *tuple_of(2, tuple_of(2, 3))));
}

TEST(IntTuple, ATupleIsStaticWhenAllItsIntegersAre) {
  EXPECT_TRUE(is_static(*tuple_of(k2, tuple_of(k2, IntTuple{}))));
  EXPECT_FALSE(is_static(*tuple_of(k2, tuple_of(k2, 3))));
  EXPECT_TRUE(is_static(IntTuple{}));
  EXPECT_FALSE(is_static(*ones(64)));
}

TEST(IntTuple, CongruenceIsAboutStructureAlone) {
  EXPECT_TRUE(congruent(kNested, *tuple_of(1, tuple_of(1, 1), 1)));
  EXPECT_FALSE(congruent(kNested, *tuple_of(tuple_of(1, 1), 1, 1)));
  EXPECT_FALSE(congruent(kNested, kDeep));
  EXPECT_FALSE(congruent(*tuple_of(IntTuple{}), *tuple_of(1)));
}

TEST(IntTuple, SixtyFourLeavesFitAndOneMoreIsRefused) {
  constexpr Outcome<IntTuple> kFull = ones(64);
  static_assert(kFull.ok() && rank(kFull.value) == 64 && size(kFull.value)->value == 1);
  static_assert(flatten(*wrap(*kFull)) == *kFull && *mode(*wrap(*kFull), 0) == *kFull);
  EXPECT_EQ(ones(65).refusal, (Refusal{Reason::kTooManyLeaves, 65, 64}));
  EXPECT_EQ(append(IntTuple(1), *kFull).refusal, (Refusal{Reason::kTooManyLeaves, 65, 64}));
  IntTuple one = 1;
  EXPECT_EQ(append_mode(one, *kFull), (Refusal{Reason::kTooManyLeaves, 65, 64}));
  EXPECT_EQ(one, IntTuple(1)) << "a refused mode changes nothing";
}

TEST(IntTuple, DepthSixteenFitsAndOneMoreIsRefused) {
  constexpr Outcome<IntTuple> kDeepest = wrapped(16, 7);
  static_assert(kDeepest.ok() && depth(*kDeepest) == 16);
  static_assert(flatten(*kDeepest) == *tuple_of(7) && *mode(*kDeepest, 0) == *wrapped(15, 7));
  EXPECT_EQ(wrapped(17, 7).refusal, (Refusal{Reason::kTooDeep, 17, 16}));
  EXPECT_EQ(wrapped(15, IntTuple{}).ok(), true);
  EXPECT_EQ(wrapped(16, IntTuple{}).refusal, (Refusal{Reason::kTooDeep, 17, 16}));
}

TEST(IntTuple, AModeThatDoesNotExistIsRefused) {
  EXPECT_EQ(mode(kNested, 3).refusal, (Refusal{Reason::kNoSuchMode, 3, 3}));
  EXPECT_EQ(mode(kNested, -1).refusal, (Refusal{Reason::kNoSuchMode, -1, 3}));
  EXPECT_EQ(mode(IntTuple{}, 0).refusal, (Refusal{Reason::kNoSuchMode, 0, 0}));
}

TEST(IntTuple, ASizeThatDoesNotFitIsRefusedUnlessAnExtentIsZero) {
  constexpr std::int64_t kLarge = 4'000'000'000;
  EXPECT_EQ(size(*tuple_of(kLarge, kLarge)).refusal,
            (Refusal{Reason::kProductTooLarge, kLarge, kLarge}));
  EXPECT_EQ(size(*tuple_of(kLarge, kLarge, 0)), Integer(0));
  EXPECT_EQ(size(*tuple_of(0, kLarge, kLarge)), Integer(0));
}

TEST(IntTuple, EqualTuplesHaveEqualBytesHoweverTheyWereMade) {
  const IntTuple whole = *tuple_of(5, tuple_of(6, 2));
  EXPECT_EQ(*mode(*tuple_of(9, whole, 9), 1), whole);
  EXPECT_EQ(flatten(*tuple_of(IntTuple{}, 4, tuple_of(5))), *tuple_of(4, 5));
}

}  // namespace
}  // namespace tileglot::core
