// SPDX-License-Identifier: Apache-2.0
// builder_law_test.cc: the smart constructors against plain integer arithmetic, at every
// coordinate.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/law.h"
#include "tileglot/map/any_map.h"
#include "tileglot/map/any_recipe.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/digits.h"
#include "tileglot/map/index_map.h"

namespace tileglot::map {
namespace {

Recipe with_stage(Recipe recipe, Stage::Kind kind, std::int64_t constant, std::int64_t factor,
                  F2Rows rows = {}) {
  const std::size_t last = recipe.rank() + recipe.stages.size() - 1;
  recipe.stages.push_back({kind, {{last, factor}}, constant, std::move(rows)});
  return recipe;
}

/// The map that the constructors make is the function that the recipe computes.
void expect_same_table(const Recipe& recipe) {
  const core::Result<IndexMap> map = recipe.build();
  ASSERT_TRUE(map.has_value()) << map.error()->message;
  EXPECT_EQ(table_of(*map), table_of(recipe)) << recipe;
}

/// Invariants I1 to I3 and I5 of index_map.h.
void expect_invariants(const IndexMap& f, const Value& v) {
  const FloorTerm* before = nullptr;
  for (const FloorTerm& term : v.floors) {
    EXPECT_NE(term.coef, 0);
    EXPECT_GE(term.div, f.is_dimension(term.src) ? 1 : 2);
    EXPECT_TRUE(!f.is_dimension(term.src) || term.div < f.extent(term.src));
    EXPECT_TRUE(before == nullptr ||
                std::pair(before->src, before->div) < std::pair(term.src, term.div));
    before = &term;
  }
  for (const ParityRow& row : v.xors.rows) {
    EXPECT_NE(row.weight, 0);
    EXPECT_GE(std::popcount(row.mask), 2);
  }
  for (const BitRef& bit : v.xors.bits) {
    EXPECT_TRUE(!f.is_dimension(bit.src) || std::int64_t{1} << bit.bit < f.extent(bit.src));
  }
}

void expect_invariants(const IndexMap& f) {
  expect_invariants(f, f.out());
  for (std::size_t j = 0; j < f.inner().size(); ++j) {
    expect_invariants(f, f.inner()[j]);
    for (std::size_t i = 0; i < j; ++i) EXPECT_FALSE(f.inner()[i] == f.inner()[j]);
  }
}

/// f built again from its own terms by the constructors.
core::Result<IndexMap> rebuilt(const IndexMap& f) {
  MapBuilder builder(f.domain());
  std::vector<Value> dims;
  dims.reserve(f.rank());
  for (std::size_t k = 0; k < f.rank(); ++k) dims.push_back(builder.dim(k));
  return builder.finish(builder.substitute(f, dims), f.codomain());
}

TEST(BuilderLaw, FloorDivIsFloor) {
  Tally tally;
  core::check_law("floor_div_is_floor", 25000, [&] {
    const Recipe recipe = *any_recipe();
    const std::int64_t d = *rc::gen::inRange<std::int64_t>(1, 20);
    tally.count(recipe.map());
    expect_same_table(with_stage(recipe, Stage::Kind::kFloorDiv, d, 1));
    expect_same_table(with_stage(recipe, Stage::Kind::kMod, d, 1));
  });
  std::cout << tally << "\n";
  EXPECT_TRUE(tally.is_balanced()) << tally;
}

TEST(BuilderLaw, BitIsBit) {
  core::check_law("bit_is_bit", 25000, [] {
    const Recipe recipe = *any_recipe();
    const std::int64_t i = *rc::gen::inRange<std::int64_t>(0, 9);
    expect_same_table(with_stage(recipe, Stage::Kind::kParity, 0, i));
  });
}

TEST(BuilderLaw, ApplyF2IsMatrix) {
  core::check_law("apply_f2_is_matrix", 25000, [] {
    Recipe recipe = *any_recipe();
    const std::vector<std::int64_t> table = table_of(recipe);
    const std::int64_t least = *std::min_element(table.begin(), table.end());
    recipe = with_stage(recipe, Stage::Kind::kSum, -least, 1);
    const auto rows = *rc::gen::container<F2Rows>(*rc::gen::inRange<std::size_t>(0, 9),
                                                  rc::gen::inRange<std::uint64_t>(0, 512));
    recipe = with_stage(recipe, Stage::Kind::kMatrix, 0, 1, rows);
    expect_same_table(recipe);
    // The result of a matrix is remembered: its floors, bits and matrices go another way.
    expect_same_table(with_stage(recipe, Stage::Kind::kFloorDiv, 4, 1));
    expect_same_table(with_stage(recipe, Stage::Kind::kParity, 0, 2));
    expect_same_table(with_stage(recipe, Stage::Kind::kMatrix, 0, 1, rows));
  });
}

TEST(BuilderLaw, EveryRecipeIsItsMap) {
  Tally tally;
  core::check_law("map_is_its_recipe", 25000, [&] {
    const Recipe recipe = *any_recipe({.max_points = 300, .max_rank = 4});
    tally.count(recipe.map());
    expect_same_table(recipe);
    expect_invariants(recipe.map());
  });
  EXPECT_TRUE(tally.is_balanced()) << tally;
}

TEST(BuilderLaw, CanonicalIsStable) {
  std::int64_t changed = 0;
  core::check_law("canonical_is_stable", 8000, [&] {
    const Recipe recipe = *any_recipe();
    const IndexMap map = recipe.map();
    const core::Result<IndexMap> again = rebuilt(map);
    ASSERT_TRUE(again.has_value()) << again.error()->message;
    EXPECT_EQ(table_of(*again), table_of(recipe)) << recipe;
    expect_invariants(*again);
    EXPECT_TRUE(map.is_deep() || again->same_form(map)) << recipe;
    if (!again->same_form(map)) ++changed;
  });
  std::cout << changed << " deep maps changed form, none its values\n";
}

TEST(BuilderLaw, PlainSameFormIffSameTable) {
  std::int64_t equal = 0;
  core::check_law("plain_same_form_iff_same_table", 25000, [&] {
    const RecipePair pair = *any_recipe_pair({.kind = MapKind::kPlain});
    const IndexMap f = pair.f.map();
    const IndexMap g = pair.g.map();
    RC_PRE(f.is_plain() && g.is_plain());
    const bool same = table_of(pair.f) == table_of(pair.g);
    if (same) ++equal;
    EXPECT_EQ(f.same_form(g), same) << pair;
  });
  std::cout << equal << " pairs were one function\n";
}

TEST(BuilderLaw, BoundContains) {
  core::check_law("bound_contains", 25000, [] {
    const Recipe recipe = *any_recipe();
    const IndexMap map = recipe.map();
    for (const std::int64_t value : table_of(recipe)) {
      ASSERT_LE(map.out().bound.lo, value) << recipe;
      ASSERT_GE(map.out().bound.hi, value) << recipe;
    }
    for_each_coordinate(recipe.extents, [&](const Coordinate& x) {
      std::vector<std::int64_t> sources(x);
      for (const Value& inner : map.inner()) {
        sources.push_back(evaluate(inner, sources));
        ASSERT_LE(inner.bound.lo, sources.back()) << recipe;
        ASSERT_GE(inner.bound.hi, sources.back()) << recipe;
      }
    });
  });
}

}  // namespace
}  // namespace tileglot::map
