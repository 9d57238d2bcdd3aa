// SPDX-License-Identifier: Apache-2.0
// refine_test.cc: common loops that can be checked by hand.
#include "tileglot/map/refine.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/map/builder.h"
#include "tileglot/map/index_map.h"

namespace tileglot::map {
namespace {

/// x in tiles of t: where x goes in an order that puts the place inside a tile first.
IndexMap tiled(std::int64_t extent, std::int64_t tile, std::int64_t tile_stride) {
  MapBuilder b(dims_of({extent}));
  const Value x = b.dim(0);
  return *b.finish(b.add(b.mod(x, tile), b.scale(b.floor_div(x, tile), tile_stride)), {});
}

/// Sw<3,3,3> o 0 o (rows,64):(64,1).
IndexMap swizzled(std::int64_t rows) {
  MapBuilder b(dims_of({rows, 64}));
  F2Rows matrix;
  for (std::uint64_t i = 0; i < 9; ++i) matrix.push_back(std::uint64_t{1} << i);
  for (std::size_t i = 3; i < 6; ++i) matrix[i] |= std::uint64_t{1} << (i + 3);
  const Value row_major = b.add(b.scale(b.dim(0), 64), b.dim(1));
  return *b.finish(b.apply_f2(row_major, matrix), {});
}

IndexMap row_major(std::int64_t rows, std::int64_t columns) {
  MapBuilder b(dims_of({rows, columns}));
  return *b.finish(b.add(b.scale(b.dim(0), columns), b.dim(1)), {});
}

TEST(Refine, Tile3AgainstTile2IsATableOf6) {
  const auto refined = refine(tiled(20, 3, 10), tiled(20, 2, 5));
  ASSERT_TRUE(refined.has_value()) << refined.error()->message;
  ASSERT_EQ(refined->classes.size(), 1U);
  const std::vector<Piece>& pieces = refined->classes[0].pieces;
  ASSERT_EQ(pieces.size(), 2U);
  ASSERT_EQ(pieces[0].loops.size(), 2U);
  EXPECT_EQ(pieces[0].loops[0].count, 3);
  EXPECT_EQ(pieces[0].loops[0].step, (Move{20, 15}));
  EXPECT_EQ(pieces[0].loops[1].table,
            (std::vector<Move>{{0, 0}, {1, 1}, {2, 5}, {10, 6}, {11, 10}, {12, 11}}));
  EXPECT_EQ(pieces[1].start, (Move{60, 45}));
  ASSERT_EQ(pieces[1].loops.size(), 1U);
  EXPECT_EQ(pieces[1].loops[0].table, (std::vector<Move>{{0, 0}, {1, 1}}));
}

TEST(Refine, NestingTilesAreStridedLoops) {
  const auto refined = refine(tiled(64, 4, 100), tiled(64, 16, 1000));
  const std::vector<Piece>& pieces = refined->classes[0].pieces;
  ASSERT_EQ(pieces.size(), 1U);
  ASSERT_EQ(pieces[0].loops.size(), 3U);
  EXPECT_EQ(pieces[0].loops[0].step, (Move{400, 1000}));
  EXPECT_EQ(pieces[0].loops[1].step, (Move{100, 4}));
  EXPECT_EQ(pieces[0].loops[2].step, (Move{1, 1}));
}

TEST(Refine, ASwizzleKeepsRunsOfEight) {
  const auto refined = refine(row_major(4096, 64), swizzled(4096));
  ASSERT_EQ(refined->classes.size(), 1U);
  const Piece& piece = refined->classes[0].pieces.front();
  ASSERT_EQ(piece.loops.size(), 3U);
  EXPECT_EQ(piece.loops[0].count, 512);
  EXPECT_EQ(piece.loops[1].table.size(), 64U);
  EXPECT_EQ(piece.loops[2].count, 8);
  EXPECT_EQ(piece.loops[2].step, (Move{1, 1}));
}

TEST(Refine, ATableThatDoesNotFitIsWalked) {
  const auto refined = refine(tiled(1000, 3, 5), tiled(1000, 7, 9), {.max_table_entries = 20});
  ASSERT_EQ(refined->walks.size(), 1U);
  EXPECT_EQ(refined->walks[0].f.size(), 1000);
  EXPECT_EQ(refined->classes[0].pieces[0].loops[0].walk, 0U);
}

TEST(Refine, AShortDimensionWithAnEndIsATableIfThatIsAllowed) {
  const IndexMap f = tiled(20, 3, 10);
  const IndexMap g = tiled(20, 2, 5);
  EXPECT_EQ(refine(f, g, {.max_table_points = 19})->classes[0].pieces.size(), 2U);
  const auto refined = refine(f, g, {.max_table_points = 20});
  const std::vector<Piece>& pieces = refined->classes[0].pieces;
  ASSERT_EQ(pieces.size(), 1U);
  ASSERT_EQ(pieces[0].loops.size(), 1U);
  ASSERT_EQ(pieces[0].loops[0].table.size(), 20U);
  for (std::int64_t x = 0; x < 20; ++x) {
    const Move move = pieces[0].loops[0].table[static_cast<std::size_t>(x)];
    const Coordinate at{x};
    EXPECT_EQ(move, (Move{f(at), g(at)}));
  }
}

/// Rows of 7 joined with their number, in tiles of 2.
IndexMap joined(std::int64_t rows) {
  MapBuilder b(dims_of({rows, 7}));
  const Value x = b.add(b.scale(b.dim(0), 7), b.dim(1));
  return *b.finish(b.add(b.mod(x, 2), b.scale(b.floor_div(x, 2), 100)), {});
}

TEST(Refine, AShortLinkedDimensionStaysWholeIfThatIsAllowed) {
  const IndexMap f = joined(20);
  const IndexMap g = row_major(20, 7);
  EXPECT_EQ(refine(f, g, {.max_table_points = 13})->classes[0].pieces.size(), 2U);
  const auto refined = refine(f, g, {.max_table_points = 14});
  const std::vector<Piece>& pieces = refined->classes[0].pieces;
  ASSERT_EQ(pieces.size(), 1U);
  ASSERT_EQ(pieces[0].loops.size(), 2U);
  EXPECT_EQ(pieces[0].loops[0].count, 10);
  EXPECT_EQ(pieces[0].loops[0].step, (Move{700, 14}));
  EXPECT_EQ(pieces[0].loops[1].table.size(), 14U);
}

TEST(Refine, OtherExtentsAreRefused) {
  const auto refined = refine(tiled(20, 3, 10), tiled(21, 3, 10));
  ASSERT_FALSE(refined.has_value());
  EXPECT_EQ(refined.error()->code, "map.domain_mismatch");
  EXPECT_EQ(refined.error()->message, "the maps have different domains, [20] and [21]");
}

TEST(Refine, AnEmptyDomainMovesNothing) {
  EXPECT_TRUE(refine(row_major(0, 5), row_major(0, 5))->empty);
}

}  // namespace
}  // namespace tileglot::map
