// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/wanted_by_rules.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/reshard/listed_model.h"
#include "tileglot/checkpoint/reshard/wanted.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"

namespace tileglot::checkpoint::reshard {
namespace {

using pieces::Extents;
using pieces::PiecedModel;
using Arrays = std::vector<ListedArray>;
using Ranks = std::vector<std::int64_t>;

WantedModel wanted_of(const PiecedModel& model, std::string_view rules) {
  auto wanted = wanted_by_rules(model, rules_of(rules));
  EXPECT_TRUE(wanted.has_value()) << (wanted ? "" : wanted.error()->message);
  return wanted ? *std::move(wanted) : WantedModel{};
}

/// The fills of each tile.
std::vector<std::string> fills_of(const WantedArray& array, const PiecedModel& model) {
  std::vector<std::string> texts;
  texts.reserve(array.tiles.size());
  for (const WantedTile& tile : array.tiles) texts.push_back(fills_text(tile, model));
  return texts;
}

core::ErrorDetails refusal_of(const PiecedModel& model, std::string_view rules) {
  const auto wanted = wanted_by_rules(model, rules_of(rules));
  return wanted ? core::ErrorDetails{.code = "fine"} : *wanted.error();
}

std::string code_of(const Arrays& arrays, std::string_view rules) {
  return refusal_of(listed_model(arrays), rules).code;
}

std::string message_of(const Arrays& arrays, std::string_view rules) {
  return refusal_of(listed_model(arrays), rules).message;
}

TEST(WantedByRules, WordsCutAnArray) {
  const PiecedModel model = listed_model({{"w", {4, 6}}});
  const WantedModel wanted = wanted_of(model, "mesh tp=2\n* P('tp', None)");
  EXPECT_EQ(wanted.ranks, 2);
  ASSERT_EQ(wanted.arrays.size(), 1U);
  const WantedArray& w = wanted.arrays[0];
  EXPECT_EQ(w.name, "w");
  EXPECT_EQ(w.type, core::ElementType::kU32);
  EXPECT_EQ(w.element_bits, 32);
  EXPECT_EQ(w.extents, (Extents{4, 6}));
  EXPECT_EQ(w.sharding, "P('tp', None)");
  ASSERT_EQ(w.tiles.size(), 2U);
  EXPECT_EQ(w.tiles[1].begin, (map::Coordinate{2, 0}));
  EXPECT_EQ(w.tiles[1].extents, (Extents{2, 6}));
  EXPECT_EQ(w.tiles[1].ranks, (Ranks{1}));
  EXPECT_EQ(fills_of(w, model), (std::vector<std::string>{"w[0:2,0:6]@(0,0)", "w[2:4,0:6]@(0,0)"}));
}

TEST(WantedByRules, EachRankHasItsQItsKAndItsV) {
  const PiecedModel model = listed_model({{"k", {2, 4}}, {"q", {2, 4}}, {"v", {2, 4}}});
  const WantedModel wanted = wanted_of(model, "mesh tp=2\n{q,k,v} -> qkv concat 0 P('tp', None)");
  ASSERT_EQ(wanted.arrays.size(), 1U);
  const WantedArray& qkv = wanted.arrays[0];
  EXPECT_EQ(qkv.name, "qkv");
  EXPECT_EQ(qkv.extents, (Extents{6, 4}));
  ASSERT_EQ(qkv.tiles.size(), 2U);
  EXPECT_EQ(qkv.tiles[1].begin, (map::Coordinate{3, 0}));
  EXPECT_EQ(qkv.tiles[1].extents, (Extents{3, 4}));
  EXPECT_EQ(fills_text(qkv.tiles[1], model), "q[1:2,0:4]@(0,0) k[1:2,0:4]@(1,0) v[1:2,0:4]@(2,0)");
}

TEST(WantedByRules, OperandsOfOtherExtentsAreCutByTheirOwn) {
  const PiecedModel model = listed_model({{"k", {2, 2}}, {"q", {4, 2}}});
  const WantedModel wanted = wanted_of(model, "mesh tp=2\nq, k -> qk concat 0 P('tp')");
  ASSERT_EQ(wanted.arrays[0].tiles.size(), 2U);
  EXPECT_EQ(wanted.arrays[0].tiles[1].begin, (map::Coordinate{3, 0}));
  EXPECT_EQ(fills_text(wanted.arrays[0].tiles[1], model), "q[2:4,0:2]@(0,0) k[1:2,0:2]@(2,0)");
}

TEST(WantedByRules, ArraysAreJoinedAsTheRuleListsThem) {
  const PiecedModel model = listed_model({{"a.x", {1}}, {"b.x", {1}}, {"b.y", {1}}, {"c", {1}}});
  const WantedModel wanted = wanted_of(model, "mesh 1\nc, *.{y,x} -> all concat 0 P()");
  EXPECT_EQ(fills_of(wanted.arrays[0], model),
            (std::vector<std::string>{"c[0:1]@(0) b.y[0:1]@(1) a.x[0:1]@(2) b.x[0:1]@(3)"}));
}

TEST(WantedByRules, ExpertsAreStackedByTheirNumbers) {
  Arrays arrays;
  for (int e = 0; e < 12; ++e) arrays.push_back({"e." + std::to_string(e), {2}});
  const PiecedModel model = listed_model(arrays);
  const WantedModel wanted = wanted_of(model, "mesh ep=6 tp=2\ne.{e} -> e stack {e} P('ep', 'tp')");
  const WantedArray& experts = wanted.arrays[0];
  EXPECT_EQ(experts.extents, (Extents{12, 2}));
  ASSERT_EQ(experts.tiles.size(), 12U);
  EXPECT_EQ(fills_text(experts.tiles[11], model), "e.10[1:2]@(0,0) e.11[1:2]@(1,0)");
  EXPECT_EQ(experts.tiles[11].begin, (map::Coordinate{10, 1}));
}

TEST(WantedByRules, StacksAreJoined) {
  const PiecedModel model =
      listed_model({{"0.up", {1, 2}}, {"1.up", {1, 2}}, {"0.gate", {3, 2}}, {"1.gate", {3, 2}}});
  const std::string_view rules = "mesh 1\n{e}.{gate,up} -> w13 stack {e} concat 1 P()";
  const WantedModel wanted = wanted_of(model, rules);
  EXPECT_EQ(wanted.arrays[0].extents, (Extents{2, 4, 2}));
  EXPECT_EQ(fills_text(wanted.arrays[0].tiles[0], model),
            "0.gate[0:3,0:2]@(0,0,0) 1.gate[0:3,0:2]@(1,0,0) "
            "0.up[0:1,0:2]@(0,3,0) 1.up[0:1,0:2]@(1,3,0)");
}

TEST(WantedByRules, FewerHeadsThanRanksAreRepeated) {
  const PiecedModel model = listed_model({{"k", {4}}});
  const WantedModel wanted = wanted_of(model, "mesh tp=4\nk repeat 2 P('tp')");
  ASSERT_EQ(wanted.arrays[0].tiles.size(), 2U);
  EXPECT_EQ(wanted.arrays[0].tiles[1].ranks, (Ranks{2, 3}));
}

TEST(WantedByRules, OnlyTheRanksOfAStageWantItsLayers) {
  const PiecedModel model = listed_model({{"l.0.w", {2}}, {"l.3.w", {2}}, {"norm", {2}}});
  const WantedModel wanted =
      wanted_of(model, "mesh x=2 y=3 tp=1\nl.{l}.* on y {l} * 3 / 4\n*.w P('tp')\nnorm P('x')\n");
  EXPECT_EQ(wanted.ranks, 6);
  EXPECT_EQ(wanted.arrays[0].tiles[0].ranks, (Ranks{0, 3}));
  EXPECT_EQ(wanted.arrays[1].tiles[0].ranks, (Ranks{2, 5}));
  EXPECT_EQ(wanted.arrays[2].tiles[1].ranks, (Ranks{3, 4, 5}));
  const WantedModel of_one_line = wanted_of(model, "mesh pp=2\nl.{l}.w on pp {l} / 2 P()\n* P()");
  EXPECT_EQ(of_one_line.arrays[1].tiles[0].ranks, (Ranks{1}));
  EXPECT_EQ(of_one_line.arrays[2].tiles[0].ranks, (Ranks{0, 1}));
}

TEST(WantedByRules, TilesWithoutElementsStay) {
  const PiecedModel model = listed_model({{"none", {0, 3}}, {"w", {5}}});
  const WantedModel wanted = wanted_of(model, "mesh tp=4\n* P('tp')");
  EXPECT_EQ(fills_of(wanted.arrays[0], model), (std::vector<std::string>(4)));
  EXPECT_EQ(fills_of(wanted.arrays[1], model),
            (std::vector<std::string>{"w[0:2]@(0)", "w[2:4]@(0)", "w[4:5]@(0)", ""}));
  EXPECT_EQ(wanted.arrays[1].tiles[3].begin, (map::Coordinate{5}));
  EXPECT_EQ(wanted.arrays[1].tiles[3].ranks, (Ranks{3}));
}

TEST(WantedByRules, ARankMayHaveAnyNumber) {
  const PiecedModel model = listed_model({{"w", {2}}});
  const WantedModel wanted = wanted_of(model, "mesh x=2 devices=(7,4)\n* P('x')");
  EXPECT_EQ(wanted.ranks, 8);
  EXPECT_EQ(wanted.arrays[0].tiles[0].ranks, (Ranks{7}));
}

TEST(WantedByRules, AWholeModelIsOnOneRank) {
  const PiecedModel model = listed_model({{"a", {2, 3}}, {"none", {0}}, {"one", {}}});
  const auto wanted = whole_model(model);
  ASSERT_TRUE(wanted.has_value());
  EXPECT_EQ(wanted->ranks, 1);
  EXPECT_EQ(fills_text(wanted->arrays[0].tiles[0], model), "a[0:2,0:3]@(0,0)");
  EXPECT_EQ(fills_text(wanted->arrays[1].tiles[0], model), "");
  EXPECT_EQ(fills_text(wanted->arrays[2].tiles[0], model), "one[]@()");
  EXPECT_EQ(wanted->arrays[2].tiles[0].ranks, (Ranks{0}));
  EXPECT_EQ(wanted->arrays[0].sharding, "");
}

TEST(WantedByRules, AnArrayWithoutARuleIsNamed) {
  EXPECT_EQ(code_of({{"w", {2}}}, "mesh 1\n*.w P()"), "reshard.no_rule");
  EXPECT_EQ(message_of({{"b", {2}}, {"w", {2}}}, "mesh pp=9\nb P()\n{l} on pp {l} * 0"),
            "no rule with words matches 'w'");
}

TEST(WantedByRules, APatternWithoutAnArrayIsNamed) {
  EXPECT_EQ(message_of({{"w", {2}}}, "mesh 1\n\nw, *.v P()\n* P()"),
            "line 3: no array has a name like '*.v'");
  EXPECT_EQ(code_of({{"w", {2}}}, "mesh pp=1\n{l}.w on pp {l}\n* P()"), "reshard.no_match");
  EXPECT_EQ(code_of({{"w", {2}}}, "mesh 1\nw P()\n* P()"), "fine");
  // An earlier rule may have taken all arrays.
  EXPECT_EQ(code_of({{"a.w", {2}}}, "mesh 1\n*.w P()\na.w P()"), "fine");
}

TEST(WantedByRules, ANameIsMadeOnce) {
  EXPECT_EQ(code_of({{"a", {2}}, {"b", {2}}}, "mesh 1\na -> b P()\n* P()"), "reshard.twice");
  EXPECT_EQ(code_of({{"a", {2}}, {"b", {2}}}, "mesh 1\na, b -> c P()"), "reshard.twice");
  EXPECT_EQ(code_of({{"0.a", {2}}, {"0.b", {2}}}, "mesh 1\n{e}.{a,b} -> c stack {e} P()"),
            "reshard.twice");
}

TEST(WantedByRules, AStackHasEachNumberOnce) {
  const std::string_view rules = "mesh 1\n{e} -> w stack {e} P()";
  const std::string_view star = "mesh 1\n*.{e} -> w stack {e} P()";
  EXPECT_EQ(message_of({{"0", {2}}, {"2", {2}}}, rules),
            "'0', by the rule on line 2: '2' is number 2 of 'w', and number 1 is missing");
  EXPECT_EQ(code_of({{"a.1", {2}}}, star), "reshard.stack");
  EXPECT_EQ(message_of({{"a.0", {2}}, {"b.0", {2}}}, star),
            "'a.0', by the rule on line 2: 'a.0' and 'b.0' are both number 0 of 'w'");
  EXPECT_EQ(message_of({{"a.x", {2}}}, star),
            "'a.x', by the rule on line 2: {e} took 'x', which is not a number");
}

TEST(WantedByRules, WhatIsJoinedIsAlike) {
  const std::string_view concat = "mesh 1\na, b -> c concat 0 P()";
  EXPECT_EQ(message_of({{"a", {2, 4}}, {"b", {2, 5}}}, concat),
            "'a', by the rule on line 2: 'a' is u32 [2,4], and 'b' is u32 [2,5]");
  EXPECT_EQ(code_of({{"a", {2, 4}}, {"b", {2}}}, concat), "reshard.alike");
  EXPECT_EQ(code_of({{"0", {2}}, {"1", {3}}}, "mesh 1\n{e} -> w stack {e} P()"), "reshard.alike");
  PiecedModel model = listed_model({{"a", {2}}, {"b", {2}}});
  model.arrays[1].element_bits = 64;
  EXPECT_EQ(refusal_of(model, concat).message,
            "'a', by the rule on line 2: 'a' is u32 [2], and 'b' is u32 in 64 bits [2]");
  EXPECT_EQ(code_of({{"a", {2}}, {"b", {2}}}, "mesh 1\na, b -> c concat 1 P()"), "reshard.concat");
}

TEST(WantedByRules, StagesThatCannotBeAreRefused) {
  const Arrays layers = {{"l.4", {2}}};
  EXPECT_EQ(message_of(layers, "mesh pp=4\nl.{l} on pp {l} P()"),
            "'l.4', by the rule on line 2: stage 4 of axis 'pp', which has 4");
  EXPECT_EQ(code_of(layers, "mesh pp=8\nl.{l} on pp {l} P('pp')"), "reshard.stage");
  EXPECT_EQ(code_of(layers, "mesh pp=8\nl.{l} on qq {l} P()"), "reshard.stage");
  EXPECT_EQ(code_of({{"l.x", {2}}}, "mesh pp=8\nl.{l} on pp {l} P()"), "mesh.rule");
  EXPECT_EQ(
      message_of({{"l.0", {2}}, {"l.1", {2}}}, "mesh pp=2\nl.{l} -> w concat 0 on pp {l} P()"),
      "'l.0' is wanted on stage 0 of 'pp' and 'l.1' on stage 1 of 'pp', and both are of 'w'");
  EXPECT_EQ(
      code_of({{"l.0", {2}}, {"m", {2}}}, "mesh pp=2\nl.{l} on pp {l}\nl.0, m -> w concat 0 P()"),
      "reshard.stage");
}

TEST(WantedByRules, WordsThatDoNotFitAreNamedWithTheArray) {
  EXPECT_EQ(message_of({{"w", {2}}}, "mesh x=2\n* P(None, 'x')"),
            "'w', by the rule on line 2: P(None, 'x') has 2 dimensions, and the array has 1");
  EXPECT_EQ(code_of({{"w", {2}}}, "mesh x=2\n* P('z')"), "mesh.no_axis");
  EXPECT_EQ(code_of({{"w", {2}}}, "* P('x')"), "mesh.no_mesh");
  EXPECT_EQ(code_of({{"w", {2}}}, "mesh x=3\n* repeat 2 P('x')"), "mesh.rule");
}

TEST(WantedByRules, TooManyTilesAreRefusedBeforeTheyAreMade) {
  const Arrays small = {{"w", {2}}};
  EXPECT_EQ(code_of(small, "mesh x=1099511627776\n* P('x')"), "reshard.limit");
  // 512 arrays, each in 65,536 tiles of the stack.
  Arrays stacked;
  for (int e = 0; e < 512; ++e) stacked.push_back({std::to_string(e), {2}});
  const std::string_view stack = "mesh x=65536\n{e} -> w stack {e} P(None, 'x')";
  EXPECT_EQ(code_of(stacked, stack), "reshard.limit");
}

TEST(WantedByRules, SizesThatDoNotFitAreRefused) {
  const std::int64_t most = INT64_MAX / 32;
  const std::string_view rules = "mesh 1\na, b -> w concat 0 P()";
  EXPECT_EQ(code_of({{"a", {most - 1}}, {"b", {1}}}, rules), "fine");
  EXPECT_EQ(code_of({{"a", {most}}, {"b", {1}}}, rules), "reshard.too_large");
  EXPECT_EQ(code_of({{"a", {INT64_MAX, 0}}, {"b", {1, 0}}}, rules), "reshard.too_large");
}

}  // namespace
}  // namespace tileglot::checkpoint::reshard
