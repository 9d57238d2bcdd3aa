// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/algebra/complement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::notation::cute {
namespace {

using Offsets = std::vector<std::int64_t>;

std::string complement_text(std::string_view layout, std::int64_t target) {
  const auto found = complement(*read_layout(layout), core::static_integer(target));
  return found ? print(*found, Marks::kShow) : to_error(found.refusal)->code;
}

static_assert(*complement("((_2,_2),(_2,_2)):((_1,_32),(_8,_4))"_layout) ==
              "(_2,_2):(_2,_16)"_layout);
static_assert(*complement("_4:_0"_layout, *tuple_of(4, 6)) == "24:_1"_layout);
static_assert(*complement("_1:_7"_layout) == "_1:_0"_layout);
static_assert(complement("(_3,_2):(_2,_3)"_layout).refusal == Refusal{Reason::kNotNested, 0, 1});
static_assert(complement("(4,4):(2,1)"_layout).refusal == Refusal{Reason::kNotInjective, 1, 0});

TEST(Complement, TheGapsAndTheRestOfTheTarget) {
  EXPECT_EQ(complement_text("(_2,_2):(_1,_6)", 24), "(_3,_2):(_2,_12)");
  EXPECT_EQ(complement_text("_4:_2", 24), "(_2,_3):(_1,_8)");
  EXPECT_EQ(complement_text("(_4,_6):(_1,_4)", 24), "_1:_0");
  EXPECT_EQ(complement_text("_4:_1", 19), "_5:_4");
  EXPECT_EQ(complement_text("(4,_2):(_1,_4)", 24), "_3:_8");
}

TEST(Complement, ATargetOfManyModesIsItsSize) {
  EXPECT_EQ(*complement("_2:_1"_layout, *tuple_of(3, 4)), "6:_2"_layout);
  EXPECT_EQ(*complement("_4:_1"_layout, IntTuple{}), "_1:_0"_layout);
}

TEST(Complement, ValuesDecideWhateverTheMarks) {
  EXPECT_EQ(complement_text("(2,4):(1,6)", 24), "3:2");
  EXPECT_EQ(complement_text("(4,1):(0,-5)", 24), "_24:_1");
}

TEST(Complement, HolesAreLeftWhereCopiesOnlyMustNotMeet) {
  const auto room = [](const Layout<>& tile, std::int64_t target) {
    return print(*complement(tile, IntTuple(target), Holes::kLeaveUncounted));
  };
  EXPECT_EQ(room("(8,8):(9,1)"_layout, 256), "4:72");
  EXPECT_EQ(room("(2,2):(2,7)"_layout, 12), "(2,2):(1,14)");
  EXPECT_EQ(room("4:2"_layout, 24), "(2,3):(1,8)");
  EXPECT_EQ(complement("(3,2):(2,3)"_layout, IntTuple(24), Holes::kLeaveUncounted).refusal.reason,
            Reason::kNotNested);
}

TEST(Complement, HolesStayWhereNothingFits) {
  EXPECT_EQ(complement_text("(4,8):(1,5)", 1), "1:0");
  EXPECT_EQ(complement_text("(_4,_6):(_1,_6)", 24), "_1:_0");
  EXPECT_EQ(complement_text("(_3,_2):(_1,_4)", 24), "_3:_8");
  EXPECT_EQ(complement_text("(2,2):(1,5)", 20), "(2,2):(2,10)");
  EXPECT_EQ(*complement("(4,8):(1,5)"_layout), "1:0"_layout);
  EXPECT_EQ(complement_text("(_2,_2):(_3,1)", 24), "cute.no_complement");
}

TEST(Complement, HolesAreRefusedForATargetOfSeveralModes) {
  const Layout<> padded = "(_4,_6):(_1,_6)"_layout;
  EXPECT_EQ(*complement(padded, IntTuple(512)), "15:_36"_layout);
  const auto refused = complement(padded, *tuple_of(32, 4, 4)).refusal;
  EXPECT_EQ(refused.reason, Reason::kNotNested);
  EXPECT_EQ(layout_error(refused, padded)->witness, "6 = 1 * 4 + 2");
  EXPECT_EQ(*complement("_4:_2"_layout, *tuple_of(4, 6)), "(_2,3):(_1,_8)"_layout);
}

TEST(Complement, WhatHasNoComplementIsRefused) {
  EXPECT_EQ(complement_text("(3,2):(2,3)", 24), "cute.no_complement");
  EXPECT_EQ(complement_text("(2,3):(3,4)", 24), "cute.no_complement");
  EXPECT_EQ(complement_text("(2,2):(1,1)", 24), "cute.not_injective");
  EXPECT_EQ(complement_text("4:-1", 24), "cute.negative_stride");
  EXPECT_EQ(complement_text("(4,0):(1,4)", 24), "cute.no_elements");
  EXPECT_EQ(complement_text("4:1", 0), "cute.no_elements");
  EXPECT_EQ(complement_text("2:4611686018427387904", 1), "cute.overflow");
  // The last period of 115 that the target needs begins at 9223372036854775805; 22 more are too far.
  EXPECT_EQ(complement_text("5:23", 9223372036854775807), "cute.overflow");
}

TEST(Complement, TheRefusalNamesTheModesAndAWitness) {
  const Layout<> gap = "(3,2):(1,4)"_layout;
  const Refusal refused = complement(gap, IntTuple(24), Holes::kRefuse).refusal;
  const core::Error nested = layout_error(refused, gap);
  EXPECT_EQ(nested->message,
            "the stride of 2:4 is not a multiple of 3, where 3:1 of (3,2):(1,4) ends");
  EXPECT_EQ(nested->witness, "4 = 1 * 3 + 1");
  EXPECT_EQ(to_error(refused)->message,
            "the stride at integer 1 is not a multiple of where the mode at integer 0 ends");
  const Layout<> twice = "(4,4):(1,2)"_layout;
  const core::Error meet = layout_error(complement(twice).refusal, twice);
  EXPECT_EQ(meet->message, "the modes 4:1 and 4:2 of (4,4):(1,2) reach one offset twice");
  EXPECT_EQ(meet->witness, "offset 2 is 2 * 1 and 1 * 2");
}

/// The offsets that leaves of stride 0 do not repeat, in ascending order.
std::optional<Offsets> image_of(const Layout<>& layout) {
  Offsets image;
  std::int64_t repeats = 1;
  for (int slot = 0; slot < layout.shape.slots; ++slot) {
    if (!layout.shape.is_empty(slot) && layout.stride.values[slot] == 0)
      repeats *= layout.shape.values[slot];
  }
  for (std::int64_t i = 0; i < size(layout)->value; ++i) image.push_back(crd2idx(i, layout)->value);
  const std::size_t all = image.size();
  std::sort(image.begin(), image.end());
  image.erase(std::unique(image.begin(), image.end()), image.end());
  if (image.size() * std::size_t(repeats) != all) return std::nullopt;
  return image;
}

/// Where the last mode by stride ends.
std::int64_t period_of(const Layout<>& layout) {
  std::int64_t period = 1;
  for (int slot = 0; slot < layout.shape.slots; ++slot) {
    if (layout.shape.is_empty(slot) || layout.shape.values[slot] == 1) continue;
    period = std::max(period, layout.shape.values[slot] * layout.stride.values[slot]);
  }
  return period;
}

/// The definition: from 0 upwards, each offset that no copy has reached begins another copy.
std::optional<Offsets> complement_by_search(const Layout<>& layout, std::int64_t target) {
  const auto image = image_of(layout);
  if (!image || image->front() < 0) return std::nullopt;
  const std::int64_t period = period_of(layout);
  const std::int64_t end = (std::max(target, image->back() + 1) + period - 1) / period * period;
  std::vector<bool> covered(std::size_t(end), false);
  Offsets starts;
  for (std::int64_t start = 0; start < end; ++start) {
    if (covered[std::size_t(start)]) continue;
    for (const std::int64_t offset : *image) {
      if (start + offset >= end || covered[std::size_t(start + offset)]) return std::nullopt;
      covered[std::size_t(start + offset)] = true;
    }
    starts.push_back(start);
  }
  return starts;
}

/// Does a leaf of more than one element go backwards? Then there is no answer by rule.
bool goes_backwards(const Layout<>& layout) {
  return needs_positive(layout).reason == Reason::kNegativeStride;
}

/// Copies that leave no hole: found by search, or refused.
void expect_complement(const Layout<>& layout, std::int64_t target) {
  const auto found = complement(layout, target, Holes::kRefuse);
  const auto wanted = complement_by_search(layout, target);
  ASSERT_EQ(found.ok(), wanted.has_value() && !goes_backwards(layout))
      << print(layout) << ", " << target;
  if (!found) return;
  ASSERT_EQ(*found, *complement(layout, target)) << print(layout) << ", " << target;
  Offsets offsets;
  for (std::int64_t j = 0; j < size(*found)->value; ++j)
    offsets.push_back(crd2idx(j, *found)->value);
  ASSERT_EQ(offsets, *wanted) << print(layout) << ", " << target << ": " << print(*found);
  ASSERT_EQ(coalesce(*found), *found) << print(layout);
}

/// The layout with one mark for all strides: holes are left only then.
Layout<> with_one_mark(Layout<> layout, bool is_static) {
  for (int slot = 0; slot < layout.stride.slots; ++slot) {
    if (!layout.stride.is_empty(slot))
      layout.stride.set(slot, Integer(layout.stride.values[slot], is_static));
  }
  return layout;
}

/// Does each mode, by stride, begin where the one before ends, or beyond?
bool modes_follow_one_another(const Layout<>& layout) {
  std::vector<std::pair<std::int64_t, std::int64_t>> modes;  // stride and end
  for (int slot = 0; slot < layout.shape.slots; ++slot) {
    const std::int64_t extent = layout.shape.values[slot];
    const std::int64_t stride = layout.stride.values[slot];
    if (!layout.shape.is_empty(slot) && extent > 1 && stride != 0)
      modes.emplace_back(stride, extent * stride);
  }
  std::sort(modes.begin(), modes.end());
  for (std::size_t i = 1; i < modes.size(); ++i) {
    if (modes[i].first < modes[i - 1].second) return false;
  }
  return true;
}

/// CuTe's conditions, on all offsets: ascending, disjoint, and bounded by whole periods that cover
/// the target.
void expect_ordered_disjoint_bounded(const Layout<>& layout, std::int64_t target) {
  const auto found = complement(layout, target);
  ASSERT_EQ(found.ok(), modes_follow_one_another(layout) && !goes_backwards(layout))
      << print(layout) << ", " << target;
  const auto image = image_of(layout);
  if (!found || !image) return;
  const std::int64_t period = period_of(layout);
  const std::int64_t end = (std::max(target, image->back() + 1) + period - 1) / period * period;
  std::vector<bool> reached(std::size_t(end), false);
  std::int64_t last = -1;
  for (std::int64_t j = 0; j < size(*found)->value; ++j) {
    const std::int64_t start = crd2idx(j, *found)->value;
    ASSERT_LT(last, start) << print(layout) << ", " << target << ": " << print(*found);
    last = start;
    for (const std::int64_t offset : *image) {
      ASSERT_LT(start + offset, end) << print(layout) << ", " << target << ": " << print(*found);
      ASSERT_FALSE(reached[std::size_t(start + offset)]) << print(layout) << ", " << target;
      reached[std::size_t(start + offset)] = true;
    }
  }
  ASSERT_GE(last + image->back() + period, target) << print(layout) << ": " << print(*found);
}

TEST(Complement, CopiesAreOrderedDisjointAndBounded) {
  core::check_law("complement_meets_cutes_conditions", 10000, [] {
    const Layout<> layout = with_one_mark(*any_layout(), *rc::gen::arbitrary<bool>());
    if (has_zero(layout.shape)) return;
    expect_ordered_disjoint_bounded(layout, *rc::gen::inRange<std::int64_t>(1, 600));
  });
}

TEST(Complement, CopiesCoverEveryOffsetOnce) {
  core::check_law("complement_covers_once", 10000, [] {
    const Layout<> layout = *any_nested_layout();
    if (has_zero(layout.shape)) return;
    expect_complement(layout, *rc::gen::inRange<std::int64_t>(1, 600));
  });
}

TEST(Complement, OnlyWhatNothingCoversIsRefused) {
  core::check_law("complement_refuses_only_gaps", 10000, [] {
    const Layout<> layout = *any_layout();
    if (has_zero(layout.shape)) return;
    expect_complement(layout, *rc::gen::inRange<std::int64_t>(1, 600));
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
