// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/shard_moves.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/map/example_maps.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/subarray.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::cpu {
namespace {

using Bytes = std::vector<std::byte>;

/// Row-major, as large as its elements.
map::IndexMap row_major(const std::vector<std::int64_t>& extents) {
  const map::IndexMap f = map::tiled(extents, {});
  return {f.domain(), {{f.size(), "offset"}}, f.inner(), f.out()};
}

/// Two columns of 12 bytes each, which become the columns of a row-major array of [12,2].
ShardMoves columns_to_an_array() {
  const map::IndexMap column = row_major({12, 1});
  const map::IndexMap array = row_major({12, 2});
  std::vector<ShardPlan> moves;
  moves.reserve(2);
  for (std::size_t i = 0; i < 2; ++i) {
    const std::array<map::Slice, 2> part{{{0, 12, 1}, {static_cast<std::int64_t>(i), 1, 1}}};
    moves.push_back({i, 0, *plan::plan(column, *map::subarray(array, part), 8)});
  }
  return {2, {*plan::plan(array, array, 8)}, std::move(moves), {}};
}

core::Status run(const ShardMoves& moves, std::vector<std::span<const std::byte>> from,
                 std::vector<std::span<std::byte>> to) {
  return moves.execute(from, to);
}

TEST(ShardMoves, TwoSourcesFillATarget) {
  const Bytes ones(12, std::byte{1});
  const Bytes twos(12, std::byte{2});
  Bytes target(24);
  const ShardMoves moves = columns_to_an_array();
  EXPECT_EQ(moves.size(), 2U);
  ASSERT_TRUE(run(moves, {ones, twos}, {target}));
  for (std::size_t i = 0; i < target.size(); ++i)
    EXPECT_EQ(target[i], i % 2 == 0 ? std::byte{1} : std::byte{2}) << i;
}

TEST(ShardMoves, BuffersThatDoNotFitAreRefused) {
  const Bytes source(12);
  Bytes target(24);
  const ShardMoves moves = columns_to_an_array();
  EXPECT_EQ(run(moves, {source}, {target}).error()->message, "1 source buffers for 2 shards");
  EXPECT_EQ(run(moves, {source, source}, {std::span(target).first(23)}).error()->message,
            "the buffer of target shard 0 has 23 bytes and the plan needs 24");
  const auto same = run(moves, {source, std::span(target).first(12)}, {target});
  ASSERT_FALSE(same);
  EXPECT_EQ(same.error()->code, "relayout.overlap");
  EXPECT_EQ(same.error()->message,
            "the buffer of target shard 0 shares memory with that of source shard 1");
}

}  // namespace
}  // namespace tileglot::relayout::cpu
