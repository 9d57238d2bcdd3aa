// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/composed_inverse.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <variant>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/any_composed_layout.h"
#include "tileglot/notation/cute/any_layout.h"
#include "tileglot/notation/cute/literal.h"
#include "tileglot/notation/cute/print.h"

namespace tileglot::notation::cute {
namespace {

constexpr Layout<> kRows = "(_8,_8):(_8,_1)"_layout;
constexpr ComposedLayout kTile{Swizzle{3, 0, 3}, core::static_integer(0), kRows};
constexpr ComposedLayout kMoved{Swizzle{3, 0, 3}, Integer(16), kRows};
constexpr ComposedLayout kLeaves{Swizzle{1, 0, -2}, core::static_integer(0),
                                 "(_4,_4):(_1,_8)"_layout};
constexpr ComposedLayout kOutside{Swizzle{1, 0, -3}, core::static_integer(0),
                                  "(_2,_4):(_1,_2)"_layout};
constexpr ComposedLayout kPlain{"8:2"_layout, core::static_integer(0), "(2,4):(4,1)"_layout};

static_assert(std::get<ComposedLayout>(*right_inverse(kTile)) ==
              ComposedLayout{Swizzle{3, 0, -3}, core::static_integer(0), kRows});
static_assert(std::get<ComposedLayout>(*left_inverse(kTile)) ==
              ComposedLayout{Swizzle{3, 0, -3}, core::static_integer(0), kRows});
static_assert(std::get<ComposedLayout>(*right_inverse(kMoved)).inner == Stage(Swizzle{3, 0, 3}));
static_assert(std::get<ComposedLayout>(*left_inverse(kMoved)).offset == Integer(-16));
static_assert(right_inverse(kLeaves).refusal == Refusal{Reason::kNotAnInverse, 1, 13});
static_assert(right_inverse(kOutside).refusal == Refusal{Reason::kBeyondLayout, 9, 8});
static_assert(std::holds_alternative<ComposedLayout>(*left_inverse(kPlain)));
TEST(ComposedInverse, AnInverseOfASwizzledTile) {
  EXPECT_EQ(print(std::get<ComposedLayout>(*right_inverse(kTile))), "Sw<3,0,-3> o 0 o (8,8):(8,1)");
  EXPECT_EQ(print(std::get<ComposedLayout>(*right_inverse(kMoved))),
            "(8,8):(8,1) o -16 o Sw<3,0,3>");
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
  EXPECT_GT(found, 100);
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
  EXPECT_GT(found, 100);
}

TEST(ComposedInverse, BehindAnOffsetTheInverseIsUndoneStepByStep) {
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

}  // namespace
}  // namespace tileglot::notation::cute
