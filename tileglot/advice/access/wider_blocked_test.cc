// SPDX-License-Identifier: Apache-2.0
#include "tileglot/advice/access/wider_blocked.h"

#include <gtest/gtest.h>

namespace tileglot::advice {
namespace {

TEST(WiderBlocked, ThreadsMoveToTheNextDimension) {
  const auto wider = wider_blocked(
      "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order "
      "= "
      "[1, 0]}>",
      2);
  ASSERT_TRUE(wider.has_value());
  EXPECT_EQ(wider->parameters, "sizePerThread = [1, 8], threadsPerWarp = [8, 4]");
  EXPECT_EQ(wider->text,
            "#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], "
            "order = [1, 0]}>");
}

TEST(WiderBlocked, WhatIsNotBlockedOrHasNoThreadsLeftStays) {
  EXPECT_FALSE(wider_blocked("(4,2):(2,1)", 2).has_value());
  EXPECT_FALSE(wider_blocked("#ttg.blocked<{sizePerThread = [1]}>", 2).has_value());
  EXPECT_FALSE(
      wider_blocked("#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = "
                    "[4], order = [0]}>",
                    2)
          .has_value());
  EXPECT_FALSE(wider_blocked("#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], "
                             "warpsPerCTA = [4, 1], order = [1, 0]}>",
                             2)
                   .has_value());
}

}  // namespace
}  // namespace tileglot::advice
