// SPDX-License-Identifier: Apache-2.0
// plan_test.cc: plans of known layouts, and what cannot be planned.
#include "tileglot/relayout/plan/plan.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "tileglot/bridge/xla.h"
#include "tileglot/core/checked.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/example_maps.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::relayout::plan {
namespace {

map::IndexMap map_of(std::string_view text) {
  return *bridge::to_map(*notation::xla::parse_shape(text));
}

map::IndexMap with_codomain(const map::IndexMap& f, std::int64_t size) {
  return {f.domain(), {{size, "offset"}}, f.inner(), f.out()};
}

/// map::strided with a codomain of `size` positions.
map::IndexMap strided(const map::Extents& extents, const map::Extents& strides, std::int64_t size) {
  return with_codomain(map::strided(extents, strides), size);
}

void expect_refused(const core::Result<Plan>& plan, std::string_view code,
                    std::string_view witness) {
  ASSERT_FALSE(plan.has_value());
  EXPECT_EQ(plan.error()->code, code) << plan.error()->message;
  EXPECT_EQ(plan.error()->witness, witness);
}

TEST(Plan, TilingBf16InterleavesPairsOfRows) {
  const auto plan = plan::plan(map_of("bf16[4096,14336]{1,0}"),
                               map_of("bf16[4096,14336]{1,0:T(8,128)(2,1)}"), 16);
  ASSERT_EQ(plan->nests.size(), 1U);
  const Nest& nest = plan->nests[0];
  EXPECT_EQ(nest.kernel, Kernel::kTranspose);
  EXPECT_FALSE(nest.block.buffered);
  ASSERT_EQ(nest.loops.size(), 5U);
  EXPECT_EQ(nest.loops[0].count, 512);
  EXPECT_EQ(nest.loops[1].count, 4);
  EXPECT_EQ(nest.loops[2].count, 112);
  EXPECT_EQ(nest.loops[3].count, 128);
  EXPECT_EQ(nest.loops[3].step, (Move{1, 2}));
  EXPECT_EQ(nest.loops[4].count, 2);
  EXPECT_EQ(nest.loops[4].step, (Move{14336, 1}));
}

TEST(Plan, OneLayoutTwiceIsOneCopyInStrips) {
  const auto plan = plan::plan(map_of("f32[1024,4096]{1,0}"), map_of("f32[1024,4096]{1,0}"), 32);
  ASSERT_EQ(plan->nests.size(), 1U);
  EXPECT_EQ(plan->nests[0].kernel, Kernel::kRun);
  EXPECT_EQ(plan->nests[0].unit_bits, 128);
  ASSERT_EQ(plan->nests[0].loops.size(), 2U);
  EXPECT_EQ(plan->nests[0].loops[0].count, 64);
  EXPECT_EQ(plan->nests[0].loops[1].count, 16384);
}

TEST(Plan, ATransposeMovesBlocksOfLines) {
  const auto plan = plan::plan(map_of("f32[512,1024]{1,0}"), map_of("f32[512,1024]{0,1}"), 32);
  ASSERT_EQ(plan->nests.size(), 1U);
  const Nest& nest = plan->nests[0];
  EXPECT_EQ(nest.kernel, Kernel::kTranspose);
  EXPECT_EQ(nest.loops[0].count, 1024);
  EXPECT_EQ(nest.loops[1].count, 512);
  EXPECT_FALSE(nest.block.buffered);
}

TEST(Plan, LinesThatAreCutGoThroughABuffer) {
  const auto plan = plan::plan(map_of("f32[509,1021]{1,0}"), map_of("f32[509,1021]{0,1}"), 32);
  ASSERT_EQ(plan->nests.size(), 1U);
  EXPECT_EQ(plan->nests[0].kernel, Kernel::kTranspose);
  EXPECT_TRUE(plan->nests[0].block.buffered);
}

TEST(Plan, ATransposingTileMovesPairs) {
  const auto plan = plan::plan(map_of("bf16[4096,14336]{1,0}"),
                               map_of("bf16[4096,14336]{0,1:T(8,128)(2,1)}"), 16);
  ASSERT_EQ(plan->nests.size(), 1U);
  EXPECT_EQ(plan->nests[0].kernel, Kernel::kTranspose);
  EXPECT_EQ(plan->nests[0].unit_bits, 32);
}

TEST(Plan, ShortDimensionsJoinToABlock) {
  const auto plan = plan::plan(map_of("f32[15,15,32]{2,1,0}"), map_of("f32[15,15,32]{0,1,2}"), 32);
  ASSERT_EQ(plan->nests.size(), 1U);
  const Nest& nest = plan->nests[0];
  EXPECT_EQ(nest.kernel, Kernel::kTranspose);
  EXPECT_EQ(nest.block.row_loops, 1U);
  EXPECT_EQ(nest.block.column_loops, 2U);
  EXPECT_EQ(nest.loops.size(), 3U);
}

TEST(Plan, ShortDimensionsAreShuffledInBoxes) {
  const auto plan = plan::plan(map_of("u8[48,16,31,54,15]{3,1,0,2,4:T(4,6)(2,1)}"),
                               map_of("u8[48,16,31,54,15]{3,4,0,2,1}"), 8);
  ASSERT_EQ(plan->nests.size(), 1U);
  const Nest& nest = plan->nests[0];
  EXPECT_EQ(nest.kernel, Kernel::kShuffle);
  EXPECT_EQ(nest.shuffle_loops, 6U);
  std::int64_t units = 1;
  for (std::size_t i = 0; i < 6; ++i) units *= nest.loops[nest.loops.size() - 1 - i].count;
  EXPECT_EQ(units, 2 * 6 * 2 * 9 * 4 * 15);
}

TEST(Plan, TablesOfTilesThatDoNotDivideAreInsideBoxes) {
  const auto plan = plan::plan(map_of("f32[1050,503]{1,0:T(32,2)(2,2)}"),
                               map_of("f32[1050,503]{1,0:T(3,3)}"), 32);
  const Nest& nest = plan->nests[0];
  ASSERT_EQ(nest.kernel, Kernel::kShuffle);
  std::vector<std::int64_t> tables;
  for (std::size_t i = 0; i < nest.loops.size(); ++i) {
    const bool is_inside = i + nest.shuffle_loops >= nest.loops.size();
    if (!nest.loops[i].is_strided() && is_inside) tables.push_back(nest.loops[i].count);
    EXPECT_TRUE(nest.loops[i].is_strided() || is_inside);
  }
  std::sort(tables.begin(), tables.end());
  EXPECT_EQ(tables, (std::vector<std::int64_t>{6, 96}));
}

TEST(Plan, ShortDimensionsWithEndsOfTilesBecomeTables) {
  const auto source = map_of("c128[23,27,13,5,13]{0,3,2,4,1:T(2,4)}");
  const auto target = map_of("c128[23,27,13,5,13]{0,3,2,4,1:T(3)}");
  const auto plan = plan::plan(source, target, 128);
  ASSERT_EQ(plan->nests.size(), 1U);
  EXPECT_EQ(plan->nests[0].kernel, Kernel::kShuffle);
  // Gaps are those of the strided loops: few bytes, not all of the target.
  std::int64_t zeroed = 0;
  for (const Gap& gap : plan->gaps) {
    std::int64_t lines = 1;
    for (const GapLoop& loop : gap.loops) lines *= loop.count;
    zeroed += lines * gap.size_bits;
  }
  EXPECT_EQ(zeroed, plan->padding() * 128);
}

TEST(Plan, ManySmallTransposesAreBoxes) {
  const auto plan =
      plan::plan(map_of("bf16[6400,8,8]{2,1,0}"), map_of("bf16[6400,8,8]{1,2,0}"), 16);
  ASSERT_EQ(plan->nests.size(), 1U);
  EXPECT_EQ(plan->nests[0].kernel, Kernel::kShuffle);
}

TEST(Plan, SmallTransposesOfWholeLinesUseItsKernel) {
  const auto plan = plan::plan(map_of("f32[6400,8,8]{2,1,0}"), map_of("f32[6400,8,8]{1,2,0}"), 32);
  ASSERT_EQ(plan->nests.size(), 1U);
  EXPECT_EQ(plan->nests[0].kernel, Kernel::kTranspose);
  EXPECT_FALSE(plan->nests[0].block.buffered);
}

TEST(Plan, StraightBlocksWalkAFewLinesOfTheSource) {
  const auto plan = plan::plan(map_of("f32[4096,4096]{1,0}"), map_of("f32[4096,4096]{0,1}"), 32);
  ASSERT_EQ(plan->nests.size(), 1U);
  const BlockSize& size = plan->nests[0].block.straight;
  EXPECT_EQ(size.columns, 16);
  EXPECT_EQ(size.rows, 1024);
  EXPECT_TRUE(size.rows_first);
}

TEST(Plan, LinesThatAreCutAreWalkedToTheirEnds) {
  const auto plan = plan::plan(map_of("f32[5025,768]{1,0}"), map_of("f32[5025,768]{0,1}"), 32);
  ASSERT_EQ(plan->nests.size(), 1U);
  EXPECT_TRUE(plan->nests[0].block.buffered);
  EXPECT_EQ(plan->nests[0].block.through_buffer.rows, 768);
  EXPECT_EQ(plan->nests[0].block.through_buffer.columns, 16);
}

TEST(Plan, PairsOfLongRowsAreNotABox) {
  const auto plan =
      plan::plan(map_of("bf16[512,512]{1,0}"), map_of("bf16[512,512]{1,0:T(8,128)(2,1)}"), 16);
  ASSERT_EQ(plan->nests.size(), 1U);
  EXPECT_EQ(plan->nests[0].kernel, Kernel::kTranspose);
}

TEST(Plan, ABoxOfALongLoopTakesAStripOfIt) {
  const auto plan =
      plan::plan(map_of("f32[1009,2,1013]{2,1,0}"), map_of("f32[1009,2,1013]{1,0,2}"), 32);
  std::int64_t units = 0;
  for (const Nest& nest : plan->nests) units += nest.units();
  EXPECT_EQ(units, 1009 * 2 * 1013);
}

TEST(Plan, ShortRunsAreCellsOfABlock) {
  const auto plan = plan::plan(map_of("f32[40,50,3]{2,1,0}"), map_of("f32[40,50,3]{2,0,1}"), 32);
  ASSERT_EQ(plan->nests.size(), 1U);
  EXPECT_EQ(plan->nests[0].kernel, Kernel::kTranspose);
  EXPECT_EQ(plan->nests[0].block.cell, 3);
}

TEST(Plan, RaggedTilesAreFourNestsAndPadding) {
  const auto plan =
      plan::plan(map_of("f32[1000,777]{1,0}"), map_of("f32[1000,777]{1,0:T(16,128)}"), 32);
  EXPECT_EQ(plan->nests.size(), 4U);
  EXPECT_EQ(plan->target_size, 1008 * 896);
  EXPECT_EQ(plan->padding(), 1008 * 896 - 777000);
}

TEST(Plan, EvenRunsOfSmallElementsMoveAsLargerUnits) {
  const auto plan = plan::plan(map_of("s4[64,256]{1,0}"), map_of("s4[64,256]{1,0:T(8,128)}"), 4);
  ASSERT_EQ(plan->nests.size(), 1U);
  EXPECT_EQ(plan->nests[0].unit_bits, 128);
  EXPECT_EQ(plan->nests[0].units(), 64 * 256 / 32);
}

TEST(Plan, ASourceMayRepeatPlaces) {
  const auto plan = plan::plan(map::strided({100, 8}, {0, 1}), strided({100, 8}, {8, 1}, 800), 32);
  ASSERT_TRUE(plan.has_value()) << plan.error()->message;
  EXPECT_EQ(plan->source_size, 8);
  EXPECT_EQ(plan->source_bytes(), 32);
}

TEST(Plan, ATargetThatIsNotInjectiveIsRefused) {
  expect_refused(plan::plan(map::strided({4, 8}, {8, 1}), strided({4, 8}, {4, 1}, 32), 32),
                 "relayout.not_injective", "(0,4) and (1,0) both go to 4");
}

TEST(Plan, AnOffsetBeforeTheBufferIsRefused) {
  expect_refused(plan::plan(map::strided({4, 8}, {-8, 1}), strided({4, 8}, {8, 1}, 32), 32),
                 "relayout.negative_offset", "(3,0) is at -24");
}

TEST(Plan, AnOffsetAfterTheCodomainIsRefused) {
  expect_refused(plan::plan(map::strided({4, 8}, {8, 1}), strided({4, 8}, {8, 1}, 31), 32),
                 "relayout.out_of_codomain", "(3,7) is at 31");
}

TEST(Plan, OtherDomainsAreRefused) {
  expect_refused(plan::plan(map::strided({4, 8}, {8, 1}), strided({8, 4}, {4, 1}, 32), 32),
                 "map.domain_mismatch", "");
}

TEST(Plan, ElementsThatNoTypeHasAreRefused) {
  for (const int bits : {0, -8, 3, 12, 256}) {
    expect_refused(plan::plan(map::strided({4}, {1}), strided({4}, {1}, 4), bits),
                   "relayout.element_bits", "");
  }
}

TEST(Plan, MoreBitsThanInt64AreRefused) {
  const std::int64_t huge = std::int64_t{1} << 61;
  expect_refused(plan::plan(map::strided({huge}, {1}), strided({huge}, {1}, huge), 64),
                 "relayout.too_large", "");
  const std::int64_t most = core::kInt64Max;
  expect_refused(plan::plan(map::strided({most}, {1}), strided({most}, {1}, most), 1),
                 "relayout.too_large", "");
}

TEST(Plan, NothingMovesInAnEmptyDomain) {
  const auto plan = plan::plan(map_of("f32[0,5]{1,0}"), map_of("f32[0,5]{1,0:T(8,128)}"), 32);
  ASSERT_TRUE(plan.has_value()) << plan.error()->message;
  EXPECT_TRUE(plan->nests.empty());
  EXPECT_EQ(plan->elements, 0);
}

TEST(Plan, AScalarMoves) {
  const auto plan = plan::plan(map_of("f32[]"), map_of("f32[]"), 32);
  ASSERT_EQ(plan->nests.size(), 1U);
  EXPECT_EQ(plan->nests[0].units(), 1);
}

TEST(Plan, ManyRaggedDimensionsStayFewNests) {
  const map::Extents extents(12, 3);
  const map::IndexMap target = with_codomain(map::tiled(extents, {map::Tile(12, 2)}), 1 << 24);
  const auto plan = plan::plan(map::tiled(extents, {}), target, 8);
  ASSERT_TRUE(plan.has_value()) << plan.error()->message;
  EXPECT_LE(plan->nests.size(), 512U);
}

}  // namespace
}  // namespace tileglot::relayout::plan
