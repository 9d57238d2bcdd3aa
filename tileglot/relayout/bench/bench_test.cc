// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/bench/bench.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace tileglot::relayout::bench {
namespace {

const Machine kMachine{.processors = {0}, .l2_bytes = 1 << 12, .last_level_bytes = 1 << 14};
const Case kTranspose{.name = "transposed",
                      .source = "f32[64,80]{1,0}",
                      .target = "f32[64,80]{0,1}",
                      .element_bits = 32};

/// A peer that does nothing, and so leaves the poison.
std::vector<Mover> idle_peer(const Transfer&, int) {
  return {{.name = "idle", .role = Role::kPeer, .run = [] {}}};
}

TEST(Bench, EveryMoverIsTimed) {
  Bench bench(kMachine, {.threads = 2, .rounds = 3});
  const auto result = bench.measure(kTranspose);
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result->bytes, 64 * 80 * 4);
  EXPECT_TRUE(result->flushed);
  ASSERT_EQ(result->measured.size(), 3U);
  for (const Measured& mover : result->measured) {
    EXPECT_TRUE(mover.seconds.has_value()) << mover.name;
    EXPECT_EQ(mover.samples.size(), 3U);
  }
}

TEST(Bench, AWrongPeerHasNoTime) {
  Bench bench(kMachine, {.rounds = 1, .peers = idle_peer});
  const auto result = bench.measure(kTranspose);
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result->measured.back().name, "idle");
  EXPECT_FALSE(result->measured.back().seconds);
  EXPECT_EQ(result->best_peer(), nullptr);
}

TEST(Bench, LayoutsThatDoNotFitAreRefused) {
  Bench bench(kMachine, {.rounds = 1});
  Case other = kTranspose;
  other.target = "f32[80,64]{1,0}";
  EXPECT_FALSE(bench.measure(other));
}

}  // namespace
}  // namespace tileglot::relayout::bench
