// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cute/kernel/static_index.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "tileglot/cute/layout/vocabulary.h"

using namespace tileglot::cute;

namespace {

constexpr Layout kTile = "((2,2),2):((4,1),2)"_layout;
static_assert(offset<kTile>(3, 1) == 7);
static_assert(offset<Layout<Shape<_4, Shape<_3, _6>>>{}>(5) == 5);
static_assert(std::is_same_v<decltype(offset<kTile>(3, 1)), int>);
static_assert(std::is_same_v<decltype(offset<kTile>(3, std::int64_t{1})), std::int64_t>);
static_assert(std::is_same_v<decltype(offset<kTile>(3U, 1)), unsigned>);
static_assert(std::is_same_v<decltype(offset<"(2,2):(1,4294967296)"_layout>(1, 1)), std::int64_t>);
static_assert(offset<"(2,2):(1,4294967296)"_layout>(1, 1) == 4294967297);
static_assert(offset<"(4,2):(-1,8)"_layout>(3, 1) == 5);

template <Layout<> L>
void expect_offsets_of_calls() {
  for (int i = 0; i < size(L); ++i) EXPECT_EQ(offset<L>(i), L(i)) << i;
  for (int m = 0; m < size<0>(L); ++m) {
    for (int n = 0; n < size<1>(L); ++n) EXPECT_EQ(offset<L>(m, n), L(m, n)) << m << ' ' << n;
  }
}

TEST(StaticIndex, EveryFormOfCoordinateHasTheOffsetThatACallHas) {
  expect_offsets_of_calls<kTile>();
  expect_offsets_of_calls<"(6,4):(4,1)"_layout>();
  expect_offsets_of_calls<"((2,1,3),(5)):((15,7,-4),(0))"_layout>();
  expect_offsets_of_calls<"(1,1):(3,5)"_layout>();
  for (int i = 0; i < 2; ++i) {
    for (int n = 0; n < 2; ++n) {
      EXPECT_EQ(offset<kTile>(make_coord(i, 1), n), kTile(make_coord(i, 1), n));
      EXPECT_EQ(offset<kTile>(make_coord(i, _1{}), n), kTile(make_coord(i, 1), n));
    }
  }
}

TEST(StaticIndex, ASwizzledLayoutIsTheSwizzleOfTheOffset) {
  constexpr Layout kRows = "(8,8):(8,1)"_layout;
  constexpr ComposedLayout kSwizzled = make_composed_layout(Swizzle<3, 0, 3>{}, 8, kRows);
  constexpr ComposedLayout kDown = composition(Swizzle<2, 1, -3>{}, kRows);
  for (int m = 0; m < 8; ++m) {
    for (int n = 0; n < 8; ++n) {
      EXPECT_EQ(offset<kSwizzled>(m, n), (Swizzle<3, 0, 3>{}(8 + 8 * m + n)));
      EXPECT_EQ(offset<kDown>(m, n), (Swizzle<2, 1, -3>{}(8 * m + n)));
    }
  }
}

}  // namespace
