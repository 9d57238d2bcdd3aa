// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/warp/decomposition.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/linear/swizzle/any_distributed.h"
#include "tileglot/notation/linear/swizzle/hardware_bases.h"
#include "tileglot/notation/linear/text/parse.h"

namespace tileglot::relayout::warp {
namespace {

namespace linear = notation::linear;

linear::Layout layout(std::string_view text) { return linear::parse(text).value(); }

TEST(Decomposition, TheWorkedExample) {
  const auto d =
      warp_decomposition(layout("{register: [2], lane: [1,4,32,8,16]} -> {dim0: 64}"),
                         layout("{register: [32], lane: [8,2,1,4,16]} -> {dim0: 64}"), 32)
          .value();
  EXPECT_EQ(d.registers, (std::vector<int>{0}));
  EXPECT_EQ(d.lanes, (std::vector<int>{2, 3, 1, 0, 4}));
  EXPECT_EQ(d.mixed, (std::vector<Exchange>{{0, 1}}));
  EXPECT_EQ(d.packed_bits, 0);
}

TEST(Decomposition, SmallElementsMoveTogether) {
  const auto d = warp_decomposition(layout("{register: [1,2,4], lane: [8]} -> {dim0: 16}"),
                                    layout("{register: [1,2,8], lane: [4]} -> {dim0: 16}"), 8)
                     .value();
  EXPECT_EQ(d.packed_bits, 2);
  EXPECT_EQ(d.mixed, (std::vector<Exchange>{{2, 0}}));
}

TEST(Decomposition, WhatIsNotAPermutationIsRefused) {
  const auto code = [](std::string_view a, std::string_view b, int bits) {
    const auto d = warp_decomposition(layout(a), layout(b), bits);
    return d ? "" : d.error()->code;
  };
  EXPECT_EQ(code("{register: [3], lane: [2]} -> {dim0: 4}",
                 "{register: [1], lane: [2]} -> {dim0: 4}", 32),
            "warp.not_a_permutation");
  EXPECT_EQ(code("{lane: [1]} -> {dim0: 2}", "{lane: [1]} -> {dim0: 2}", 33),
            "linear.element_bits");
}

/// The vectors of register and lane bits, as filled up as the decomposition's.
std::vector<std::uint64_t> filled(const linear::Layout& l, std::size_t registers,
                                  std::size_t lanes) {
  std::vector<std::uint64_t> result;
  for (const std::uint64_t v : linear::hardware_bases(l).registers)
    if (v != 0) result.push_back(v);
  result.resize(registers, 0);
  for (const std::uint64_t v : linear::hardware_bases(l).lanes) result.push_back(v);
  result.resize(registers + lanes, 0);
  return result;
}

/// Bit i of the source is, after the three steps, this bit of the target.
std::size_t end_of(const Decomposition& d, std::size_t i) {
  const std::size_t registers = d.registers.size();
  const bool is_register = i < registers;
  const auto to = static_cast<std::size_t>(is_register ? d.registers[i] : d.lanes[i - registers]);
  for (const Exchange& e : d.mixed) {
    if (is_register && e.register_bit == static_cast<int>(to))
      return registers + static_cast<std::size_t>(e.lane_bit);
    if (!is_register && e.lane_bit == static_cast<int>(to))
      return static_cast<std::size_t>(e.register_bit);
  }
  return is_register ? to : registers + to;
}

/// The bits that go from registers to lanes, which no fewer exchanges can bring there.
std::size_t crossings(const Decomposition& d) {
  std::size_t result = 0;
  for (std::size_t i = 0; i < d.registers.size(); ++i)
    if (end_of(d, i) >= d.registers.size()) ++result;
  return result;
}

TEST(Decomposition, TheTargetAfterThePermutationIsTheSource) {
  core::check_law("warp_decomposition", 10000, [] {
    const linear::DistributedPair p =
        *linear::any_distributed_pair({.min_bits = 1, .max_warps = 0, .registers_repeat = true});
    const auto d = warp_decomposition(p.src, p.dst, 8 << *rc::gen::inRange(0, 4)).value();
    const auto src = filled(p.src, d.registers.size(), d.lanes.size());
    const auto dst = filled(p.dst, d.registers.size(), d.lanes.size());
    std::set<std::size_t> ends;
    for (std::size_t i = 0; i < src.size(); ++i) {
      EXPECT_EQ(dst[end_of(d, i)], src[i]);
      ends.insert(end_of(d, i));
    }
    EXPECT_EQ(ends.size(), src.size());
    std::set<int> exchanged;
    for (const Exchange& e : d.mixed) {
      EXPECT_TRUE(exchanged.insert(e.register_bit).second);
      EXPECT_TRUE(exchanged.insert(1000 + e.lane_bit).second);
    }
    EXPECT_EQ(d.mixed.size(), crossings(d));
    EXPECT_LE(d.packed_bits + static_cast<int>(d.mixed.size()),
              static_cast<int>(d.registers.size()));
  });
}

}  // namespace
}  // namespace tileglot::relayout::warp
