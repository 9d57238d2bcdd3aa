// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/text_pool.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

namespace tileglot::hlo {
namespace {

TEST(TextPool, ACopyOutlivesItsOriginal) {
  std::optional<TextPool> first(std::in_place);
  const std::string_view a = first->keep("a");
  TextPool second = *first;
  const std::string_view b = second.keep("b");
  const std::string_view c = first->keep("c");
  EXPECT_EQ(c, "c");
  first.reset();
  EXPECT_EQ(a, "a");
  EXPECT_EQ(b, "b");
}

TEST(TextPool, LongTextsHaveTheirOwnBlock) {
  TextPool pool;
  const std::string_view small = pool.keep("small");
  const std::string_view large = pool.keep(std::string(1 << 20, 'x'));
  EXPECT_EQ(small, "small");
  EXPECT_EQ(large.size(), 1U << 20);
  EXPECT_EQ(pool.adopt("whole"), "whole");
  EXPECT_EQ(pool.keep(""), "");
}

}  // namespace
}  // namespace tileglot::hlo
