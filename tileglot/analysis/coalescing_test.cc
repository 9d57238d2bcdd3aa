// SPDX-License-Identifier: Apache-2.0
#include "tileglot/analysis/coalescing.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "tileglot/analysis/lane_access.h"
#include "tileglot/core/law.h"
#include "tileglot/map/example_maps.h"

namespace tileglot::analysis {
namespace {

TEST(Coalescing, AWarpThatReadsWholeRowsMovesWhatItWants) {
  // 4 registers, 8 lanes along a row of 32 and 4 down, 4 warps down.
  const map::IndexMap f = map::strided({4, 8, 4, 4}, {1, 4, 32, 128});
  const LaneAccess access = *lane_access(f, {.most_elements = 8});
  const Coalescing result = coalescing(access, 16);
  EXPECT_EQ(result.worst.sectors, 8);
  EXPECT_EQ(result.worst.lines, 2);
  EXPECT_EQ(result.worst.wanted_bytes, 256);
  EXPECT_EQ(result.worst.efficiency(), 1.0);
  EXPECT_EQ(result.all.sectors, 32);
}

TEST(Coalescing, AWarpDownAColumnMovesASectorForEveryElement) {
  const LaneAccess access = *lane_access(map::strided({1, 32}, {1, 64}), {});
  const Coalescing result = coalescing(access, 16);
  EXPECT_EQ(result.worst.sectors, 32);
  EXPECT_EQ(result.worst.lines, 32);
  EXPECT_EQ(result.worst.fewest_sectors, 2);
  EXPECT_EQ(result.worst.efficiency(), 1.0 / 16);
}

TEST(Coalescing, AnElementThatAllLanesWantIsWantedOnce) {
  const Coalescing result = coalescing(*lane_access(map::strided({1, 32}, {1, 0}), {}), 32);
  EXPECT_EQ(result.all.sectors, 1);
  EXPECT_EQ(result.all.wanted_bytes, 4);
}

TEST(Coalescing, TheWorstWarpIsTheFirstThatMovesTheMostForNothing) {
  LaneAccess access = *lane_access(map::strided({1, 32, 3}, {1, 1, 32}), {});
  for (std::size_t i = 32; i < 64; ++i) access.begins[i] = static_cast<std::int64_t>(i) * 8;
  const Coalescing result = coalescing(access, 32);
  EXPECT_EQ(result.worst_warp, 1);
  EXPECT_EQ(result.worst.sectors, 32);
  EXPECT_EQ(result.all.sectors, 40);
}

TEST(CoalescingLaw, BlocksAreTheBytesTouched) {
  core::check_law("sectors_hold_every_byte", 10000, [] {
    const std::int64_t bits = *rc::gen::element<std::int64_t>(8, 16, 32, 64);
    const std::int64_t vector = *rc::gen::element<std::int64_t>(1, 2, 3, 4);
    const auto begins = *rc::gen::container<std::vector<std::int64_t>>(
        *rc::gen::inRange<std::size_t>(1, 33), rc::gen::inRange<std::int64_t>(0, 600));
    const LaneAccess access{.vector = vector,
                            .warps = 1,
                            .begins = begins,
                            .threads = static_cast<std::int64_t>(begins.size())};
    std::set<std::int64_t> bytes;
    for (const std::int64_t begin : begins) {
      for (std::int64_t i = 0; i < vector * bits / 8; ++i) bytes.insert(begin * bits / 8 + i);
    }
    const auto blocks = [&](std::int64_t size) {
      std::set<std::int64_t> touched;
      for (const std::int64_t byte : bytes) touched.insert(byte / size);
      return static_cast<std::int64_t>(touched.size());
    };
    const Traffic traffic = coalescing(access, bits).all;
    ASSERT_EQ(traffic.wanted_bytes, blocks(1));
    ASSERT_EQ(traffic.sectors, blocks(32));
    ASSERT_EQ(traffic.lines, blocks(128));
    ASSERT_LE(traffic.fewest_sectors, traffic.sectors);
  });
}

}  // namespace
}  // namespace tileglot::analysis
