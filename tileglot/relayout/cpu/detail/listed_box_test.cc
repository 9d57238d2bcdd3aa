// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/detail/listed_box.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace tileglot::relayout::cpu {
namespace {

using Table = std::vector<Move>;
/// Byte of the source and byte of the target.
using Pair = std::pair<std::int64_t, std::int64_t>;

/// Every byte that the loops move, by definition; by target.
std::vector<Pair> moved(const std::vector<LoopView>& loops, std::int64_t unit_bytes) {
  std::vector<Move> at{{}};
  for (const LoopView& loop : loops) {
    std::vector<Move> next;
    for (const Move move : at) {
      for (std::int64_t i = 0; i < loop.count; ++i) next.push_back(move + loop.entry(i));
    }
    at = std::move(next);
  }
  std::vector<Pair> pairs;
  for (const Move move : at) {
    for (std::int64_t k = 0; k < unit_bytes; ++k)
      pairs.emplace_back(move.g * unit_bytes + k, move.f * unit_bytes + k);
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

/// Every byte that a box moves: the source's runs are packed, picked in order, and become runs of
/// the target.
std::vector<Pair> moved(const ListedBox& box, std::int64_t unit_bytes) {
  std::vector<std::int64_t> buffer;
  for (const ListedRun& run : box.source) {
    for (std::int64_t k = 0; k < run.bytes; ++k)
      buffer.push_back(box.origin.f * unit_bytes + run.offset + k);
  }
  EXPECT_EQ(static_cast<std::int64_t>(buffer.size()), box.source_bytes);
  std::vector<std::int64_t> picked;
  for (const std::uint16_t at : box.units) {
    for (std::int64_t k = 0; k < unit_bytes; ++k)
      picked.push_back(buffer.at(static_cast<std::size_t>(at + k)));
  }
  for (const kernels::PickedPiece piece : box.pieces) {
    EXPECT_LE(piece.bytes, kernels::kPieceBytes);
    for (std::int64_t k = 0; k < piece.bytes; ++k)
      picked.push_back(buffer.at(static_cast<std::size_t>(piece.at + k)));
  }
  EXPECT_EQ(static_cast<std::int64_t>(picked.size()), box.target_bytes);
  std::vector<Pair> pairs;
  for (const ListedRun& run : box.target) {
    for (std::int64_t k = 0; k < run.bytes; ++k)
      pairs.emplace_back(box.origin.g * unit_bytes + run.offset + k, picked.at(pairs.size()));
  }
  return pairs;
}

TEST(ListedBox, AListMovesWhatTheLoopsMove) {
  std::mt19937 numbers(5);
  for (int round = 0; round < 300; ++round) {
    // Targets do not meet: each loop's steps are beyond the reach of those before.
    std::vector<Table> tables(3);
    std::vector<LoopView> loops;
    std::int64_t reach = 1;
    for (Table& table : tables) {
      const auto count = static_cast<std::int64_t>(numbers() % 6 + 1);
      const std::int64_t step = reach + static_cast<std::int64_t>(numbers() % 2 * (numbers() % 90));
      const auto source = static_cast<std::int64_t>(numbers() % 50);
      for (std::int64_t i = 0; i < count; ++i)
        table.push_back({static_cast<std::int64_t>(numbers() % 120) - 40, (i - 1) * step});
      std::shuffle(table.begin(), table.end(), numbers);
      const bool is_strided = numbers() % 2 == 0;
      loops.push_back(is_strided ? LoopView{count, {source, step}} : LoopView{count, {}, table});
      reach += (count - 1) * step;
    }
    std::shuffle(loops.begin(), loops.end(), numbers);
    const std::int64_t unit_bytes = std::int64_t{1} << numbers() % 5;
    const ListedBox box(loops, unit_bytes);
    ASSERT_EQ(moved(box, unit_bytes), moved(loops, unit_bytes)) << "round " << round;
  }
}

TEST(ListedBox, GapsDoNotAddUpToMoreThanTheUnits) {
  // Ever wider gaps, each shorter than what comes before.
  const std::vector<LoopView> loops{{2, {2, 1}},  {2, {6, 2}},      {2, {18, 4}},
                                    {2, {54, 8}}, {255, {145, 16}}, {3, {36975, 4080}}};
  const ListedBox box(loops, 1);
  EXPECT_EQ(box.target_bytes, 12240);
  EXPECT_LE(box.source_bytes, 2 * box.target_bytes);
  EXPECT_EQ(moved(box, 1), moved(loops, 1));
}

TEST(ListedBox, SmallGapsAreReadAndAdjacentUnitsArePieces) {
  const Table table{{0, 0}, {3, 1}, {1, 2}, {4, 3}};
  const std::vector<LoopView> loops{{2, {100, 4 * 4}}, {4, {}, table}, {4, {8, 4}}};
  const ListedBox box(loops, 1);
  EXPECT_EQ(box.source, (std::vector<ListedRun>{{0, 29}, {100, 29}}));
  EXPECT_EQ(box.target, (std::vector<ListedRun>{{0, 32}}));
  EXPECT_TRUE(box.pieces.empty());

  const Table in_pairs{{0, 0}, {2, 4}, {4, 2}};
  const ListedBox pairs(std::vector<LoopView>{{3, {}, in_pairs}, {2, {1, 1}}}, 1);
  EXPECT_TRUE(pairs.units.empty());
  ASSERT_EQ(pairs.pieces.size(), 3U);
  EXPECT_EQ(pairs.pieces[1].at, 4);
  EXPECT_EQ(pairs.pieces[1].bytes, 2);
}

}  // namespace
}  // namespace tileglot::relayout::cpu
