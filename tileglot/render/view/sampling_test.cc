// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/view/sampling.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/law.h"

namespace tileglot::render {
namespace {

using Numbers = std::vector<std::int64_t>;

TEST(Sampling, BlocksAreWholeTilesAtMostSixteen) {
  EXPECT_EQ(block_of(4096, 128), 256);
  EXPECT_EQ(block_of(4096, 1), 256);
  EXPECT_EQ(block_of(4096, 3), 384);
  EXPECT_EQ(block_of(16, 1), 1);
  EXPECT_EQ(block_of(17, 1), 2);
  EXPECT_EQ(block_of(5, 8), 1);
  EXPECT_EQ(block_of(0, 8), 1);
  EXPECT_EQ(block_of(core::kInt64Max, 1), std::int64_t{1} << 59);
  const Samples blocks = sampled({0, 4096}, 256, 256);
  EXPECT_EQ(blocks.at.size(), 16U);
  EXPECT_EQ(blocks.at[15], 3840);
  EXPECT_EQ(blocks.covers, 256);
}

TEST(Sampling, APartBeginsWhereItSays) {
  EXPECT_EQ(sampled({3, 8}, 1, 1).at, (Numbers{3, 4, 5, 6, 7}));
  EXPECT_EQ(sampled({3, 8}, 2, 1).at, (Numbers{3, 5, 7}));
  EXPECT_EQ(sampled({3, 8}, 5, 4).at, (Numbers{3}));
  EXPECT_EQ(sampled({3, 3}, 1, 1).at, (Numbers{}));
}

TEST(Sampling, TheEndsOfInt64AreNotATrap) {
  EXPECT_EQ(sampled({core::kInt64Max - 3, core::kInt64Max}, 2, 1).at,
            (Numbers{core::kInt64Max - 3, core::kInt64Max - 1}));
  EXPECT_EQ(sampled({0, core::kInt64Max}, core::kInt64Max, 1).at, (Numbers{0}));
}

TEST(SamplingLaw, SamplesAreEveryNthElement) {
  core::check_law("samples_are_every_nth_element", 5000, [] {
    const Side side{*rc::gen::inRange(-20, 20), 0};
    const Side whole{side.first, side.first + *rc::gen::inRange(0, 50)};
    const std::int64_t step = *rc::gen::inRange(1, 12);
    Numbers expected;
    for (std::int64_t i = whole.first; i < whole.last; i += step) expected.push_back(i);
    const Samples samples = sampled(whole, step, 1);
    RC_ASSERT(samples.at == expected);
    RC_ASSERT(cells_of(whole, step) == static_cast<std::int64_t>(expected.size()));
  });
}

TEST(SamplingLaw, ABlockIsATileDoubledNoMoreThanNeeded) {
  core::check_law("a_block_is_a_tile_doubled_no_more_than_needed", 5000, [] {
    const std::int64_t extent = *rc::gen::inRange(1, 3000);
    const std::int64_t tile = *rc::gen::inRange<std::int64_t>(1, extent + 1);
    const std::int64_t block = block_of(extent, tile);
    std::int64_t doubled = tile;
    while (16 * doubled < extent) doubled *= 2;
    RC_ASSERT(block == doubled);
  });
}

}  // namespace
}  // namespace tileglot::render
