// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/swizzle/optimal_swizzling_ld_st.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/linear/swizzle/any_distributed.h"
#include "tileglot/notation/linear/swizzle/bank_conflicts.h"
#include "tileglot/notation/linear/swizzle/memory_offsets.h"
#include "tileglot/notation/linear/text/parse.h"
#include "tileglot/notation/linear/text/print.h"

namespace tileglot::notation::linear {
namespace {

Layout layout(std::string_view text) { return parse(text).value(); }

const char* const kRows =
    "{register: [], lane: [[0,1],[0,2],[0,4],[0,8],[0,16]], warp: [[1,0],[2,0],[4,0],[8,0],[16,0]]}"
    " -> {dim0: 32, dim1: 32}";
const char* const kColumns =
    "{register: [], lane: [[1,0],[2,0],[4,0],[8,0],[16,0]], warp: [[0,1],[0,2],[0,4],[0,8],[0,16]]}"
    " -> {dim0: 32, dim1: 32}";

TEST(OptimalSwizzlingLdSt, ATransposeWithoutConflicts) {
  const auto s = optimal_swizzling_ld_st(layout(kRows), layout(kColumns), 32).value();
  EXPECT_EQ(s.read_conflicts, 0);
  EXPECT_EQ(s.write_conflicts, 0);
  EXPECT_EQ(s.memory.find_in(kSegment)->bits, 5);
}

TEST(OptimalSwizzlingLdSt, BytesFillABankByWarps) {
  const auto s = optimal_swizzling_ld_st(layout(kRows), layout(kColumns), 8).value();
  EXPECT_EQ(s.memory.find_in(kVector)->bits, 2);
  EXPECT_EQ(vec_bitwidth_ld_st(layout(kRows), layout(kColumns), 8).value(), 32);
}

TEST(OptimalSwizzlingLdSt, HalfBytesFillABankByWarps) {
  const auto s = optimal_swizzling_ld_st(layout(kRows), layout(kColumns), 4).value();
  EXPECT_EQ(s.memory.find_in(kVector)->bits, 3);
  EXPECT_EQ(s.read_conflicts, 0);
  EXPECT_EQ(s.write_conflicts, 0);
}

TEST(OptimalSwizzlingLdSt, TheLanesOfAWavefrontMayBeNamed) {
  const auto code = [](const LdStLanes& lanes) {
    const auto s = optimal_swizzling_ld_st(layout(kRows), layout(kColumns), 32, 4, lanes);
    return s ? fmt::format("{} {}", s->write_conflicts, s->read_conflicts) : s.error()->code;
  };
  EXPECT_EQ(code({}), "0 0");
  EXPECT_EQ(code({.write = LaneBits{0, 4}, .read = LaneBits{1, 3}}), "0 0");
  EXPECT_EQ(code({.write = LaneBits{5}}), "linear.tile");
}

std::string refused(std::string_view src, std::string_view dst, int bits, int banks = 32) {
  const auto s = optimal_swizzling_ld_st(layout(src), layout(dst), bits, banks);
  return s ? "" : s.error()->code;
}

TEST(OptimalSwizzlingLdSt, WhatIsNotAPairOfSidesIsRefused) {
  EXPECT_EQ(refused(kRows, kColumns, 12), "linear.element_bits");
  EXPECT_EQ(refused(kRows, kColumns, 256), "linear.element_bits");
  EXPECT_EQ(refused(kRows, kColumns, 32, 0), "linear.banks");
  EXPECT_EQ(refused(kRows, "{lane: [1]} -> {dim0: 2}", 32), "linear.other_tensor");
  EXPECT_EQ(refused("{offset: [1]} -> {dim0: 2}", "{lane: [1]} -> {dim0: 2}", 32),
            "linear.not_distributed");
  EXPECT_EQ(refused("{register: [0,1]} -> {dim0: 2}", "{lane: [1]} -> {dim0: 2}", 32),
            "linear.repeated_registers");
  EXPECT_EQ(
      refused("{register: [1]} -> {dim0: 4}, surjective: false", "{lane: [1,2]} -> {dim0: 4}", 32),
      "linear.not_surjective");
}

/// How often the busiest bank is asked in the first wavefront of a warp, word by word.
int busiest_bank(const MemoryOffsets& at, int elements, int bits, int banks) {
  const int words = std::max(1, elements * bits / 32);
  std::uint64_t lanes = std::uint64_t{1} << at.lanes.size();
  while (lanes * static_cast<std::uint64_t>(words) > static_cast<std::uint64_t>(banks) && lanes > 1)
    lanes /= 2;
  std::map<std::uint64_t, std::set<std::uint64_t>> asked;
  for (std::uint64_t lane = 0; lane < lanes; ++lane) {
    std::uint64_t start = 0;
    for (std::size_t i = 0; i < at.lanes.size(); ++i)
      if ((lane >> i & 1) != 0) start ^= at.lanes[i];
    for (int e = 0; e < elements; ++e)
      for (int b = 0; b < bits; b += 32) {
        const std::uint64_t word =
            ((start + static_cast<std::uint64_t>(e)) * static_cast<std::uint64_t>(bits) +
             static_cast<std::uint64_t>(b)) /
            32;
        asked[word % static_cast<std::uint64_t>(banks)].insert(word);
      }
  }
  std::size_t most = 0;
  for (const auto& [bank, all] : asked) most = std::max(most, all.size());
  return static_cast<int>(most);
}

TEST(OptimalSwizzlingLdSt, ConflictsAreThoseOfASimulatedMemory) {
  core::check_law("linear_swizzle_conflicts", 10000, [] {
    const DistributedPair p = *any_distributed_pair();
    const int bits = 4 << *rc::gen::inRange(0, 6);
    const int banks = 32 << *rc::gen::inRange(0, 2);
    const auto s = optimal_swizzling_ld_st(p.src, p.dst, bits, banks).value();
    for (const auto& [side, told] :
         {std::pair{&p.src, s.write_conflicts}, std::pair{&p.dst, s.read_conflicts}}) {
      const auto at = memory_offsets(*side, s.memory).value();
      const int elements = 1 << vector_bits(view(at.registers), view(at.others), bits);
      EXPECT_EQ(busiest_bank(at, elements, bits, banks) - 1, told);
    }
  });
}

TEST(OptimalSwizzlingLdSt, BothSidesMoveTheWholeVector) {
  core::check_law("linear_swizzle_vector", 5000, [] {
    const DistributedPair p = *any_distributed_pair();
    const int bits = 4 << *rc::gen::inRange(0, 6);
    const auto s = optimal_swizzling_ld_st(p.src, p.dst, bits).value();
    std::size_t both = 0;
    for (const std::uint64_t v : hardware_bases(p.src).registers)
      if (contains(hardware_bases(p.dst).registers, v)) ++both;
    const int possible = std::min<int>(bits << both, 128);
    for (const Layout* side : {&p.src, &p.dst}) {
      const auto at = memory_offsets(*side, s.memory).value();
      EXPECT_GE(bits << vector_bits(view(at.registers), view(at.others), bits), possible);
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::linear
