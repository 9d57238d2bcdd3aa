// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/warp/shared_memory.h"

#include <gtest/gtest.h>

#include "tileglot/relayout/warp/wavefronts.h"

namespace tileglot::relayout::warp {
namespace {

constexpr Thread kWarp0{0, 0, 0};
constexpr Thread kLane1{1, 0, 0};
constexpr Thread kWarp1{0, 1, 0};
constexpr Thread kBlock1{0, 0, 1};

TEST(SharedMemory, ABarrierOfAWarpIsNoneForAnother) {
  SharedMemory memory(2, 4);
  ASSERT_TRUE(memory.write(kWarp0, {3, 0}, 7));
  EXPECT_EQ(memory.read(kWarp0, {3, 0}).value(), 7U);
  EXPECT_EQ(memory.read(kLane1, {3, 0}).error()->code, "warp.race");
  memory.barrier(Scope::kWarp);
  EXPECT_EQ(memory.read(kLane1, {3, 0}).value(), 7U);
  EXPECT_EQ(memory.read(kWarp1, {3, 0}).error()->code, "warp.race");
  memory.barrier(Scope::kBlock);
  EXPECT_EQ(memory.read(kWarp1, {3, 0}).value(), 7U);
  EXPECT_EQ(memory.read(kBlock1, {3, 0}).error()->code, "warp.race");
  memory.barrier(Scope::kCluster);
  EXPECT_EQ(memory.read(kBlock1, {3, 0}).value(), 7U);
}

TEST(SharedMemory, WhatIsReadMayNotBeWrittenYet) {
  SharedMemory memory(1, 2);
  ASSERT_TRUE(memory.write(kWarp0, {0, 0}, 7));
  EXPECT_TRUE(memory.write(kWarp1, {0, 0}, 7));  // the same
  EXPECT_EQ(memory.write(kWarp0, {0, 0}, 8).error()->code, "warp.race");
  memory.barrier(Scope::kBlock);
  ASSERT_TRUE(memory.read(kWarp1, {0, 0}));
  EXPECT_EQ(memory.write(kWarp0, {0, 0}, 7).error()->code, "warp.race");
  memory.barrier(Scope::kBlock);
  EXPECT_TRUE(memory.write(kWarp0, {0, 0}, 8));
}

TEST(SharedMemory, WhatNothingWasWrittenToIsNotRead) {
  SharedMemory memory(1, 2);
  EXPECT_EQ(memory.read(kWarp0, {1, 0}).error()->code, "warp.unwritten");
  EXPECT_EQ(memory.read(kWarp0, {2, 0}).error()->code, "warp.unwritten");
  EXPECT_EQ(memory.write(kWarp0, {0, 1}, 1).error()->code, "warp.unwritten");
}

TEST(Wavefronts, TheBusiestBankCounts) {
  Wavefronts column(32);
  Wavefronts one_word(16);
  for (std::size_t lane = 0; lane < 32; ++lane) {
    column.touch(Wavefronts::phase(lane, 1, 32), lane * 32);
    one_word.touch(Wavefronts::phase(lane, 1, 16), lane % 2);
  }
  EXPECT_EQ(column.count(), 32);
  EXPECT_EQ(one_word.count(), 1);
  EXPECT_EQ(Wavefronts::phase(9, 4, 32), 1U);
}

}  // namespace
}  // namespace tileglot::relayout::warp
