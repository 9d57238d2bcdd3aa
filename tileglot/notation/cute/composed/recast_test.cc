// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/composed/recast.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/composed/any_layout.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

constexpr ComposedLayout kTile{Swizzle{2, 3, 3}, core::static_integer(0),
                               "(_64,_64):(_64,_1)"_layout};
constexpr ComposedLayout kIdentity{Swizzle{0, 4, 3}, core::static_integer(0),
                                   "(_8,_8):(_8,_1)"_layout};
constexpr ComposedLayout kMoved{Swizzle{1, 2, 3}, Integer(12), "(_64):(_1)"_layout};
constexpr ComposedLayout kOutOfLayouts{"64:2"_layout, Integer(4), "8:1"_layout};

static_assert(*upcast(16, kTile) ==
              ComposedLayout{Swizzle{1, 0, 3}, core::static_integer(0), "(_64,_4):(_4,_1)"_layout});
static_assert(*upcast(16, kIdentity) ==
              ComposedLayout{Swizzle{0, 0, 3}, core::static_integer(0), "(_4,_1):(_1,_1)"_layout});
static_assert(upcast(8, kMoved).refusal == Refusal{Reason::kOffsetNotDivisible, 12, 8});
static_assert(upcast(4, kMoved)->offset == Integer(3));
static_assert(upcast(3, kTile).refusal.reason != Reason::kNone);
static_assert(*downcast(2, kIdentity) == ComposedLayout{Swizzle{0, 5, 3}, core::static_integer(0),
                                                        "(_8,_16):(_16,_1)"_layout});
static_assert(downcast(2, kMoved)->offset == Integer(24));
static_assert(!downcast(2, kOutOfLayouts).ok());
static_assert(*recast_layout(8, 128, kTile) == *upcast(16, kTile));
static_assert(*recast_layout(16, 8, kTile) == *downcast(2, kTile));
static_assert(recast_layout(0, 8, kTile).refusal.reason == Reason::kNoFactor);
static_assert(max_alignment(kTile)->value == 8 && max_alignment(kMoved)->value == 4);
static_assert(max_alignment(kIdentity)->value == 16);
static_assert(max_common_vector(kTile, kTile.inner.layout)->value == 8);
static_assert(max_common_vector(kTile, kTile)->value == 4096);
static_assert(max_common_vector(kMoved, "(_64):(_1)"_layout)->value == 4);

TEST(ComposedRecast, AllThreePartsCountInTheNewUnit) {
  EXPECT_EQ(print(*upcast(16, kTile)), "Sw<1,0,3> o 0 o (64,4):(4,1)");
  EXPECT_EQ(print(*upcast(4, kMoved)), "Sw<1,0,3> o 3 o (16):(1)");
}

/// Swizzled tiles with columns of neighbours, at any offset.
ComposedLayout any_tile() {
  const std::int64_t rows = std::int64_t{1} << unsigned(*rc::gen::inRange(0, 6));
  const std::int64_t columns = std::int64_t{1} << unsigned(*rc::gen::inRange(0, 6));
  const Layout<> tile = *make_layout(*tuple_of(columns, rows));
  const std::int64_t offset = *rc::gen::element<std::int64_t>(0, 0, 16, 32, 96, 4);
  return ComposedLayout{*any_swizzle(), Integer(offset), tile};
}

TEST(ComposedRecast, ByDivisorsOfTheAlignmentUnitsStayWhole) {
  int tried = 0;
  core::check_law("composed_upcast_keeps_units", 10000, [&tried] {
    const ComposedLayout c = any_tile();
    const std::int64_t n = *rc::gen::element<std::int64_t>(1, 2, 4, 8);
    const std::int64_t columns = c.inner.layout.shape.values[0];
    if (max_alignment(c)->value % n != 0 || columns % n != 0) return;
    ++tried;
    const auto units = upcast(n, c);
    ASSERT_TRUE(units.ok()) << print(c) << " by " << n;
    for (std::int64_t i = 0; i < size(c)->value; ++i) {
      ASSERT_EQ(crd2idx(i, c)->value, crd2idx(i / n, *units)->value * n + i % n)
          << print(c) << " by " << n << " at " << i;
    }
  });
  EXPECT_GT(tried, core::law_minimum(100));
}

TEST(ComposedRecast, ADowncastSplitsEveryElement) {
  core::check_law("composed_downcast_splits", 10000, [] {
    const ComposedLayout c = any_tile();
    const std::int64_t n = *rc::gen::element<std::int64_t>(1, 2, 4, 8);
    const auto parts = downcast(n, c);
    ASSERT_TRUE(parts.ok()) << print(c) << " by " << n;
    for (std::int64_t i = 0; i < size(c)->value; ++i) {
      for (std::int64_t k = 0; k < n; ++k) {
        ASSERT_EQ(crd2idx(i * n + k, *parts)->value, crd2idx(i, c)->value * n + k)
            << print(c) << " by " << n << " at " << i;
      }
    }
  });
}

TEST(ComposedRecast, AVectorIsContiguousInBoth) {
  core::check_law("composed_common_vector_is_contiguous", 10000, [] {
    const ComposedLayout c = any_tile();
    const std::int64_t n = max_common_vector(c, c.inner.layout)->value;
    ASSERT_EQ(max_common_vector(c.inner.layout, c)->value, n);
    for (std::int64_t i = 0; i < size(c)->value; ++i) {
      const std::int64_t first = crd2idx(i - i % n, c)->value;
      ASSERT_EQ(crd2idx(i, c)->value, first + i % n) << print(c) << " at " << i;
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
