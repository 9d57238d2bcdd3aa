// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/warp/print.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tileglot/notation/linear/text/parse.h"

namespace tileglot::relayout::warp {
namespace {

namespace linear = notation::linear;

Plan planned(std::string_view src, std::string_view dst, int bits) {
  return plan_conversion(linear::parse(src).value(), linear::parse(dst).value(), bits).value();
}

using Lines = std::vector<std::string>;

TEST(Print, AnInstructionALine) {
  const Plan plan = planned("{register: [1], lane: [2,4]} -> {dim0: 8}",
                            "{register: [4], lane: [2,1]} -> {dim0: 8}", 32);
  EXPECT_EQ(summary(plan), "shuffles within each warp: 1 shuffle, 3 selects");
  EXPECT_EQ(print(plan), (Lines{"r2 = r0 where lane & 2, else r1", "r3 = r2 of lane ^ 2",
                                "r4 = r3 where lane & 2, else r0",
                                "r5 = r1 where lane & 2, else r3", "result: r4 r5"}));
  EXPECT_EQ(print(planned("{register: [1,2], lane: [4,8]} -> {dim0: 16}",
                          "{register: [1,2], lane: [8,4]} -> {dim0: 16}", 8)),
            (Lines{"r4 = {r0 r1 r2 r3}", "r5 = r4 of lane(2,1)", "result: r5 r5.1 r5.2 r5.3"}));
}

TEST(Print, MemoryAndBarriers) {
  const Plan plan = planned("{register: [1], lane: [2], warp: [4]} -> {dim0: 8}",
                            "{register: [1], lane: [4], warp: [2]} -> {dim0: 8}", 32);
  EXPECT_EQ(summary(plan),
            "through shared memory: 1 × st.64, 1 × ld.64, 1 barrier of the block, 32 B a block");
  EXPECT_EQ(print(plan), (Lines{"st.64 r0 r1 to 0 ^ lane(2) ^ warp(4)", "barrier of the block",
                                "ld.64 r2 r3 from 0 ^ lane(4) ^ warp(2)", "result: r2 r3"}));
  const Plan cluster = planned("{register: [], lane: [1], block: [2]} -> {dim0: 4}",
                               "{register: [], lane: [2], block: [1]} -> {dim0: 4}", 32);
  EXPECT_EQ(print(cluster).at(2), "cluster_ld.32 r1 from 0 ^ block(1) in block 0 ^ lane(1)");
}

TEST(Print, WhatNeedsNoInstruction) {
  const char* const kSrc = "{register: [1,2], lane: [4]} -> {dim0: 8}";
  EXPECT_EQ(summary(planned(kSrc, kSrc, 32)), "nothing moves: every register holds what it should");
  EXPECT_EQ(summary(planned(kSrc, "{register: [2,1], lane: [4]} -> {dim0: 8}", 32)),
            "registers are renamed, 2 of 4: nothing leaves its thread");
}

}  // namespace
}  // namespace tileglot::relayout::warp
