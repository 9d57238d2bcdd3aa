// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/inverse/left_inverse.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::notation::cute {
namespace {

static_assert(*left_inverse("((_8,(_2,_2))):((_48,(_1,_8)))"_layout) ==
              "(_8,_6,_8):(_8,_16,_1)"_layout);
static_assert(*left_inverse("(_3,_7):(_0,_0)"_layout) == "_21:_0"_layout);
static_assert(*left_inverse("((_2,_2),_1):((_2,_5),_9)"_layout) == "(_2,_4):(_0,_1)"_layout);
static_assert(left_inverse("(_3,_4):(_2,_3)"_layout).refusal.reason == Reason::kNoWayBack);
static_assert(left_inverse("_4:_-1"_layout).refusal == Refusal{Reason::kNegativeStride, 0, -1});

std::string inverse(std::string_view layout) {
  const auto found = left_inverse(*read_layout(layout));
  return found ? print(*found, Marks::kShow) : to_error(found.refusal)->code;
}

TEST(LeftInverse, FromAnOffsetBackToItsElement) {
  EXPECT_EQ(inverse("(_4,_2):(_1,_16)"), "(_16,_2):(_1,_4)");
  EXPECT_EQ(inverse("_4:_2"), "(_2,_4):(_0,_1)");
  EXPECT_EQ(inverse("(3,3):(1,4)"), "(4,3):(_1,3)");
  EXPECT_EQ(inverse("(2,4):(0,2)"), "(2,4):(_0,2)");
}

TEST(LeftInverse, StridesNeedNotDivideOneAnother) {
  EXPECT_EQ(inverse("(_2,_2):(_2,_5)"), "(_2,_4):(_0,_1)");
  EXPECT_EQ(inverse("(2,(2,3)):(7,(16,1))"), "(7,2,2):(4,1,-6)");
  EXPECT_EQ(inverse("(2,3):(8,3)"), "(2,3,3):(5,-3,4)");
  EXPECT_EQ(inverse("(50,50):(60,61)"), "(60,99):(49,1)");
}

TEST(LeftInverse, OffsetsMayRepeat) {
  EXPECT_EQ(inverse("(2,2):(1,1)"), "(2,2):(1,3)");
  EXPECT_EQ(inverse("(3,2):(1,1)"), "(3,2):(1,5)");
}

TEST(LeftInverse, ElementsOfStrideZeroDoNotCount) {
  EXPECT_EQ(inverse("(2,3,100):(8,3,0)"), inverse("(2,3,10):(8,3,0)"));
  EXPECT_EQ(inverse("(100,2,3):(0,8,3)"), "(3,5):(-150,200)");
  EXPECT_EQ(inverse("(3,4,100):(2,3,0)"), "cute.too_large_to_decide");
}

TEST(LeftInverse, WhatCannotBeSplitIsRefused) {
  EXPECT_EQ(inverse("(3,4):(2,3)"), "cute.no_inverse");
  EXPECT_EQ(inverse("(2,40,60):(1,60,2)"), "cute.not_injective");
  EXPECT_EQ(inverse("(2,3,5,7):(3,5,7,11)"), "cute.too_large_to_decide");
  EXPECT_EQ(inverse("(2,2):(1000000000000,1000000000007)"), "cute.too_large_to_decide");
  EXPECT_EQ(inverse("(4,0):(1,4)"), "cute.no_elements");
  EXPECT_EQ(inverse("2:9223372036854775806"), "cute.overflow");
}

core::Error refusal_of(const Layout<>& layout) {
  return layout_error(left_inverse(layout).refusal, layout);
}

TEST(LeftInverse, ARefusalShowsWhatDoesNotComeBack) {
  const core::Error apart = refusal_of("(3,4):(2,3)"_layout);
  EXPECT_EQ(apart->message,
            "no layout takes all offsets of (3,4):(2,3) up to 7 back to their elements");
  EXPECT_EQ(apart->witness,
            "offsets and indices: 0 to 0, 2 to 1, 3 to 3, 4 to 2, 5 to 4, 6 to 6, 7 to 5");
  EXPECT_EQ(refusal_of("((3,2),3):((2,8),3)"_layout)->witness,
            "offsets and indices: 0 to 0, 2 to 1, 3 to 6, 4 to 2, 5 to 7, 6 to 12, 7 to 8");
  EXPECT_EQ(refusal_of("(3,4,2):(2,3,0)"_layout)->witness,
            "offsets and indices: 0 to 0 or 12, 2 to 1 or 13, 3 to 3 or 15, 4 to 2 or 14, "
            "5 to 4 or 16, 6 to 6 or 18, 7 to 5 or 17");
  const core::Error overlapping = refusal_of("(3,2,2):(1,2,2)"_layout);
  EXPECT_EQ(overlapping->witness,
            "offsets and indices: 0 to 0, 1 to 1, 2 to 2 or 3 or 6, 3 to 4 or 7, "
            "4 to 5 or 8 or 9, 5 to 10, 6 to 11");
}

TEST(LeftInverse, AHelpAsksForWhatIsNotThere) {
  EXPECT_TRUE(
      refusal_of("(3,4):(2,3)"_layout)->help.starts_with("let each stride be a multiple of"));
  EXPECT_TRUE(refusal_of("(3,2,2):(1,2,2)"_layout)->help.starts_with("let each mode begin where"));
}

void expect_left_inverse(const Layout<>& layout, bool must_exist) {
  const auto found = left_inverse(layout);
  ASSERT_TRUE(found.ok() || !must_exist) << print(layout);
  if (!found) return;
  const std::vector<std::int64_t> offsets = offsets_of(layout);
  for (const std::int64_t offset : offsets) {
    const std::int64_t index = crd2idx(offset, *found)->value;
    ASSERT_TRUE(index >= 0 && index < size(layout)->value) << print(layout) << print(*found);
    ASSERT_EQ(offsets[std::size_t(index)], offset) << print(layout) << ": " << print(*found);
  }
}

TEST(LeftInverse, TheElementOfAnOffsetHasThatOffset) {
  core::check_law("left_inverse_finds_the_offset", 10000, [] {
    const Layout<> layout = *any_nested_layout();
    expect_left_inverse(layout, !has_zero(layout.shape));
  });
  core::check_law("left_inverse_of_any", 10000, [] { expect_left_inverse(*any_layout(), false); });
}

/// All ways to end digits and to give each a worth from -kMostWorth to kMostWorth.
class AnyInverse {
 public:
  static constexpr std::int64_t kMostWorth = 16;

  explicit AnyInverse(const Layout<>& layout) : offsets_(offsets_of(layout)) {
    last_ = *std::max_element(offsets_.begin(), offsets_.end());
  }
  bool exists() { return has_worth(1); }

 private:
  std::int64_t index_of(std::int64_t offset) const {
    std::int64_t index = 0;
    for (std::size_t k = ends_.size(); k-- > 0; offset %= ends_[k])
      index += offset / ends_[k] * worths_[k];
    return index;
  }
  /// Do the offsets below `end` come back?
  bool is_right_below(std::int64_t end) const {
    return std::all_of(offsets_.begin(), offsets_.end(), [&](std::int64_t offset) {
      const std::int64_t index = offset < end ? index_of(offset) : 0;
      return offset >= end || (index >= 0 && index < std::int64_t(offsets_.size()) &&
                               offsets_[std::size_t(index)] == offset);
    });
  }
  bool has_worth(std::int64_t end) {
    ends_.push_back(end);
    bool found = false;
    for (std::int64_t worth = -kMostWorth; worth <= kMostWorth && !found; ++worth) {
      worths_.push_back(worth);
      found = has_end(end);
      worths_.pop_back();
    }
    ends_.pop_back();
    return found;
  }
  /// Digits of prime extents are all: others are made of them.
  bool has_end(std::int64_t end) {
    if (is_right_below(last_ + 1)) return true;
    for (const std::int64_t prime : {2, 3, 5, 7, 11}) {
      const std::int64_t next = end * prime;
      if (next <= last_ && is_right_below(next) && has_worth(next)) return true;
    }
    return false;
  }

  std::vector<std::int64_t> offsets_;
  std::int64_t last_ = 0;
  std::vector<std::int64_t> ends_;
  std::vector<std::int64_t> worths_;
};

/// Two leaves, or three, whose largest offset is at most 12.
Layout<> any_small_layout() {
  Layout<> layout;
  std::int64_t room = 12;
  for (int i = *rc::gen::inRange(2, 4); i > 0; --i) {
    const auto extent = *rc::gen::inRange<std::int64_t>(2, 4);
    const auto stride = *rc::gen::inRange<std::int64_t>(1, 9);
    if ((extent - 1) * stride > room) continue;
    room -= (extent - 1) * stride;
    push_leaf(layout, {extent, stride});
  }
  end_leaves(layout);
  return layout;
}

TEST(LeftInverse, WhereThereIsALayoutItIsFound) {
  int refused = 0;
  core::check_law("left_inverse_if_there_is_one", 10000, [&refused] {
    const Layout<> layout = any_small_layout();
    const bool exists = AnyInverse(layout).exists();
    refused += exists ? 0 : 1;
    expect_left_inverse(layout, exists);
  });
  EXPECT_GT(refused, core::law_minimum(10));
}

}  // namespace
}  // namespace tileglot::notation::cute
