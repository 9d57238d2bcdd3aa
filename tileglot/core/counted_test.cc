// SPDX-License-Identifier: Apache-2.0
#include "tileglot/core/counted.h"

#include <gtest/gtest.h>

namespace tileglot::core {
namespace {

TEST(Counted, WordsAgreeWithTheirNumbers) {
  EXPECT_EQ(counted(1, "element"), "1 element");
  EXPECT_EQ(counted(0, "element"), "0 elements");
  EXPECT_EQ(counted(-1, "row"), "-1 rows");
  EXPECT_EQ(counted(1, "copy"), "1 copy");
  EXPECT_EQ(counted(2, "copy"), "2 copies");
  EXPECT_EQ(counted(2, "way"), "2 ways");
  EXPECT_EQ(counted(3, "pass"), "3 passes");
  EXPECT_EQ(counted(1024, "1,024", "byte"), "1,024 bytes");
  EXPECT_EQ(is_or_are(1), "is");
  EXPECT_EQ(is_or_are(2), "are");
}

}  // namespace
}  // namespace tileglot::core
