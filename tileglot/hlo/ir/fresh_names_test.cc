// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/fresh_names.h"

#include <gtest/gtest.h>

namespace tileglot::hlo {
namespace {

TEST(FreshNames, ATakenNameGetsTheNextNumber) {
  FreshNames names;
  EXPECT_EQ(names.take("add"), "add");
  EXPECT_EQ(names.take("add"), "add.1");
  EXPECT_EQ(names.take("add.1"), "add.2");
  EXPECT_EQ(names.take("add.7"), "add.7");
  EXPECT_EQ(names.take("a.b"), "a.b");
  EXPECT_EQ(names.take("a.b"), "a.b.1");
  EXPECT_EQ(names.take("x.0"), "x.0");
  EXPECT_EQ(names.take("x"), "x.1");
}

}  // namespace
}  // namespace tileglot::hlo
