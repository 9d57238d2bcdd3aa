// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/swizzle/memory_offsets.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/notation/linear/text/parse.h"

namespace tileglot::notation::linear {
namespace {

using Words = std::vector<std::uint64_t>;

MemoryOffsets found(std::string_view layout, std::string_view memory) {
  return memory_offsets(parse(layout).value(), parse(memory).value()).value();
}

Words words(const F2Bases& bases) { return {bases.begin(), bases.end()}; }

TEST(MemoryOffsets, AColumnIsTwoApart) {
  const auto at = found("{register: [[0,0]], lane: [[1,0]], warp: [[0,1]]} -> {dim0: 2, dim1: 2}",
                        "{offset: [[0,1],[1,0]]} -> {dim0: 2, dim1: 2}");
  EXPECT_EQ(words(at.registers), Words());
  EXPECT_EQ(words(at.lanes), Words{2});
  EXPECT_EQ(words(at.others), (Words{2, 1}));
}

TEST(MemoryOffsets, OutputsMeetByNameAndBlocksDoNotCount) {
  const auto at = found("{lane: [[1,0],[0,1]]} -> {dim0: 2, dim1: 2}",
                        "{offset: [[1,0]], block: [[0,1]]} -> {dim1: 2, dim0: 2}");
  EXPECT_EQ(words(at.lanes), (Words{0, 1}));
}

}  // namespace
}  // namespace tileglot::notation::linear
