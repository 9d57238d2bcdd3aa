// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/warp/memory_side.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/notation/linear/text/parse.h"

namespace tileglot::relayout::warp {
namespace {

notation::linear::Layout layout(std::string_view text) {
  return notation::linear::parse(text).value();
}

std::vector<std::uint64_t> registers_of(const MemorySide& side) {
  return {side.offsets.registers.begin(), side.offsets.registers.end()};
}

TEST(MemorySide, AColumnOfRegistersIsARowApart) {
  const Memory memory(
      layout("{vector: [[0,1]], bank: [[0,2],[1,0]], segment: [], block: [],"
             " reps: []} -> {dim0: 2, dim1: 4}"));
  const auto columns = layout("{register: [[1,0]], lane: [[0,1],[0,2]]} -> {dim0: 2, dim1: 4}");
  EXPECT_EQ(registers_of(writing_side(columns, memory)), (std::vector<std::uint64_t>{4}));
  EXPECT_EQ(memory.local_bits(), 3);
}

TEST(MemorySide, RoundsAreAboveAndOfRegisters) {
  Memory memory(layout("{vector: [], bank: [1], segment: [], block: [], reps: [2]} -> {dim0: 4}"));
  const auto by_register = layout("{register: [2], lane: [1]} -> {dim0: 4}");
  const auto by_lane = layout("{register: [1], lane: [2]} -> {dim0: 4}");
  EXPECT_EQ(registers_of(writing_side(by_register, memory)), (std::vector<std::uint64_t>{2}));
  EXPECT_TRUE(rounds_are_registers(writing_side(by_register, memory), memory));
  EXPECT_FALSE(rounds_are_registers(writing_side(by_lane, memory), memory));
  memory.join_rounds();
  EXPECT_EQ(memory.local_bits(), 2);
  EXPECT_TRUE(rounds_are_registers(writing_side(by_lane, memory), memory));
}

TEST(MemorySide, OtherBlocksAreRead) {
  const auto src = layout("{register: [1], block: [2]} -> {dim0: 4}");
  const auto dst = layout("{register: [2], block: [1]} -> {dim0: 4}");
  const Memory memory(
      layout("{vector: [], bank: [1], segment: [], block: [2], reps: []}"
             " -> {dim0: 4}"));
  const MemorySide read = reading_side(dst, memory, ElementBlocks(src));
  EXPECT_TRUE(read.of_other_blocks);
  EXPECT_EQ(read.register_blocks, (std::vector<std::uint64_t>{1}));
  EXPECT_FALSE(reading_side(src, memory, ElementBlocks(src)).of_other_blocks);
}

}  // namespace
}  // namespace tileglot::relayout::warp
