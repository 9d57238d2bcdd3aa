// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/warp/register_choice.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace tileglot::relayout::warp {
namespace {

TEST(RegisterChoice, WhatRepeatsIsCopied) {
  const RegisterChoice choice(std::vector<std::uint64_t>{1, 0, 2});
  EXPECT_EQ(choice.kept(), (std::vector<int>{0, 2}));
  EXPECT_EQ(choice.count(), 4);
  EXPECT_EQ(choice.number(3), 5);
  EXPECT_EQ(choice.kept_number(7), 3);
}

TEST(RegisterChoice, ARegisterMayHoldTheSumOfOthers) {
  const RegisterChoice choice(std::vector<std::uint64_t>{1, 2, 3});
  EXPECT_EQ(choice.count(), 4);
  EXPECT_EQ(choice.kept_number(4), 3);
  EXPECT_EQ(choice.kept_number(5), 2);
}

}  // namespace
}  // namespace tileglot::relayout::warp
