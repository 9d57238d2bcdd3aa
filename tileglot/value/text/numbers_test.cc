// SPDX-License-Identifier: Apache-2.0
#include "tileglot/value/text/numbers.h"

#include <gtest/gtest.h>

namespace tileglot::value {
namespace {

TEST(BytesText, NumbersAreGroupedAndRatiosShort) {
  EXPECT_EQ(grouped(1073741824), "1,073,741,824");
  EXPECT_EQ(grouped(100), "100");
  EXPECT_EQ(grouped(-1000), "-1,000");
  EXPECT_EQ(ratio_text(10, 4), "2.5x");
  EXPECT_EQ(ratio_text(10, 5), "2x");
  EXPECT_EQ(ratio_text(1, 3), "0.33x");
}

}  // namespace
}  // namespace tileglot::value
