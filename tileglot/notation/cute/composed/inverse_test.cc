// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/composed/inverse.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/composed/any_layout.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::notation::cute {
namespace {

constexpr Layout<> kRows = "(_8,_8):(_8,_1)"_layout;
constexpr ComposedLayout kTile{Swizzle{3, 0, 3}, core::static_integer(0), kRows};
constexpr ComposedLayout kMoved{Swizzle{3, 0, 3}, Integer(16), kRows};
constexpr ComposedLayout kLeaves{Swizzle{1, 0, -2}, core::static_integer(0),
                                 "(_4,_4):(_1,_8)"_layout};
constexpr ComposedLayout kBefore{"8:1"_layout, core::static_integer(3), "(2,4):(4,1)"_layout};
constexpr ComposedLayout kPlain{"8:2"_layout, core::static_integer(0), "(2,4):(4,1)"_layout};

static_assert(std::get<ComposedLayout>(*right_inverse(kTile)) ==
              ComposedLayout{Swizzle{3, 0, -3}, core::static_integer(0), kRows});
static_assert(std::get<ComposedLayout>(*left_inverse(kTile)) ==
              ComposedLayout{Swizzle{3, 0, -3}, core::static_integer(0), kRows});
static_assert(std::get<ComposedLayout>(*right_inverse(kMoved)).inner == Stage(Swizzle{3, 0, 3}));
static_assert(std::get<ComposedLayout>(*left_inverse(kMoved)).offset == Integer(-16));
static_assert(std::get<Layout<>>(*right_inverse(kLeaves)) == "_1:_0"_layout);
static_assert(right_inverse(kBefore).refusal.reason == Reason::kBeyondLayout);
static_assert(std::holds_alternative<ComposedLayout>(*left_inverse(kPlain)));
TEST(ComposedInverse, AnInverseOfASwizzledTile) {
  EXPECT_EQ(print(std::get<ComposedLayout>(*right_inverse(kTile))), "Sw<3,0,-3> o 0 o (8,8):(8,1)");
  EXPECT_EQ(print(std::get<ComposedLayout>(*right_inverse(kMoved))),
            "(8,8):(8,1) o -16 o Sw<3,0,3>");
}

std::string right_inverse_of(const Swizzle& s, const Layout<>& inner) {
  const auto inverse =
      right_inverse(ComposedLayout{Stage(s), core::static_integer(0), Stage(inner)});
  return std::visit([](const auto& l) { return print(l); }, *inverse);
}

TEST(ComposedInverse, ARightInverseEndsBeforeWhatIsNowhere) {
  EXPECT_EQ(right_inverse_of({1, 2, -2}, "_8:_1"_layout), "4:1");
  EXPECT_EQ(right_inverse_of({2, 1, -2}, "_8:_1"_layout), "2:1");
  EXPECT_EQ(right_inverse_of({1, 0, -3}, "(_2,_4):(_1,_2)"_layout), "1:0");
  EXPECT_EQ(print(std::get<ComposedLayout>(*right_inverse(
                ComposedLayout{"8:1"_layout, core::static_integer(0), "4:1"_layout}))),
            "4:1 o 0 o 4:1");
}

TEST(ComposedInverse, ASwizzleThatReadsNoBitOfAnyOffsetDoesNothing) {
  const ComposedLayout c{Swizzle{2, 0, -3}, core::static_integer(0), "8:16"_layout};
  EXPECT_EQ(print(std::get<Layout<>>(*left_inverse(c))), "(16,8):(0,1)");
  EXPECT_EQ(print(std::get<Layout<>>(*right_inverse(c))), "1:0");
  EXPECT_FALSE(does_nothing({2, 0, -3}, "8:2"_layout));
  EXPECT_FALSE(does_nothing({1, 2, 1}, "9:1"_layout));
  EXPECT_TRUE(does_nothing({1, 2, 1}, "8:1"_layout));
}

TEST(ComposedInverse, ARefusalSpeaksOfNoSwizzleThatIsNotThere) {
  const core::Error error = to_error(right_inverse(kBefore).refusal);
  EXPECT_EQ(error->code, "cute.no_inverse");
  EXPECT_EQ(error->help.find("swizzle"), std::string::npos);
}

std::int64_t at(const CuteLayout& layout, std::int64_t index) {
  return offset_of_index(layout, index)->value;
}

TEST(ComposedInverse, ARightInverseFindsEveryOffsetThatItHas) {
  int found = 0;
  core::check_law("composed_right_inverse", 10000, [&found] {
    ComposedLayout c = *any_composed_layout();
    c.offset = core::static_integer(0);
    const auto r = right_inverse(c);
    if (!r || c.inner.is_swizzle) return;
    const auto elements = std::visit([](const auto& l) { return size(l); }, *r);
    found += elements->value > 1 ? 1 : 0;
    for (std::int64_t i = 0; i < elements->value; ++i) {
      ASSERT_LT(at(*r, i), size(c)->value) << print(c);
      ASSERT_EQ(crd2idx(at(*r, i), c)->value, i) << print(c);
    }
  });
  EXPECT_GT(found, core::law_minimum(100));
}

TEST(ComposedInverse, ARightInverseIsCutOnlyWhereTheNextIndexIsWrong) {
  int cut = 0;
  core::check_law("composed_right_inverse_is_long", 10000, [&cut] {
    const ComposedLayout c{*any_swizzle(), core::static_integer(0), *any_bit_permutation()};
    const auto r = right_inverse(c);
    if (!r) return;
    const auto elements = std::visit([](const auto& l) { return size(l); }, *r);
    std::int64_t counted = 0;  // the offsets 0, 1, 2, .. that c has
    std::vector<std::int64_t> offsets;
    for (std::int64_t i = 0; i < size(c)->value; ++i) offsets.push_back(crd2idx(i, c)->value);
    while (std::find(offsets.begin(), offsets.end(), counted) != offsets.end()) ++counted;
    cut += counted < size(c)->value ? 1 : 0;
    ASSERT_EQ(elements->value, counted) << print(c);
  });
  EXPECT_GT(cut, core::law_minimum(10));
}

TEST(ComposedInverse, ALeftInverseComesBackToTheSameOffset) {
  int found = 0;
  core::check_law("composed_left_inverse", 10000, [&found] {
    ComposedLayout c = *any_composed_layout();
    c.offset = core::static_integer(0);
    const auto r = left_inverse(c);
    if (!r) return;
    found += size(c)->value > 1 ? 1 : 0;
    for (std::int64_t i = 0; i < size(c)->value; ++i) {
      const std::int64_t offset = crd2idx(i, c)->value;
      ASSERT_LT(at(*r, offset), size(c)->value) << print(c);
      ASSERT_EQ(crd2idx(at(*r, offset), c)->value, offset) << print(c) << " at " << i;
    }
  });
  EXPECT_GT(found, core::law_minimum(100));
}

TEST(ComposedInverse, AfterAnOffsetTheInverseIsUndoneStepByStep) {
  core::check_law("composed_inverse_with_offset", 10000, [] {
    const Layout<> inner = *any_bit_permutation();
    const ComposedLayout c{*any_swizzle(), Integer(*rc::gen::inRange(1, 99)), inner};
    const auto right = right_inverse(c);
    const auto left = left_inverse(c);
    ASSERT_TRUE(right.ok() && left.ok()) << print(c);
    for (std::int64_t i = 0; i < size(c)->value; ++i) {
      const std::int64_t offset = crd2idx(i, c)->value;
      ASSERT_EQ(crd2idx(at(*right, offset), c)->value, offset) << print(c) << " at " << i;
      ASSERT_EQ(at(*left, offset), i) << print(c);
    }
  });
}

TEST(ComposedInverse, AfterAnOffsetTheOffsetsOfTheLayoutComeBack) {
  int found = 0;
  core::check_law("composed_inverse_of_any_with_offset", 10000, [&found] {
    const Swizzle s = *any_swizzle();
    const ComposedLayout c{s, Integer(*rc::gen::inRange(1, 99)), *any_layout()};
    const Layout<>& inner = c.inner.layout;
    if (const auto right = right_inverse(c)) {
      const std::int64_t counted = size(*right_inverse(inner))->value;
      found += counted > 1 ? 1 : 0;
      for (std::int64_t i = 0; i < counted; ++i) {
        const std::int64_t offset = apply(s, c.offset.value + i);
        const std::int64_t index = at(*right, offset);
        ASSERT_TRUE(index >= 0 && index < size(c)->value) << print(c);
        ASSERT_EQ(crd2idx(index, c)->value, offset) << print(c);
      }
    }
    const auto left = left_inverse(c);
    for (std::int64_t i = 0; left && i < size(c)->value; ++i) {
      const std::int64_t index = at(*left, crd2idx(i, c)->value);
      ASSERT_TRUE(index >= 0 && index < size(c)->value) << print(c);
      ASSERT_EQ(crd2idx(index, c)->value, crd2idx(i, c)->value) << print(c);
    }
  });
  EXPECT_GT(found, core::law_minimum(100));
}

}  // namespace
}  // namespace tileglot::notation::cute
