// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/left_inverse.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/any_layout.h"
#include "tileglot/notation/cute/coordinate.h"
#include "tileglot/notation/cute/literal.h"
#include "tileglot/notation/cute/print.h"
#include "tileglot/notation/cute/refusal.h"

namespace tileglot::notation::cute {
namespace {

static_assert(*left_inverse("((_8,(_2,_2))):((_48,(_1,_8)))"_layout) ==
              "(_8,_6,_8):(_8,_16,_1)"_layout);
static_assert(*left_inverse("(_3,_7):(_0,_0)"_layout) == "_21:_0"_layout);
static_assert(left_inverse("_4:_-1"_layout).refusal == Refusal{Reason::kNegativeStride, 0, -1});

std::string inverse(std::string_view layout) {
  const auto found = left_inverse(*read_layout(layout));
  return found ? print(*found, Marks::kShow) : to_error(found.refusal).code;
}

TEST(LeftInverse, FromAnOffsetBackToItsElement) {
  EXPECT_EQ(inverse("(_4,_2):(_1,_16)"), "(_16,_2):(_1,_4)");
  EXPECT_EQ(inverse("_4:_2"), "(_2,_4):(_0,_1)");
  EXPECT_EQ(inverse("(3,3):(1,4)"), "(4,3):(_1,3)");
  EXPECT_EQ(inverse("(2,4):(0,2)"), "(2,4):(_0,2)");
}

TEST(LeftInverse, WhatCannotBeSplitIsRefused) {
  EXPECT_EQ(inverse("(2,4,6):(1,6,2)"), "cute.not_injective");
  EXPECT_EQ(inverse("(2,2):(2,5)"), "cute.no_inverse");
  EXPECT_EQ(inverse("(4,0):(1,4)"), "cute.no_elements");
  EXPECT_EQ(inverse("2:9223372036854775806"), "cute.overflow");
  const Layout<> apart = "(2,2):(2,5)"_layout;
  EXPECT_EQ(layout_error(left_inverse(apart).refusal, apart).message,
            "the stride of 2:5 is no multiple of 2, the stride of 2:2 in (2,2):(2,5)");
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

}  // namespace
}  // namespace tileglot::notation::cute
