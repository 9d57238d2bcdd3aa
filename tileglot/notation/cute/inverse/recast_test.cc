// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/inverse/recast.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <set>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

static_assert(*upcast(4, "((_4,_8),_1):((_8,_1),_0)"_layout) == "((_4,_2),_1):((_2,_1),_0)"_layout);
static_assert(*downcast(2, "(_4,_8):(_8,_1)"_layout) == "(_4,_16):(_16,_1)"_layout);
static_assert(*upcast(16, "(_4,_1):(_16,_4)"_layout) == "(_4,_1):(_1,_1)"_layout);
static_assert(*recast_layout(32, 32, "4:5"_layout) == "4:5"_layout);
static_assert(*max_alignment("_2:_2"_layout) == core::static_integer(1));
static_assert(*max_alignment("((_2,_4),_6):((_1,_6),_2)"_layout) == core::static_integer(6));
static_assert(upcast(2, "(4,8):(3,12)"_layout).refusal == Refusal{Reason::kNotAligned, 0, 2});
static_assert(downcast(8, "2:5"_layout).refusal == Refusal{Reason::kNoUnitStride, 8, 0});

TEST(Recast, TheSameBytesAsLargerOrSmallerElements) {
  EXPECT_EQ(print(*upcast(2, "(4,8):(8,1)"_layout)), "(4,4):(4,1)");
  EXPECT_EQ(print(*downcast(2, "(4,8):(8,1)"_layout)), "(4,16):(16,1)");
  EXPECT_EQ(print(*recast_layout(8, 32, "(4,8):(8,1)"_layout)), "(4,2):(2,1)");
  EXPECT_EQ(print(*recast_layout(32, 24, "(4,8):(24,1)"_layout)), "(4,12):(32,1)");
  EXPECT_EQ(print(*upcast(2, "4:-1"_layout)), "2:-1");
}

TEST(Recast, AnAlignmentIsACommonDivisor) {
  EXPECT_EQ(max_alignment("(2,4,6):(1,6,2)"_layout)->value, 6);
  EXPECT_EQ(max_alignment("(4,2):(1,4)"_layout)->value, 8);
  EXPECT_EQ(max_alignment("(2,4):(0,1)"_layout)->value, 4);
  EXPECT_EQ(max_alignment("(8,4):(1,3)"_layout)->value, 1);
}

TEST(Recast, WhatDoesNotDivideIsRefused) {
  EXPECT_EQ(upcast(0, "4:1"_layout).refusal.reason, Reason::kNoFactor);
  EXPECT_EQ(downcast(2, "4:-1"_layout).refusal.reason, Reason::kNoUnitStride);
  EXPECT_EQ(downcast(1000000000000, "(8,2):(1,10000000000)"_layout).refusal.reason,
            Reason::kProductTooLarge);
}

/// Half of the time all the way backwards.
Layout<> either_way(Layout<> layout) {
  const bool is_mirrored = *rc::gen::arbitrary<bool>();
  for (int slot = 0; is_mirrored && slot < layout.stride.slots; ++slot) {
    if (layout.stride.is_empty(slot)) continue;
    const Integer stride = layout.stride.at(slot);
    layout.stride.set(slot, Integer(-stride.value, stride.is_static));
  }
  return layout;
}

/// Does a mode step backwards inside one of n elements? Those are then counted from their ends.
bool counts_from_ends(const Layout<>& layout, std::int64_t n) {
  for (int slot = 0; slot < layout.shape.slots; ++slot) {
    const std::int64_t stride = layout.stride.values[slot];
    if (!layout.shape.is_empty(slot) && layout.shape.values[slot] > 1 && stride < 0 &&
        stride % n != 0)
      return true;
  }
  return false;
}

bool counts_from_beginnings(const Layout<>& layout, std::int64_t n) {
  for (int slot = 0; slot < layout.shape.slots; ++slot) {
    if (!layout.shape.is_empty(slot) && layout.shape.values[slot] > 1 &&
        layout.stride.values[slot] > 0 && layout.stride.values[slot] % n != 0)
      return true;
  }
  return false;
}

/// The image of a layout, in units of n offsets that begin at a multiple of n, or end there.
std::set<std::int64_t> image_in_units(const Layout<>& layout, std::int64_t n, bool ends = false) {
  std::set<std::int64_t> image;
  for (const std::int64_t offset : offsets_of(layout))
    image.insert(ends ? -core::floor_div(-offset, n) : core::floor_div(offset, n));
  return image;
}

TEST(Recast, LargerElementsHoldTheSmaller) {
  core::check_law("upcast_holds_the_elements", 10000, [] {
    const Layout<> layout = either_way(*rc::gen::oneOf(any_nested_layout(), any_layout()));
    const std::int64_t n = *rc::gen::element<std::int64_t>(1, 2, 3, 4, 6, 8);
    const auto larger = upcast(n, layout);
    if (!larger || has_zero(layout.shape)) return;
    ASSERT_EQ(image_in_units(*larger, 1), image_in_units(layout, n, counts_from_ends(layout, n)))
        << print(layout) << " by " << n;
  });
}

TEST(Recast, WhatWouldLoseElementsIsRefused) {
  EXPECT_EQ(upcast(2, "(2,2):(1,1)"_layout).refusal, (Refusal{Reason::kNotAligned, 1, 2}));
  EXPECT_EQ(upcast(6, "(3,2):(2,3)"_layout).refusal, (Refusal{Reason::kNotAligned, 1, 6}));
  EXPECT_EQ(upcast(2, "(2,8):(1,1)"_layout).refusal, (Refusal{Reason::kNotAligned, 1, 2}));
}

TEST(Recast, BackwardsElementsAreCountedFromTheirEnds) {
  EXPECT_EQ(upcast(2, "(2,2):(-1,-1)"_layout).refusal, (Refusal{Reason::kNotAligned, 1, 2}));
  EXPECT_EQ(upcast(4, "(2,2):(-1,1)"_layout).refusal, (Refusal{Reason::kNotAligned, 0, 4}));
  EXPECT_EQ(print(*upcast(4, "(2,2,1):(-1,8,1)"_layout)), "(1,2,1):(-1,2,1)");
  EXPECT_EQ(print(*upcast(2, "(4,2):(1,-2)"_layout)), "(2,2):(1,-1)");
}

TEST(Recast, OnlyWhatDoesNotDivideIsRefused) {
  core::check_law("upcast_refuses_only_misfits", 10000, [] {
    const Layout<> layout = either_way(*any_layout());
    const std::int64_t n = *rc::gen::inRange<std::int64_t>(1, 20);
    bool fits = true;
    std::int64_t inside = 0;  // the largest offset inside one large element
    for (int slot = 0; slot < layout.shape.slots; ++slot) {
      const std::int64_t stride = layout.stride.values[slot];
      const std::int64_t last = layout.shape.values[slot] - 1;
      if (layout.shape.is_empty(slot) || stride == 0 || stride % n == 0) continue;
      fits = fits && n % stride == 0;
      const std::int64_t step = std::abs(stride);
      if (fits && last > 0) inside += std::min(last * step, n - step);
    }
    const bool one_way = !counts_from_ends(layout, n) || !counts_from_beginnings(layout, n);
    ASSERT_EQ(upcast(n, layout).ok(), fits && inside < n && one_way)
        << print(layout) << " by " << n;
  });
}

/// Element n * i + j of the small ones is part j of element i of the large ones.
TEST(Recast, SmallerElementsFillTheLarger) {
  core::check_law("downcast_fills_the_elements", 10000, [] {
    const Layout<> layout = *any_nested_layout();
    const std::int64_t n = *rc::gen::element<std::int64_t>(1, 2, 3, 4);
    const auto smaller = downcast(n, layout);
    bool has_unit = false;
    for (int slot = 0; slot < layout.stride.slots; ++slot)
      has_unit = has_unit || (!layout.stride.is_empty(slot) && layout.stride.values[slot] == 1);
    ASSERT_EQ(smaller.ok(), has_unit) << print(layout);
    if (!smaller) return;
    std::set<std::int64_t> wanted;
    for (const std::int64_t offset : offsets_of(layout)) {
      for (std::int64_t j = 0; j < n; ++j) wanted.insert(n * offset + j);
    }
    ASSERT_EQ(image_in_units(*smaller, 1), wanted) << print(layout) << " by " << n;
    ASSERT_EQ(*upcast(n, *smaller), layout) << print(layout) << " by " << n;
  });
}

TEST(Recast, AnAlignedLayoutIsMadeOfWholePieces) {
  core::check_law("alignment_divides", 10000, [] {
    const Layout<> layout = *rc::gen::oneOf(any_layout(), any_nested_layout());
    const auto alignment = max_alignment(layout);
    ASSERT_EQ(alignment.ok(), !has_zero(layout.shape));
    if (!alignment) return;
    const std::set<std::int64_t> image = image_in_units(layout, 1);
    for (std::int64_t n = 1; n <= alignment->value; ++n) {
      if (alignment->value % n != 0) continue;
      ASSERT_EQ(image.size(), image_in_units(layout, n).size() * std::size_t(n))
          << print(layout) << " by " << n;
    }
  });
}

TEST(Recast, RecastIsUpcastAndDowncast) {
  core::check_law("recast_keeps_the_bits", 10000, [] {
    const Layout<> layout = *any_nested_layout();
    const std::int64_t from = *rc::gen::element<std::int64_t>(8, 16, 32, 64);
    const std::int64_t to = *rc::gen::element<std::int64_t>(8, 16, 32, 64);
    const auto recast = recast_layout(from, to, layout);
    const auto wanted = to >= from ? upcast(to / from, layout) : downcast(from / to, layout);
    ASSERT_EQ(recast.ok(), wanted.ok()) << print(layout);
    ASSERT_EQ(recast.value, wanted.value) << print(layout);
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
