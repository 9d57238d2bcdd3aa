// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/mesh/rules.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/core/source_text.h"
#include "tileglot/notation/mesh/any_mesh.h"
#include "tileglot/notation/mesh/mesh_text.h"
#include "tileglot/notation/mesh/tiles.h"

namespace tileglot::notation::mesh {
namespace {

constexpr std::string_view kLlama =
    "mesh pp=4 ep=2 tp=8                       # ranks in row-major order\n"
    "*.q_proj.weight, *.gate_proj.weight   P('tp', None)\n"
    "\n"
    "*.experts.{e}.up_proj.weight -> *.experts.up   stack {e}   P('ep', None, 'tp')\n"
    "*.{k,v}_proj.weight  -> *.kv_proj  concat 0  repeat 2  P('tp', None)   # each rank: k, v\n"
    "model.layers.{l}.*   on pp {l} * 4 / 80\n"
    "*   P()\n";

TEST(Rules, TheRulesOfAModelAreRead) {
  const auto rules = parse_rules(kLlama);
  ASSERT_TRUE(rules) << core::render(core::with_line(rules.error(), kLlama));
  EXPECT_EQ(print(*rules->mesh), "pp=4 ep=2 tp=8");
  ASSERT_EQ(rules->rules.size(), 5U);
  EXPECT_EQ(print(rules->rules[0]), "*.q_proj.weight, *.gate_proj.weight P('tp', None)");
  EXPECT_EQ(print(rules->rules[2]),
            "*.{k,v}_proj.weight -> *.kv_proj concat 0 repeat 2 P('tp', None)");
  EXPECT_EQ(print(rules->rules[3]), "model.layers.{l}.* on pp {l} * 4 / 80");
  EXPECT_EQ(rules->rules[4].line, 7U);
}

TEST(Rules, TheFirstRuleWithWordsCounts) {
  const Rules rules = *parse_rules(kLlama);
  const std::string name = "model.layers.41.experts.5.up_proj.weight";
  const auto found = match(rules, name);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->rule, 1U);
  EXPECT_EQ(target_name(rules.rules[1], *found, name), "model.layers.41.experts.up");
  EXPECT_EQ(captured_number(*found, "e"), 5);
  const auto place = match_place(rules, name);
  ASSERT_TRUE(place);
  EXPECT_EQ(place_of(rules.rules[place->rule], *place), 2);
  EXPECT_EQ(match(rules, "a.v_proj.weight")->match.choices, (std::vector<std::size_t>{1}));
  EXPECT_EQ(match(rules, "a.gate_proj.weight")->pattern, 1U);
  EXPECT_EQ(match(rules, "norm")->rule, 4U);
  EXPECT_EQ(match_place(rules, "norm"), std::nullopt);
  const Rules numbered = *parse_rules("embed on pp 0\nlm_head on pp 3 P()");
  EXPECT_EQ(place_of(numbered.rules[0], *match_place(numbered, "embed")), 0);
  EXPECT_EQ(place_of(numbered.rules[1], *match_place(numbered, "lm_head")), 3);
  EXPECT_EQ(print(numbered.rules[1]), "lm_head on pp 3 P()");
  EXPECT_EQ(parse_rules("l on pp 9223372036854775808").error()->code, "scan.integer_too_large");
  EXPECT_EQ(target_name(rules.rules[4], *match(rules, "norm"), "norm"), "norm");
}

TEST(Rules, ACaptureThatIsNotANumberIsNotAPlace) {
  const Rules rules = *parse_rules("h.{l} on pp {l} * 4");
  EXPECT_EQ(place_of(rules.rules[0], *match_place(rules, "h.x")).error()->code, "mesh.rule");
  const std::string_view largest = "h.9223372036854775807";
  EXPECT_EQ(place_of(rules.rules[0], *match_place(rules, largest)).error()->code, "mesh.rule");
}

std::string code_of_rules(std::string_view text) {
  const auto rules = parse_rules(text);
  return rules ? "fine" : rules.error()->code;
}

TEST(Rules, OtherLinesAreRefused) {
  for (const std::string_view text :
       {"a", "a,", "a -> b -> c P()", "a stack {e} P()", "a -> *.b P()", "a -> {e} P()",
        "a -> {x,y} P()", "{e} stack e P()", "a repeat 0 P()", "a concat -1 P()", "a on P()",
        "{l} on pp {l} / 0", "l on pp", "l on pp -1", "mesh 4\nmesh 4",
        "{e} -> e stack {e} stack {e} P()", "{e} stack {e} P()", "a concat 0 P()"}) {
    EXPECT_EQ(code_of_rules(text), "mesh.rule") << text;
  }
  EXPECT_EQ(code_of_rules("a{ P()"), "mesh.pattern");
  EXPECT_EQ(code_of_rules("mesh x=0"), "mesh.size");
  EXPECT_EQ(code_of_rules("a concat x P()"), "scan.integer");
  EXPECT_EQ(code_of_rules("a Q"), "scan.expected");
  EXPECT_EQ(code_of_rules(std::string(65537, '\n')), "mesh.limit");
  EXPECT_EQ(code_of_rules(std::string(4097, ' ')), "mesh.limit");
}

TEST(Rules, AnErrorShowsItsLine) {
  const std::string_view text = "# words\na  P('x')\nb  P('x', 'x')\n";
  const auto rules = parse_rules(text);
  ASSERT_FALSE(rules);
  EXPECT_EQ(core::render(core::with_line(rules.error(), text)),
            "error[mesh.axis_twice]: axis 'x' cuts dimension 0 and dimension 1\n"
            "  3 | b  P('x', 'x')\n"
            "    |           ^^^\n"
            "  help: an axis cuts one dimension, once\n");
}

TEST(Rules, FewerHeadsThanRanksAreOnNeighbours) {
  const Rule rule = parse_rules("k repeat 2 P('tp')")->rules[0];
  const auto on = cut_of(rule, *parse_mesh("tp=8"), 1);
  ASSERT_TRUE(on);
  EXPECT_EQ(print(on->mesh), "tp=4 'tp copies'=2");
  const std::vector<std::int64_t> extents{8};
  EXPECT_EQ(box_of(5, extents, on->cut, on->mesh), (Box{{4}, {6}}));
  EXPECT_EQ(cut_of(rule, *parse_mesh("tp=3"), 1).error()->code, "mesh.rule");
  EXPECT_EQ(cut_of(rule, *parse_mesh("tp=8"), 0).error()->code, "mesh.rank");
  EXPECT_EQ(cut_of(parse_rules("k repeat 2 P()")->rules[0], *parse_mesh("tp=8"), 1).error()->code,
            "mesh.rule");
}

TEST(Rules, RepeatedTilesAreThoseOfFewerRanks) {
  core::check_law("mesh_repeated_tiles", 20000, [] {
    const std::int64_t before = any_between(1, 3);
    const std::int64_t ranks = any_between(1, 4);
    const std::int64_t repeat = any_between(1, 3);
    const std::int64_t after = any_between(1, 3);
    const std::vector<std::int64_t> extents{any_between(0, 20), 3};
    Rule rule = parse_rules("k P('tp', 'z')")->rules[0];
    rule.repeat = repeat;
    const Mesh mesh = *make_mesh({{"x", before}, {"tp", ranks * repeat}, {"z", after}});
    const auto on = cut_of(rule, mesh, 2);
    RC_ASSERT(on.has_value());
    const std::int64_t rows = (extents[0] + ranks - 1) / ranks;
    for (std::int64_t device = 0; device < device_count(mesh); ++device) {
      const std::int64_t tile = device / after % (ranks * repeat) / repeat;
      const auto box = box_of(device, extents, on->cut, on->mesh);
      RC_ASSERT(box.has_value());
      for (std::int64_t x = 0; x < extents[0]; ++x)
        RC_ASSERT((box->begin[0] <= x && x < box->end[0]) == (x / rows == tile));
      const std::int64_t columns = (extents[1] + after - 1) / after;
      for (std::int64_t x = 0; x < extents[1]; ++x)
        RC_ASSERT((box->begin[1] <= x && x < box->end[1]) == (x / columns == device % after));
    }
  });
}

std::string some_line() {
  std::string line = *rc::gen::element<std::string>("*.{e}.w", "a.*, *.b", "{q,k}.*{e}", "*");
  const bool has_e = line.find("{e}") != std::string::npos;
  const bool is_named = any_between(0, 1) == 1;
  if (is_named) line += " -> *.made";
  if (is_named && has_e && any_between(0, 1) == 1) line += " stack {e}";
  if (is_named && any_between(0, 1) == 1) line += " concat 1";
  if (any_between(0, 1) == 1) line += " repeat 4";
  if (has_e && any_between(0, 1) == 1) line += " on pp {e} * 3 / 7";
  return line + " " + print(*any_spec(*any_mesh(), 3));
}

TEST(Rules, PrintedRulesAreReadBackAndTheFirstMatchCounts) {
  core::check_law("mesh_rules_read_back", 20000, [] {
    std::string text;
    const std::int64_t count = any_between(1, 5);
    for (std::int64_t i = 0; i < count; ++i) text += some_line() + "  # a comment\n";
    const auto rules = parse_rules(text);
    RC_ASSERT(rules.has_value());
    RC_ASSERT(rules->rules.size() == static_cast<std::size_t>(count));
    std::string printed;
    for (const Rule& rule : rules->rules) printed += print(rule) + "\n";
    const auto again = parse_rules(printed);
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == *rules);
    const std::string name = *rc::gen::element<std::string>("a.3.w", "q.b", "k.5", "a.b", "");
    std::optional<std::size_t> first;
    for (std::size_t i = rules->rules.size(); i-- > 0;) {
      for (const Pattern& pattern : rules->rules[i].patterns)
        if (match_pattern(pattern, name)) first = i;
    }
    const auto found = match(*rules, name);
    RC_ASSERT(found.has_value() == first.has_value());
    if (found) RC_ASSERT(found->rule == *first);
  });
}

}  // namespace
}  // namespace tileglot::notation::mesh
