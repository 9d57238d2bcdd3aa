// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/reshard/pattern.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/shared_material.h"
#include "tileglot/map/box.h"
#include "tileglot/notation/xla/sharding/parse.h"
#include "tileglot/placement/pieces.h"
#include "tileglot/placement/places.h"
#include "tileglot/placement/side.h"
#include "tileglot/placement/xla.h"
#include "tileglot/relayout/reshard/array.h"
#include "tileglot/relayout/reshard/rank_classes.h"
#include "tileglot/relayout/reshard/resharding.h"

namespace tileglot::relayout::reshard {
namespace {

using Extents = std::vector<std::int64_t>;

/// {replicated} is on 8 devices.
placement::Side side(std::string_view text, const Extents& extents) {
  return *placement::spread_of(*notation::xla::parse_sharding(text), extents, 8);
}

Array array_of(std::string_view from, std::string_view to, const Extents& extents = {16, 8}) {
  return {.source = side(from, extents), .target = side(to, extents)};
}

Resharding of(std::vector<Array> arrays) {
  Resharding resharding;
  for (Array& array : arrays) EXPECT_TRUE(resharding.add(std::move(array)));
  return resharding;
}

std::string name(std::string_view from, std::string_view to, const Extents& extents = {16, 8}) {
  return name_of(patterns_of(of({array_of(from, to, extents)})));
}

const char* const kColumnsOnPairs = "{devices=[1,2,2]<=[4] last_tile_dim_replicate}";

TEST(Pattern, RowsToColumnsOnTwoRanksEach) {
  const auto shares = patterns_of(of({array_of("{devices=[4,1]<=[4]}", kColumnsOnPairs, {8, 6})}));
  EXPECT_EQ(name_of(shares), "an all-to-all, then an all-gather in pairs");
  EXPECT_EQ(shares.front().pattern, (Pattern{PatternKind::kAllToAllThenAllGather, 4, 1, 2, true}));
  EXPECT_EQ(shares.front().moved_bits, 72 * 8);
  EXPECT_EQ(name("{devices=[8,1]<=[8]}", "{devices=[2,2,2]<=[8] last_tile_dim_replicate}"),
            "an all-to-all, then an all-gather in pairs, within groups of 4");
}

TEST(Pattern, CopiesAreOneClass) {
  std::int64_t budget = 100;
  const auto classes =
      rank_classes(array_of("{devices=[4,1]<=[4]}", kColumnsOnPairs, {8, 6}), budget);
  ASSERT_TRUE(classes);
  EXPECT_EQ(classes->had, (std::vector<std::int64_t>{12, 12, 12, 12}));
  EXPECT_EQ(classes->wanted, (std::vector<std::int64_t>{24, 24}));
  EXPECT_EQ(classes->overlaps.size(), 8U);
  EXPECT_EQ(classes->overlaps.front(), (Overlap{0, 0, 6}));
  // 4 and 2 tiles, 4 holders on each side, 8 pairs of tiles.
  EXPECT_EQ(budget, 100 - 22);
}

TEST(Pattern, NothingMoves) {
  EXPECT_EQ(name("{replicated}", "{replicated}"), "nothing moves");
  EXPECT_EQ(name("{replicated}", "{devices=[8,1]<=[8]}"), "a slice: nothing moves");
  EXPECT_EQ(name("{replicated}", "{devices=[1,8]<=[8]}"), "a slice: nothing moves");
  EXPECT_EQ(name_of(patterns_of(Resharding())), "nothing moves");
}

TEST(Pattern, GroupsAreNamedBySize) {
  EXPECT_EQ(name("{devices=[8,1]<=[8]}", "{replicated}"), "an all-gather");
  EXPECT_EQ(name("{devices=[8,1]<=[8]}", "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"),
            "an all-gather in groups of 4");
  EXPECT_EQ(name("{devices=[8,1]<=[8]}", "{devices=[4,1,2]<=[8] last_tile_dim_replicate}"),
            "an all-gather in pairs");
  EXPECT_EQ(name("{devices=[8,1]<=[8]}", "{devices=[1,8]<=[8]}"), "an all-to-all");
  EXPECT_EQ(name("{devices=[8,1]<=[8]}", "{devices=[2,4]<=[8]}"), "an all-to-all in groups of 4");
  EXPECT_EQ(name("{devices=[8,1]<=[8]}", "{devices=[8,1]7,0,1,2,3,4,5,6}"), "a permute");
}

TEST(Pattern, OneRankHasOrWantsAll) {
  EXPECT_EQ(name("{maximal device=3}", "{replicated}"), "a broadcast from one rank");
  EXPECT_EQ(name("{maximal device=3}", "{devices=[8,1]<=[8]}"), "a scatter from one rank");
  EXPECT_EQ(name("{devices=[8,1]<=[8]}", "{maximal device=3}"), "a gather to one rank");
  EXPECT_EQ(name("{maximal device=3}", "{maximal device=9}"), "a permute");
  EXPECT_EQ(name("{devices=[2,1]0,4}", "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"),
            "a broadcast from one rank in each group of 4");
  EXPECT_EQ(name("{devices=[2,1]0,4}", "{devices=[8,1]<=[8]}"),
            "a scatter from one rank in each group of 4");
  EXPECT_EQ(name("{devices=[8,1]<=[8]}", "{devices=[4,1]0,2,4,6}"),
            "a gather to one rank in each pair");
}

TEST(Pattern, ShorterLastTilesAreUnevenParts) {
  EXPECT_EQ(name("{devices=[8]<=[8]}", "{replicated}", {16}), "an all-gather");
  EXPECT_EQ(name("{devices=[8]<=[8]}", "{replicated}", {15}), "an all-gather of uneven parts");
  EXPECT_EQ(name("{devices=[8,1]<=[8]}", "{devices=[1,8]<=[8]}", {15, 15}),
            "an all-to-all of uneven parts");
  EXPECT_EQ(name("{devices=[8,1]<=[8]}", "{devices=[2,4]<=[8]}", {15, 8}),
            "an all-to-all of uneven parts in groups of 4");
  EXPECT_EQ(name("{devices=[4,1]<=[4]}", kColumnsOnPairs, {7, 5}),
            "an all-to-all of uneven parts, then an all-gather in pairs");
  EXPECT_EQ(name("{maximal device=3}", "{devices=[8]<=[8]}", {15}),
            "a scatter of uneven parts from one rank");
  EXPECT_EQ(name("{devices=[8]<=[8]}", "{maximal device=3}", {15}),
            "a gather of uneven parts to one rank");
  EXPECT_EQ(name("{devices=[8]<=[8]}", "{devices=[8]7,0,1,2,3,4,5,6}", {15}), "a permute");
}

TEST(Pattern, PartsThatDoNotLineUpAreIrregular) {
  // Tiles of 2: three of the eight ranks have nothing to send.
  EXPECT_EQ(name("{devices=[8]<=[8]}", "{replicated}", {9}), "irregular");
  EXPECT_EQ(name("{devices=[4]<=[4]}", "{devices=[3]<=[3]}", {12}), "irregular");
}

TEST(Pattern, RanksThatShareSomeTilesAreIrregular) {
  const auto has = placement::Pieces::of(
      {6}, {{0, {{0}, {2}}}, {0, {{2}, {4}}}, {1, {{2}, {4}}}, {1, {{4}, {6}}}});
  ASSERT_TRUE(has);
  const auto shares = patterns_of(of({{.source = *has, .target = side("{replicated}", {6})}}));
  EXPECT_EQ(name_of(shares), "irregular");
  EXPECT_EQ(shares.front().moved_bits, (2 * 2 + 6 * 6) * 8);
}

TEST(Pattern, ArraysOfOtherNamesAreListedWithTheirShares) {
  const Array gathered = array_of("{devices=[8,1]<=[8]}", "{replicated}");
  const Array permuted = array_of("{devices=[8,1]<=[8]}", "{devices=[8,1]7,0,1,2,3,4,5,6}");
  const Array kept = array_of("{replicated}", "{devices=[8,1]<=[8]}");
  const auto shares = patterns_of(of({permuted, kept, gathered, permuted}));
  ASSERT_EQ(shares.size(), 2U);
  EXPECT_EQ(shares[0].moved_bits, 7 * 128 * 8);
  EXPECT_EQ(shares[1].moved_bits, 2 * 128 * 8);
  EXPECT_EQ(name_of(shares), "an all-gather (78 % of the bytes), a permute (22 %)");
  EXPECT_EQ(name_of(patterns_of(of({gathered, kept, gathered}))), "an all-gather");
  EXPECT_EQ(name_of(patterns_of(of({kept, kept}))), "a slice: nothing moves");
  const Array large = array_of("{devices=[8,1]<=[8]}", "{replicated}", {8000, 1000});
  EXPECT_EQ(name_of(patterns_of(of({permuted, large}))),
            "an all-gather (>99 % of the bytes), a permute (<1 %)");
}

TEST(Pattern, AGroupOfOtherRanksIsNotTheWhole) {
  const Array here = array_of("{devices=[4,1]<=[4]}", "{devices=[1,4]<=[4]}");
  const Array there = array_of("{devices=[4,1]4,5,6,7}", "{devices=[1,4]4,5,6,7}");
  EXPECT_EQ(name_of(patterns_of(of({here}))), "an all-to-all");
  EXPECT_EQ(name_of(patterns_of(of({here, there}))), "an all-to-all in groups of 4");
}

TEST(Pattern, MoreThanTheLimitIsNotLookedAt) {
  const Resharding few = of({array_of("{devices=[4,1]<=[4]}", kColumnsOnPairs, {8, 6})});
  EXPECT_EQ(name_of(patterns_of(few, 22)), "an all-to-all, then an all-gather in pairs");
  for (std::int64_t limit = 0; limit < 22; ++limit)
    EXPECT_EQ(name_of(patterns_of(few, limit)), "not examined") << limit;
  const Extents extents{std::int64_t{1} << 22, std::int64_t{1} << 20};
  const Resharding million = of(
      {array_of("{devices=[1048576,1]<=[1048576]}", "{devices=[1,1048576]<=[1048576]}", extents)});
  EXPECT_EQ(patterns_of(million).front().pattern.kind, PatternKind::kNotExamined);
}

TEST(Pattern, ManyRanksTakeTheTimeOfTheirTiles) {
  const Extents extents{1 << 20};
  const auto all = placement::whole(extents, *placement::Places::of_digits({{1 << 17, 1}}));
  ASSERT_TRUE(all);
  EXPECT_EQ(name_of(patterns_of(
                of({{.source = side("{devices=[131072]<=[131072]}", extents), .target = *all}}))),
            "an all-gather");
  EXPECT_EQ(name("{maximal device=5}", "{devices=[131072]<=[131072]}", extents),
            "a scatter from one rank");
}

/// What XLA would call the pattern: "all-gather[4]"; nothing moves without a name.
std::string xla_name(const Pattern& pattern) {
  static const std::map<PatternKind, std::string> names = {{PatternKind::kAllGather, "all-gather"},
                                                           {PatternKind::kAllToAll, "all-to-all"}};
  if (pattern.kind == PatternKind::kPermute) return "permute";
  if (pattern.kind == PatternKind::kNothing || pattern.kind == PatternKind::kSlice) return {};
  const auto found = names.find(pattern.kind);
  if (found == names.end()) return name_of(pattern);
  return found->second + "[" + std::to_string(pattern.group_size) + "]";
}

struct Recorded {
  std::string pair;  ///< both shardings
  std::string ours;
  std::vector<std::string> theirs;
  bool is_at_bound;
};

std::optional<Recorded> recorded(const nlohmann::json& line) {
  if (!line["xla"].is_object()) return {};
  const auto extents = line["shape"].get<Extents>();
  const std::string from = line["from"]["hlo"];
  const std::string to = line["to"]["hlo"];
  double missing = 0;
  for (const double elements : line["missing_elements"]) missing += elements;
  return Recorded{from + " -> " + to,
                  xla_name(patterns_of(of({array_of(from, to, extents)})).front().pattern),
                  line["xla"]["collectives"].get<std::vector<std::string>>(),
                  line["xla"]["received_elements_all_devices"] == missing};
}

TEST(Pattern, NamesAreThoseOfXlaWhereOneCollectiveMovesTheLeast) {
  const auto shared = core::shared_folder();
  if (!shared) GTEST_SKIP() << "no shared material: set TILEGLOT_SHARED";
  const auto file = *shared / "golden" / "reshard_pairs.jsonl";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << "no recorded pairs";
  std::size_t one = 0;
  std::size_t none = 0;
  std::ifstream stream(file);
  for (std::string text; std::getline(stream, text);) {
    const auto line = recorded(nlohmann::json::parse(text));
    if (!line || !line->is_at_bound || line->theirs.size() > 1) continue;
    EXPECT_EQ(line->ours, line->theirs.empty() ? "" : line->theirs.front()) << line->pair;
    ++(line->theirs.empty() ? none : one);
  }
  EXPECT_EQ(one, 78U);
  EXPECT_EQ(none, 13U);
}

}  // namespace
}  // namespace tileglot::relayout::reshard
