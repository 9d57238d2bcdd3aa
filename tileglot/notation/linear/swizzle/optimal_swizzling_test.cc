// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/swizzle/optimal_swizzling.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <array>
#include <string>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/linear/layout/rank.h"
#include "tileglot/notation/linear/swizzle/any_distributed.h"
#include "tileglot/notation/linear/swizzle/bank_conflicts.h"
#include "tileglot/notation/linear/text/parse.h"
#include "tileglot/notation/linear/text/print.h"

namespace tileglot::notation::linear {
namespace {

const std::vector<AccessTile> kAll{ld_st_tile(), matrix_tile(), transposed_tile()};

const char* const kAccumulators =
    "{register: [[0,1],[8,0],[0,8],[0,16]], lane: [[0,2],[0,4],[1,0],[2,0],[4,0]],"
    " warp: [[16,0],[32,0]]} -> {dim0: 64, dim1: 32}";
const char* const kRowsOf8 =
    "{register: [[0,1],[0,2],[0,4],[0,16]], lane: [[1,0],[2,0],[4,0],[8,0],[16,0]],"
    " warp: [[0,8],[32,0]]} -> {dim0: 64, dim1: 32}";

TEST(OptimalSwizzling, AccumulatorsAreWrittenByStmatrix) {
  const auto s =
      optimal_swizzling(parse(kAccumulators).value(), parse(kRowsOf8).value(), kAll, kAll, 16)
          .value();
  EXPECT_EQ(s.src_tile, 1U);
  EXPECT_EQ(s.dst_tile, 0U);
  EXPECT_EQ(print(s.memory),
            "{vector: [[0,1],[0,2],[0,4]], bank: [[1,0],[2,0],[4,0]], segment: "
            "[[8,0],[16,0],[32,0],[0,8]],"
            " block: [], reps: [[0,16]]} -> {dim0: 64, dim1: 32}");
}

TEST(OptimalSwizzling, TilesThatCannotBeAreRefused) {
  const Layout layout = parse(kRowsOf8).value();
  const auto refused = [&](const std::vector<AccessTile>& tiles) {
    const auto s = optimal_swizzling(layout, layout, tiles, kAll, 16);
    return s ? "" : s.error()->code;
  };
  EXPECT_EQ(refused({}), "linear.tile");
  EXPECT_EQ(refused(std::vector<AccessTile>(17, ld_st_tile())), "linear.tile");
  EXPECT_EQ(refused({AccessTile{{}, {0, 1}}}), "linear.tile");
  EXPECT_EQ(refused({AccessTile{{0, 1, 2, 3}, {4}}}), "linear.tile");
  EXPECT_EQ(refused({AccessTile{{-1, 1}, {2, 3}}}), "linear.tile");
  EXPECT_EQ(refused(kAll), "");
}

TEST(OptimalSwizzling, TheChosenInstructionsFit) {
  core::check_law("linear_swizzle_tiles_fit", 10000, [] {
    const DistributedPair p = *any_distributed_pair({.min_bits = 7});
    const int bits = 8 << *rc::gen::inRange(0, 3);
    const std::vector<AccessTile> tiles(kAll.begin(), kAll.end() - (bits == 16 ? 0 : 1));
    const auto s = optimal_swizzling(p.src, p.dst, tiles, tiles, bits).value();
    EXPECT_TRUE(is_invertible(s.memory));
    const std::array<const Layout*, 2> sides{&p.src, &p.dst};
    const std::array chosen{s.src_tile, s.dst_tile};
    if (s.src_tile == 0 && s.dst_tile == 0) return;  // or no pair fits: any width
    for (std::size_t i = 0; i < 2; ++i) {
      const auto at = memory_offsets(*sides[i], s.memory).value();
      const AccessTile& tile = tiles[chosen[i]];
      const int moved = bits << vector_bits(view(at.registers), view(at.others), bits);
      EXPECT_TRUE(tile.is_matrix() ? matrix_fits(tile, at, bits) : moved == kTileBits)
          << print(*sides[i]) << print(s.memory);
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::linear
