// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/joined_by_rules.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/reshard/listed_model.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/map/box.h"

namespace tileglot::checkpoint::reshard {
namespace {

using pieces::Extents;
using pieces::PiecedModel;

/// The part of `w` that a rank has.
struct OfRank {
  std::int64_t rank = 0;
  Extents extents = {};
};

PiecedModel files_of(std::int64_t ranks, const std::vector<OfRank>& parts) {
  PiecedModel model{.spelling = pieces::Spelling::kRanks, .rank_count = ranks};
  for (std::int64_t rank = 0; rank < ranks; ++rank)
    model.files.push_back({.path = std::to_string(rank)});
  pieces::RankArray w{.name = "w", .type = core::ElementType::kU8, .element_bits = 8};
  for (const OfRank& part : parts) {
    const map::Box box = {map::Coordinate(part.extents.size(), 0), part.extents};
    w.parts.push_back({.rank = part.rank,
                       .file = static_cast<std::size_t>(part.rank),
                       .bytes = box.size(),
                       .extents = part.extents});
  }
  model.rank_arrays.push_back(std::move(w));
  return model;
}

core::ErrorDetails refusal_of(PiecedModel model, std::string_view rules) {
  const auto joined = joined_by_rules(std::move(model), rules_of(rules));
  return joined ? core::ErrorDetails{.code = "fine"} : *joined.error();
}

std::string code_of(PiecedModel model, std::string_view rules) {
  return refusal_of(std::move(model), rules).code;
}

TEST(JoinedByRules, PartsAreJoinedAsTheyWereCut) {
  const auto joined = joined_by_rules(files_of(2, {{0, {2, 6}}, {1, {2, 6}}}),
                                      rules_of("mesh tp=2\n* P('tp', None)"));
  ASSERT_TRUE(joined.has_value()) << joined.error()->message;
  EXPECT_TRUE(joined->rank_arrays.empty());
  ASSERT_EQ(joined->arrays.size(), 1U);
  const pieces::PiecedArray& w = joined->arrays[0];
  EXPECT_EQ(w.extents, (Extents{4, 6}));
  EXPECT_EQ(w.sharding, "P('tp', None)");
  ASSERT_EQ(w.pieces.size(), 2U);
  EXPECT_EQ(w.pieces[1].box, (map::Box{{2, 0}, {4, 6}}));
  EXPECT_EQ(w.pieces[1].file, 1U);
}

TEST(JoinedByRules, TilesMayBeUneven) {
  const auto joined =
      joined_by_rules(files_of(4, {{0, {1, 2}}, {1, {1, 5}}, {2, {4, 2}}, {3, {4, 5}}}),
                      rules_of("mesh x=2 y=2\n* P('x', 'y')"));
  ASSERT_TRUE(joined.has_value()) << joined.error()->message;
  EXPECT_EQ(joined->arrays[0].extents, (Extents{5, 7}));
  EXPECT_EQ(joined->arrays[0].pieces[3].box, (map::Box{{1, 2}, {5, 7}}));
}

TEST(JoinedByRules, RanksOfOtherStagesHaveNoPart) {
  const auto joined =
      joined_by_rules(files_of(4, {{2, {1}}, {3, {2}}}), rules_of("mesh pp=2 tp=2\n* P('tp')"));
  ASSERT_TRUE(joined.has_value()) << joined.error()->message;
  EXPECT_EQ(joined->arrays[0].extents, (Extents{3}));
}

TEST(JoinedByRules, CopiesAreRepeated) {
  const auto joined = joined_by_rules(files_of(4, {{0, {2}}, {1, {2}}, {2, {2}}, {3, {2}}}),
                                      rules_of("mesh tp=4\nw repeat 2 P('tp')"));
  ASSERT_TRUE(joined.has_value()) << joined.error()->message;
  EXPECT_EQ(joined->arrays[0].extents, (Extents{4}));
  EXPECT_EQ(joined->arrays[0].pieces.size(), 4U);
}

TEST(JoinedByRules, OtherModelsStayAsTheyAre) {
  const auto joined = joined_by_rules(listed_model({{"w", {2}}}), rules_of("mesh 2\nv P('0')"));
  ASSERT_TRUE(joined.has_value());
  EXPECT_EQ(joined->arrays.size(), 1U);
}

TEST(JoinedByRules, RulesOnlyCut) {
  const PiecedModel model = files_of(1, {{0, {2}}});
  for (const std::string_view rule :
       {"w -> v P()", "w -> v concat 0 P()", "{e} -> v stack {e} P()", "w P()\n* -> v P()"}) {
    EXPECT_EQ(code_of(model, "mesh 1\n" + std::string(rule)), "reshard.from_rule") << rule;
  }
}

TEST(JoinedByRules, ATileThatNoRankHasIsMissed) {
  EXPECT_EQ(refusal_of(files_of(2, {{0, {2}}}), "mesh tp=2\n* P('tp')").message,
            "'w', by the rule on line 2: the words cut dimension 0 into 2 tiles, and the files do "
            "not have all of them");
  EXPECT_EQ(code_of(files_of(4, {{0, {2}}, {2, {2}}}), "mesh x=2 tp=2\n* P('tp')"), "pieces.hole");
  EXPECT_EQ(code_of(files_of(4, {{0, {2, 2}}, {3, {2, 2}}}), "mesh x=2 y=2\n* P('x', 'y')"),
            "pieces.hole");
}

TEST(JoinedByRules, WordsOfOtherFilesAreRefused) {
  const PiecedModel model = files_of(2, {{0, {2, 3}}, {1, {2, 4}}});
  EXPECT_EQ(refusal_of(model, "mesh tp=2\n* P('tp')").message,
            "'w', by the rule on line 2: dimension 1 has 3 elements on rank 0 and 4 on rank 1");
  EXPECT_EQ(code_of(model, "mesh tp=2\n* P(None, 'tp')"), "fine");
  EXPECT_EQ(code_of(model, "mesh tp=2\n* P()"), "pieces.part_shape");
  EXPECT_EQ(code_of(model, "mesh tp=4\n* P('tp')"), "reshard.ranks");
  EXPECT_EQ(code_of(model, "mesh tp=2 devices=(0,2)\n* P('tp')"), "reshard.ranks");
  EXPECT_EQ(code_of(model, "mesh tp=2\nv P('tp')"), "reshard.no_rule");
  EXPECT_EQ(code_of(model, "mesh tp=2\nv P('tp')\n* P()"), "reshard.no_match");
  EXPECT_EQ(code_of(model, "mesh tp=2\n* P(None, None, 'tp')"), "mesh.rank");
  EXPECT_EQ(code_of(model, "* P()"), "mesh.no_mesh");
  const std::int64_t most = INT64_MAX;
  EXPECT_EQ(code_of(files_of(2, {{0, {most, 0}}, {1, {most, 0}}}), "mesh tp=2\n* P('tp')"),
            "pieces.overflow");
}

}  // namespace
}  // namespace tileglot::checkpoint::reshard
