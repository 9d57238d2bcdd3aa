// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/warp/element_blocks.h"

#include <gtest/gtest.h>

#include <string_view>

#include "tileglot/notation/linear/text/parse.h"

namespace tileglot::relayout::warp {
namespace {

notation::linear::Layout layout(std::string_view text) {
  return notation::linear::parse(text).value();
}

TEST(ElementBlocks, BitsThatChangeNothingStay) {
  const ElementBlocks blocks(layout("{lane: [1], block: [2,0]} -> {dim0: 4}"));
  EXPECT_EQ(blocks.of(3), 1U);
  EXPECT_EQ(blocks.of(3) ^ blocks.from_block_bit(1), 3U);
  EXPECT_EQ(blocks.from_block_bit(0), 0U);
}

TEST(ElementBlocks, ABlockThatHasWhatAnotherHasIsAskedFromNearby) {
  // Blocks 1 and 2 have the upper half, blocks 0 and 3 the lower.
  const ElementBlocks blocks(layout("{lane: [1], block: [2,2]} -> {dim0: 4}"));
  EXPECT_EQ(blocks.of(2), 1U);
  EXPECT_EQ(blocks.from_block_bit(1), 3U);  // block 2 reads the lower half from block 3
}

TEST(ElementBlocks, WarpsThatReadWhatTheyWrote) {
  const auto src = layout("{register: [1], lane: [2], warp: [4]} -> {dim0: 8}");
  EXPECT_TRUE(same_warps(src, layout("{register: [2], lane: [1], warp: [4]} -> {dim0: 8}")));
  EXPECT_FALSE(same_warps(src, layout("{register: [1], lane: [4], warp: [2]} -> {dim0: 8}")));
  EXPECT_FALSE(same_warps(src, layout("{register: [2,4], lane: [1], warp: [0]} -> {dim0: 8}")));
}

}  // namespace
}  // namespace tileglot::relayout::warp
