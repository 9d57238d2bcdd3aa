// SPDX-License-Identifier: Apache-2.0
// chunk_cut_test.cc: chunks of one side of a transpose.
#include "tileglot/relayout/cpu/detail/chunk_cut.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/map/any_recipe.h"
#include "tileglot/map/subarray.h"
#include "tileglot/relayout/cpu/detail/tiled_side.h"

namespace tileglot::relayout::cpu {
namespace {

using Extents = std::vector<std::int64_t>;
using Slices = std::vector<map::Slice>;

/// Uniform in [begin, end), whatever the size of the case.
template <class T>
T draw(T begin, T end) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(begin, end));
}

TiledSide side_of(const Extents& extents, const Extents& tiling) {
  std::vector<std::size_t> coordinates;
  coordinates.reserve(extents.size());
  for (std::size_t k = 0; k < extents.size(); ++k) coordinates.push_back(k);
  return *TiledSide::of(extents, coordinates, tiling, std::nullopt, 4);
}

TEST(ChunkCut, RowsAreCutBeforeColumns) {
  const std::vector<Chunk> three = cut_in_chunks(side_of({3, 10}, {}), 4);
  ASSERT_EQ(three.size(), 3U);
  EXPECT_EQ(three[1].slices, (Slices{{1, 1, 1}, {0, 10, 1}}));
  EXPECT_EQ(three[1].offset, 40);
  const std::vector<Chunk> four = cut_in_chunks(side_of({2, 10}, {}), 4);
  ASSERT_EQ(four.size(), 4U);
  EXPECT_EQ(four[3].slices, (Slices{{1, 1, 1}, {5, 5, 1}}));
  EXPECT_EQ(four[3].offset, 60);
}

TEST(ChunkCut, TilesStayWhole) {
  const std::vector<Chunk> chunks = cut_in_chunks(side_of({20, 10}, {8, 4}), 8);
  ASSERT_EQ(chunks.size(), 6U);
  EXPECT_EQ(chunks[5].slices, (Slices{{16, 4, 1}, {8, 2, 1}}));
  EXPECT_EQ(chunks[5].offset, 8 * 4 * 4 * 8);
  EXPECT_EQ(chunks[5].bytes, 8 * 4 * 4);
}

TEST(ChunkCut, WhatIsEmptyIsOneChunk) {
  EXPECT_EQ(cut_in_chunks(side_of({}, {}), 4).size(), 1U);
  EXPECT_EQ(cut_in_chunks(side_of({0, 4}, {}), 4).size(), 1U);
}

TEST(ChunkCut, ChunksAreAllElementsAndAllBytes) {
  core::check_law("chunks_are_all_of_a_side", 5000, [] {
    Extents extents(draw<std::size_t>(0, 4));
    for (std::int64_t& extent : extents) extent = draw<std::int64_t>(1, 12);
    Extents tiling(draw<std::size_t>(0, extents.size() + 1));
    for (std::int64_t& tile : tiling) tile = draw<std::int64_t>(1, 6);
    const std::int64_t most = draw<std::int64_t>(1, 40);
    const TiledSide side = side_of(extents, tiling);
    const std::vector<Chunk> chunks = cut_in_chunks(side, most);
    ASSERT_LE(static_cast<std::int64_t>(chunks.size()), most);
    std::set<map::Coordinate> elements;
    std::int64_t end = 0;
    for (const Chunk& chunk : chunks) {
      EXPECT_EQ(chunk.offset, end);
      end = chunk.offset + chunk.bytes;
      Extents part;
      for (const map::Slice& slice : chunk.slices) part.push_back(slice.extent);
      map::for_each_coordinate(part, [&](const map::Coordinate& i) {
        map::Coordinate x = i;
        for (std::size_t k = 0; k < x.size(); ++k) x[k] += chunk.slices[k].begin;
        EXPECT_TRUE(elements.insert(std::move(x)).second);
      });
    }
    EXPECT_EQ(end, side.bytes());
    std::size_t size = 1;
    for (const std::int64_t extent : extents) size *= static_cast<std::size_t>(extent);
    EXPECT_EQ(elements.size(), size);
  });
}

}  // namespace
}  // namespace tileglot::relayout::cpu
