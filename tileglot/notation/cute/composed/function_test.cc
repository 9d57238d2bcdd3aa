// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/composed/function.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/composed/any_layout.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

constexpr ComposedLayout kTile{Swizzle{3, 0, 3}, core::static_integer(0), "(_8,_8):(_8,_1)"_layout};
constexpr ComposedLayout kFar{Swizzle{1, 0, -4}, core::static_integer(0), "8:1"_layout};
constexpr ComposedLayout kGather{"(4,2):(10,1)"_layout, Integer(2), "(2,3):(1,2)"_layout};
constexpr ComposedLayout kNoDomain{"8:1"_layout, Integer(0), Swizzle{1, 0, 1}};

static_assert(*size(kTile) == core::static_integer(64) && *rank(kTile) == core::static_integer(2));
static_assert(*cosize(kTile) == core::static_integer(64));
static_assert(*depth(kTile) == core::static_integer(1));
static_assert(*shape(kTile) == "(_8,_8):(_8,_1)"_layout.shape);
static_assert(crd2idx(*tuple_of(1, 0), kTile)->value == 9);
static_assert(crd2idx(IntTuple(5), kGather)->value == 31);
static_assert(*cosize(kFar) == Integer(8) && *reach(kFar) == Integer(32));
static_assert(size(kNoDomain).refusal.reason == Reason::kSwizzleHasNoShape);
static_assert(shape(kNoDomain).refusal.reason == Reason::kSwizzleHasNoShape);
static_assert(crd2idx(*tuple_of(1, 0), kNoDomain).refusal.reason == Reason::kCoordinateIsTuple);
static_assert(crd2idx(*tuple_of(1, 0, 0), kTile).refusal.reason == Reason::kCoordinateRank);

TEST(ComposedFunction, AComposedLayoutIsEvaluatedFromTheInsideOut) {
  EXPECT_EQ(size(kTile)->value, 64);
  EXPECT_EQ(crd2idx(*tuple_of(1, 0), kTile)->value, 9);
  EXPECT_EQ(cosize(kFar)->value, 8);
  EXPECT_EQ(crd2idx(1, kFar)->value, 17);
  EXPECT_EQ(reach(kFar)->value, 32);
  // 2 + (1,2) -> 7 is (3,1) of (4,2).
  EXPECT_EQ(crd2idx(*tuple_of(1, 2), kGather)->value, 31);
}

TEST(ComposedFunction, ANegativeOffsetHasTheBitsOfTwosComplement) {
  const ComposedLayout backwards{Swizzle{2, 0, 2}, Integer(0), "4:-1"_layout};
  EXPECT_EQ(crd2idx(1, backwards)->value, -4);
}

/// A(offset + B(i)), by two evaluations in a row.
TEST(ComposedFunction, EveryIndexGoesThroughAllParts) {
  core::check_law("composed_is_its_parts", 10000, [] {
    const ComposedLayout c = *any_composed_layout();
    for (std::int64_t i = 0; i < size(c)->value; ++i) {
      const std::int64_t inside = c.offset.value + crd2idx(i, c.inner.layout)->value;
      const std::int64_t expected = c.outer.is_swizzle ? apply(c.outer.swizzle, inside)
                                                       : crd2idx(inside, c.outer.layout)->value;
      ASSERT_EQ(crd2idx(i, c)->value, expected) << print(c) << " at " << i;
    }
  });
}

TEST(ComposedFunction, NoOffsetIsBeyondTheReach) {
  int tight = 0;
  core::check_law("reach_is_beyond_every_offset", 10000, [&tight] {
    const ComposedLayout c = *any_composed_layout();
    std::int64_t largest = -1;
    for (std::int64_t i = 0; i < size(c)->value; ++i) {
      largest = std::max(largest, crd2idx(i, c)->value);
    }
    ASSERT_GT(reach(c)->value, largest) << print(c);
    tight += reach(c)->value == largest + 1 ? 1 : 0;
  });
  EXPECT_GT(tight, core::law_minimum(300));
}

}  // namespace
}  // namespace tileglot::notation::cute
