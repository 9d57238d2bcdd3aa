// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cute/layout/macros.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/cute/layout/vocabulary.h"

using namespace tileglot::cute;

namespace {

template <class L>
CUTE_HOST_DEVICE constexpr bool has_eight_columns(const L& layout) {
  CUTE_STATIC_ASSERT_V(size<1>(layout) == _8{}, "eight columns");
  return true;
}

TEST(Macros, AnAssertionIsStaticWhereTheTypeTells) {
  CUTE_STATIC_ASSERT(CUTE_STATIC_V(rank(Shape<_2, _3>{})) == 2);
  static_assert(has_eight_columns(Layout<Shape<_4, _8>>{}));
  static_assert(has_eight_columns("(4,8)"_layout));
}

TEST(Macros, ElseTheValueIsAsked) {
  try {
    has_eight_columns("(4,7)"_layout);
    FAIL() << "not refused";
  } catch (const Refused& refused) {
    EXPECT_EQ(refused.error()->code, "cute.assertion");
    EXPECT_EQ(refused.error()->message, "the assertion does not hold: size<1>(layout) == _8{}");
  }
}

}  // namespace
