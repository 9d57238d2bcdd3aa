// SPDX-License-Identifier: Apache-2.0
// refine_law_test.cc: the loops of a refinement against both maps, at every coordinate.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <numeric>
#include <utility>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/map/any_map.h"
#include "tileglot/map/any_recipe.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/refine.h"

namespace tileglot::map {
namespace {

using Pair = std::pair<std::int64_t, std::int64_t>;

/// All sums of a start and one entry of each loop.
std::vector<Move> moves_of(const Piece& piece, const std::vector<Walk>& walks) {
  std::vector<Move> moves{piece.start};
  for (const Loop& loop : piece.loops) {
    std::vector<Move> longer;
    for (std::int64_t i = 0; i < loop.count; ++i) {
      for (const Move& move : moves) longer.push_back(move + entry(loop, i, walks));
    }
    moves = std::move(longer);
  }
  return moves;
}

std::vector<Pair> pairs_of(const Refinement& refined) {
  std::vector<Move> all{refined.base};
  for (const RefinedClass& members : refined.classes) {
    std::vector<Move> longer;
    for (const Piece& piece : members.pieces) {
      for (const Move& move : moves_of(piece, refined.walks)) {
        for (const Move& before : all) longer.push_back(before + move);
      }
    }
    all = std::move(longer);
  }
  std::vector<Pair> pairs;
  for (const Move& move : all) pairs.emplace_back(move.f, move.g);
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

std::vector<Pair> pairs_of(const Recipe& f, const Recipe& g) {
  const std::vector<std::int64_t> left = table_of(f);
  const std::vector<std::int64_t> right = table_of(g);
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < left.size(); ++i) pairs.emplace_back(left[i], right[i]);
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

std::int64_t table_entries(const Refinement& refined) {
  std::int64_t entries = 0;
  for (const RefinedClass& members : refined.classes) {
    for (const Piece& piece : members.pieces) {
      for (const Loop& loop : piece.loops) entries += static_cast<std::int64_t>(loop.table.size());
    }
  }
  return entries;
}

/// What a law has met, so that none of it is tested by nothing.
struct Seen {
  std::int64_t tables = 0;
  std::int64_t walks = 0;
  std::int64_t linked = 0;
  Tally maps;
};

void expect_moves_everything(const RecipePair& pair, const RefineOptions& options, Seen& seen) {
  const auto refined = refine(pair.f.map(), pair.g.map(), options);
  ASSERT_TRUE(refined.has_value()) << refined.error()->message << "\n" << pair;
  EXPECT_EQ(pairs_of(*refined), pairs_of(pair.f, pair.g)) << pair;
  EXPECT_LE(table_entries(*refined), options.max_table_entries) << pair;
  if (table_entries(*refined) > 0) ++seen.tables;
  if (!refined->walks.empty()) ++seen.walks;
  for (const RefinedClass& members : refined->classes) {
    if (members.dims.size() > 1) ++seen.linked;
  }
}

TEST(RefineLaw, RefinementMovesEverything) {
  Seen seen;
  core::check_law("refinement_moves_everything", 21000, [&] {
    const RecipePair pair = *any_recipe_pair({.max_points = 300});
    const RefineOptions options{
        .max_table_entries = *rc::gen::element<std::int64_t>(0, 8, 64, 1 << 14),
        .max_pieces = *rc::gen::element<std::int64_t>(1, 4, 256),
        .max_table_points = *rc::gen::element<std::int64_t>(0, 20, 200)};
    seen.maps.count(pair.f.map());
    expect_moves_everything(pair, options, seen);
  });
  std::cout << seen.maps << "; " << seen.tables << " with tables, " << seen.walks << " walked, "
            << seen.linked << " linked classes\n";
  EXPECT_TRUE(seen.maps.is_balanced()) << seen.maps;
  EXPECT_GT(seen.tables, 0);
  EXPECT_GT(seen.walks, 0);
  EXPECT_GT(seen.linked, 0);
}

TEST(RefineLaw, AWalkReadsTheSameInPieces) {
  core::check_law("walk_reads_its_map", 2000, [] {
    const RecipePair pair = *any_recipe_pair({.max_points = 300});
    const Walk walk{pair.f.map(), pair.g.map()};
    std::vector<Move> all(static_cast<std::size_t>(walk.f.size()));
    const auto cut = *rc::gen::inRange<std::size_t>(0, all.size() + 1);
    const WalkReader reader(walk);
    reader.read(0, std::span(all).first(cut));
    reader.read(static_cast<std::int64_t>(cut), std::span(all).subspan(cut));
    const std::vector<std::int64_t> left = table_of(pair.f);
    const std::vector<std::int64_t> right = table_of(pair.g);
    for (std::size_t i = 0; i < all.size(); ++i)
      EXPECT_EQ(all[i], (Move{left[i], right[i]})) << pair;
  });
}

}  // namespace
}  // namespace tileglot::map
