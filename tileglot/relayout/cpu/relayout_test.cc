// SPDX-License-Identifier: Apache-2.0
// relayout_test.cc: one call, its plans, and what it refuses.
#include "tileglot/relayout/cpu/relayout.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/bridge/xla.h"
#include "tileglot/core/element_type.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/relayout/kernels/guarded_memory.h"
#include "tileglot/relayout/plan/interpret.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::cpu {
namespace {

map::IndexMap map_of(std::string_view text) {
  return *bridge::to_map(*notation::xla::parse_shape(text));
}

/// A move with its buffers, and what the target has to hold.
struct Move {
  Move(std::string_view from, std::string_view to, int element_bits)
      : f(map_of(from)), g(map_of(to)), bits(element_bits) {
    const auto plan = plan::plan(f, g, bits);
    source.resize(static_cast<std::size_t>(plan->source_bytes()));
    kernels::fill_randomly(source, 1);
    expected.resize(static_cast<std::size_t>(plan->target_bytes()));
    EXPECT_TRUE(plan::interpret(*plan, source, expected).has_value());
    target.assign(expected.size(), std::byte{0xA5});
  }

  map::IndexMap f;
  map::IndexMap g;
  int bits;
  std::vector<std::byte> source;
  std::vector<std::byte> target;
  std::vector<std::byte> expected;
};

TEST(Relayout, OneCallMovesATensor) {
  Move move("f32[8,24]{1,0}", "f32[8,24]{0,1}", 32);
  ASSERT_TRUE(
      relayout(move.f, move.g, core::ElementType::kF32, move.source, move.target).has_value());
  EXPECT_EQ(move.target, move.expected);
}

TEST(Relayout, PaddingIsZeroedOrLeft) {
  Move move("s4[5,9]{1,0}", "s4[5,9]{0,1:T(4,4)}", 4);
  ASSERT_TRUE(
      relayout(move.f, move.g, core::ElementType::kS4, move.source, move.target).has_value());
  EXPECT_EQ(move.target, move.expected);
  move.target.assign(move.target.size(), std::byte{0xFF});
  ASSERT_TRUE(
      relayout(move.f, move.g, 4, move.source, move.target, {.execute = {.zero_fill = false}})
          .has_value());
  EXPECT_EQ(move.target.back(), std::byte{0xFF});
}

TEST(Relayout, PlansAreMadeOnceForEachOption) {
  PlanCache cache;
  Move move("f32[8,24]{1,0}", "f32[8,24]{0,1}", 32);
  for (const bool zero_fill : {true, false, true, false}) {
    ASSERT_TRUE(relayout(move.f, move.g, 32, move.source, move.target,
                         {.execute = {.zero_fill = zero_fill}, .cache = &cache})
                    .has_value());
    EXPECT_EQ(move.target, move.expected);
  }
  EXPECT_EQ(cache.size(), 2U);
}

TEST(Relayout, AMoveIsWatched) {
  Move move("f32[256,256]{1,0}", "f32[256,256]{0,1}", 32);
  std::int64_t told = 0;
  const RelayoutOptions options{.watch = {[&](Progress progress) {
                                  told = progress.done_bytes;
                                  return true;
                                }}};
  ASSERT_TRUE(relayout(move.f, move.g, 32, move.source, move.target, options).has_value());
  EXPECT_EQ(told, 256 * 256 * 4);
  EXPECT_EQ(move.target, move.expected);
}

TEST(Relayout, WhatCannotBeMovedIsRefused) {
  Move move("f32[8,24]{1,0}", "f32[8,24]{0,1}", 32);
  const auto code_of = [&](const core::Status& status) {
    return status ? "" : status.error()->code;
  };
  EXPECT_EQ(code_of(relayout(move.f, map_of("f32[24,8]"), 32, move.source, move.target)),
            "map.domain_mismatch");
  EXPECT_EQ(
      code_of(relayout(move.f, move.g, core::ElementType::kF6e2m3fn, move.source, move.target)),
      "relayout.element_bits");
  EXPECT_EQ(code_of(relayout(move.f, move.g, 64, move.source, move.target)),
            "relayout.buffer_too_small");
  EXPECT_EQ(code_of(relayout(move.f, move.g, 32, move.target, move.target)), "relayout.overlap");
}

}  // namespace
}  // namespace tileglot::relayout::cpu
