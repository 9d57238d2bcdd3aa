// SPDX-License-Identifier: Apache-2.0
// watch_test.cc: what is told of a move, and moves that are ended.
#include "tileglot/relayout/cpu/watch.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/bridge/xla.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/relayout/cpu/execute.h"
#include "tileglot/relayout/kernels/guarded_memory.h"
#include "tileglot/relayout/plan/interpret.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::cpu {
namespace {

plan::Plan plan_of(std::string_view source, std::string_view target, int bits) {
  const auto map_of = [](std::string_view text) {
    return *bridge::to_map(*notation::xla::parse_shape(text));
  };
  return *plan::plan(map_of(source), map_of(target), bits);
}

std::vector<std::byte> source_of(const plan::Plan& plan) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(plan.source_bytes()));
  kernels::fill_randomly(bytes, 5);
  return bytes;
}

/// All that a move told, and what it left in the target.
struct Watched {
  core::Status status;
  std::vector<Progress> told;
  std::vector<std::byte> target;
};

/// Answers false when told for the `last`th time; 0: never.
Watched watched(const plan::Plan& plan, int threads, std::size_t last = 0) {
  Watched result{{}, {}, std::vector<std::byte>(static_cast<std::size_t>(plan.target_bytes()))};
  const Watch watch{[&](Progress progress) {
                      result.told.push_back(progress);
                      return result.told.size() != last;
                    },
                    1};
  result.status = execute(plan, source_of(plan), result.target, {.threads = threads}, watch);
  return result;
}

std::vector<std::byte> interpreted(const plan::Plan& plan) {
  std::vector<std::byte> target(static_cast<std::size_t>(plan.target_bytes()));
  EXPECT_TRUE(plan::interpret(plan, source_of(plan), target).has_value());
  return target;
}

void expect_rises_to(const std::vector<Progress>& told, std::int64_t all) {
  ASSERT_GE(told.size(), 2U);
  EXPECT_EQ(told.front().done_bytes, 0);
  EXPECT_EQ(told.back().done_bytes, all);
  for (std::size_t i = 0; i < told.size(); ++i) {
    EXPECT_EQ(told[i].all_bytes, all);
    EXPECT_TRUE(i == 0 || told[i - 1].done_bytes < told[i].done_bytes);
  }
}

void expect_told(const plan::Plan& plan, std::size_t least_reports) {
  const std::vector<std::byte> expected = interpreted(plan);
  for (const int threads : {1, 3}) {
    const Watched move = watched(plan, threads);
    ASSERT_TRUE(move.status.has_value());
    EXPECT_EQ(move.target, expected);
    expect_rises_to(move.told, plan.moved_bytes());
    EXPECT_TRUE(threads > 1 || move.told.size() >= least_reports) << move.told.size();
  }
}

TEST(Watch, ProgressRisesToAllBytes) {
  expect_told(plan_of("f32[509,1021]{1,0}", "f32[509,1021]{0,1}", 32), 12);
  expect_told(plan_of("bf16[512,1024]{1,0}", "bf16[512,1024]{1,0:T(8,128)(2,1)}", 16), 12);
  expect_told(plan_of("u4[1030,1001]{1,0}", "u4[1030,1001]{0,1:T(5,2)(*,3)}", 4), 4);
  expect_told(plan_of("f32[8,8]{1,0}", "f32[8,8]{0,1}", 32), 2);
}

TEST(Watch, AMoveOfNothingIsDone) {
  const plan::Plan plan = plan_of("f32[0,8]{1,0}", "f32[0,8]{0,1}", 32);
  const Watched move = watched(plan, 1);
  EXPECT_TRUE(move.status.has_value());
  EXPECT_EQ(move.told.back().done_bytes, 0);
}

TEST(Watch, AnAnswerOfFalseEndsTheMove) {
  const plan::Plan plan = plan_of("f32[1024,1024]{1,0}", "f32[1024,1024]{0,1}", 32);
  const std::vector<std::byte> expected = interpreted(plan);
  for (const int threads : {1, 3}) {
    const Watched move = watched(plan, threads, 3);
    ASSERT_FALSE(move.status.has_value());
    EXPECT_EQ(move.status.error()->code, "relayout.cancelled");
    EXPECT_EQ(move.told.size(), 3U);
    EXPECT_NE(move.target, expected);
  }
}

TEST(Watch, BeforeTheFirstByteNothingIsTouched) {
  const plan::Plan plan = plan_of("f32[1024,1000]{1,0}", "f32[1024,1000]{0,1:T(8,128)}", 32);
  std::vector<std::byte> target(static_cast<std::size_t>(plan.target_bytes()), std::byte{0xA5});
  const std::vector<std::byte> before = target;
  const auto status =
      execute(plan, source_of(plan), target, {}, {[](Progress /*progress*/) { return false; }});
  ASSERT_FALSE(status.has_value());
  EXPECT_EQ(status.error()->message, "the move was cancelled when 0 of 4096000 bytes had moved");
  EXPECT_EQ(target, before);
}

TEST(Watch, WhatHasMovedIsNotCancelled) {
  const plan::Plan nothing = plan_of("f32[0,8]{1,0}", "f32[0,8]{0,1}", 32);
  EXPECT_TRUE(watched(nothing, 1, 1).status.has_value());
  const plan::Plan plan = plan_of("f32[8,8]{1,0}", "f32[8,8]{0,1}", 32);
  const Watched move = watched(plan, 1, 2);
  EXPECT_TRUE(move.status.has_value());
  EXPECT_EQ(move.target, interpreted(plan));
}

}  // namespace
}  // namespace tileglot::relayout::cpu
