// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/warp/plan.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "tileglot/core/law.h"
#include "tileglot/notation/linear/swizzle/any_distributed.h"
#include "tileglot/notation/linear/text/parse.h"
#include "tileglot/relayout/warp/decomposition.h"

namespace tileglot::relayout::warp {
namespace {

namespace linear = notation::linear;

linear::Layout layout(std::string_view text) { return linear::parse(text).value(); }

Counts planned(std::string_view src, std::string_view dst, int bits) {
  return counts(plan_conversion(layout(src), layout(dst), bits).value());
}

std::string class_of(std::string_view src, std::string_view dst) {
  return name_of(plan_conversion(layout(src), layout(dst), 32).value().conversion);
}

TEST(Plan, EachClassHasItsConversions) {
  const char* const kSrc = "{register: [1,2,4], lane: [8,16], warp: [32]} -> {dim0: 64}";
  EXPECT_EQ(class_of(kSrc, kSrc), "none");
  EXPECT_EQ(class_of(kSrc, "{register: [4,2,1], lane: [8,16], warp: [32]} -> {dim0: 64}"),
            "register");
  EXPECT_EQ(class_of(kSrc, "{register: [1,2,16], lane: [8,4], warp: [32]} -> {dim0: 64}"),
            "warp_shuffle");
  EXPECT_EQ(class_of(kSrc, "{register: [1,8,16], lane: [2,4], warp: [32]} -> {dim0: 64}"),
            "shared");
  EXPECT_EQ(class_of(kSrc, "{register: [1,2,4], lane: [8,32], warp: [16]} -> {dim0: 64}"),
            "shared");
  const Counts matrix = planned(
      "{register: [[0,1],[8,0],[0,8],[0,16]], lane: [[0,2],[0,4],[1,0],[2,0],[4,0]],"
      " warp: [[16,0],[32,0]]} -> {dim0: 64, dim1: 32}",
      "{register: [[0,1],[0,2],[0,4],[0,16]], lane: [[1,0],[2,0],[4,0],[8,0],[16,0]],"
      " warp: [[0,8],[32,0]]} -> {dim0: 64, dim1: 32}",
      16);
  EXPECT_EQ(matrix.shared_stores, (std::map<std::string, std::int64_t>{{"stmatrix.x4", 2}}));
  EXPECT_EQ(matrix.shared_loads, (std::map<std::string, std::int64_t>{{"ld.128", 2}}));
  EXPECT_EQ(matrix.cta_barriers, 3);
  EXPECT_EQ(matrix.shared_bytes, 2048);
}

TEST(Plan, ShufflesCostWhatTheyShould) {
  const char* const kSrc = "{register: [1,2,4], lane: [8,16,32,64,128]} -> {dim0: 256}";
  const Counts shipped =
      planned(kSrc, "{register: [1,2,16], lane: [8,4,32,64,128]} -> {dim0: 256}", 32);
  EXPECT_EQ(shipped.shuffles, 4);
  EXPECT_EQ(shipped.selects, 12);
  const Counts permuted =
      planned(kSrc, "{register: [1,2,4], lane: [16,8,32,64,128]} -> {dim0: 256}", 32);
  EXPECT_EQ(permuted.shuffles, 8);
  EXPECT_EQ(permuted.selects, 0);
  const Counts swapped =
      planned(kSrc, "{register: [1,2,16], lane: [4,8,32,64,128]} -> {dim0: 256}", 64);
  EXPECT_EQ(swapped.shuffles, 16);
  EXPECT_EQ(swapped.selects, 16);
  const Counts bytes =
      planned(kSrc, "{register: [1,2,16], lane: [8,4,32,64,128]} -> {dim0: 256}", 8);
  EXPECT_EQ(bytes.shuffles, 1);
  EXPECT_EQ(bytes.byte_permutes, 0);
}

TEST(Plan, OtherBlocksAreRead) {
  const Counts c = planned("{register: [1], lane: [2,4], block: [8]} -> {dim0: 16}",
                           "{register: [8], lane: [1,2], block: [4]} -> {dim0: 16}", 32);
  EXPECT_EQ(c.shared_loads, (std::map<std::string, std::int64_t>{{"cluster_ld.32", 2}}));
  EXPECT_EQ(c.cluster_barriers, 1);
  EXPECT_EQ(c.shared_bytes, 32);
}

TEST(Plan, WhatIsNotAConversionIsRefused) {
  const auto code = [](std::string_view a, std::string_view b, int bits) {
    const auto plan = plan_conversion(layout(a), layout(b), bits);
    return plan ? "" : plan.error()->code;
  };
  const char* const kLane = "{lane: [1]} -> {dim0: 2}";
  EXPECT_EQ(code(kLane, kLane, 3), "linear.element_bits");
  EXPECT_EQ(code(kLane, kLane, 1), "");
  EXPECT_EQ(code(kLane, "{lane: [1]} -> {dim1: 2}", 8), "linear.other_tensor");
  EXPECT_EQ(code(kLane, "{register: [1]} -> {dim0: 2}", 8), "warp.other_threads");
  EXPECT_EQ(code(kLane, "{lane: [1], block: [0]} -> {dim0: 2}", 8), "warp.other_threads");
  EXPECT_EQ(code(kLane, "{lane: [1], warp: []} -> {dim0: 2}", 8), "");
  EXPECT_EQ(code("{offset: [1]} -> {dim0: 2}", kLane, 8), "linear.not_distributed");
  EXPECT_EQ(code("{lane: []} -> {dim0: 2}, surjective: false", kLane, 8), "linear.not_surjective");
  EXPECT_EQ(code("{lane: [1,0,0,0,0,0,0]} -> {dim0: 2}", kLane, 8), "warp.too_large");
}

TEST(Plan, ShufflesAreNoMoreThanTheLawSays) {
  core::check_law("warp_shuffle_cost", 5000, [] {
    const linear::DistributedPair p = *linear::any_distributed_pair({.min_bits = 1});
    const int bits = 8 << *rc::gen::inRange(0, 4);
    const Plan plan = plan_conversion(p.src, p.dst, bits).value();
    if (plan.conversion != ConversionClass::kWarpShuffle) return;
    const Decomposition d = warp_decomposition(p.src, p.dst, bits).value();
    const std::int64_t registers =
        std::int64_t{1} << (d.registers.size() - static_cast<std::size_t>(d.packed_bits));
    const std::int64_t words = bits == 64 ? 2 : 1;
    const Counts c = counts(plan);
    if (is_identity(d.lanes)) {
      EXPECT_EQ(c.shuffles, registers / 2 * words);
      EXPECT_EQ(c.selects, registers / 2 * 3);
    } else {
      EXPECT_EQ(c.shuffles, registers * words);
      EXPECT_EQ(c.selects, registers * 2 * static_cast<std::int64_t>(d.mixed.size()));
    }
  });
}

}  // namespace
}  // namespace tileglot::relayout::warp
