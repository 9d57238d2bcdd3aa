// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/warp/thread_program.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace tileglot::relayout::warp {
namespace {

TEST(ThreadProgram, RegistersAreNumberedAsTheyAreMade) {
  ThreadProgram p(4);
  EXPECT_EQ(p.select(0, 1, 2), 4);
  EXPECT_EQ(p.pack({{0, 0}, {4, 0}}), 5);
  EXPECT_EQ(p.load({}, 2, 2), (std::vector<Part>{{6, 0}, {6, 1}, {7, 0}, {7, 1}}));
  EXPECT_EQ(p.shuffle(7, {1}, 1), 8);
  EXPECT_EQ(std::move(p).take().size(), 4U);
}

}  // namespace
}  // namespace tileglot::relayout::warp
