// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/bench/child.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace tileglot::relayout::bench {
namespace {

using Bytes = std::vector<std::byte>;

TEST(Child, WhatIsSentComesBack) {
  const Child child({"cat"});
  const Bytes sent(1000, std::byte{7});
  Bytes received(1000);
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(child.send(sent));
    ASSERT_TRUE(child.receive(received));
    EXPECT_EQ(received, sent);
  }
}

TEST(Child, AProgramThatEndsIsTold) {
  const Child child({"true"});
  Bytes received(1);
  EXPECT_FALSE(child.receive(received));
}

TEST(Child, AProgramThatIsMissingIsTold) {
  const Child child({"/no/such/program"});
  Bytes bytes(1);
  EXPECT_FALSE(child.receive(bytes));
  EXPECT_FALSE(child.send(Bytes(1 << 20)));
}

}  // namespace
}  // namespace tileglot::relayout::bench
