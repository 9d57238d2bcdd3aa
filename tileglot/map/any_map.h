// SPDX-License-Identifier: Apache-2.0
// any_map.h: generators of random maps for property tests.
//
// What     any_recipe() writes recipes that look like layouts: nested tiles that divide or not,
//          `*`, gaps, broadcast, negative strides, offsets, swizzles and other xors, padding,
//          modular sums, layouts read through layouts. any_recipe_pair() writes two over one
//          domain.
// Why      The laws of a map are checked on maps of every kind; shrinking keeps the recipes legal.
// Units    Domains are small enough to enumerate; the options say how small.
// Example  check_law("..", 1000, [] { const Recipe r = *any_recipe(); expect_same_table(r,
//          r.map()); });
//          [tests: builder_law_test.cc]
#pragma once

#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <vector>

#include "tileglot/map/any_recipe.h"
#include "tileglot/map/index_map.h"

namespace tileglot::map {

/// Two recipes over one domain.
struct RecipePair {
  Recipe f;
  Recipe g;
  bool one_function = false;  ///< g is f by another route: equal by construction
};

std::ostream& operator<<(std::ostream& out, const RecipePair& pair);

enum class MapKind { kAny, kPlain, kXor, kDeep };

struct RecipeOptions {
  std::int64_t min_points = 1;
  std::int64_t max_points = 128;
  std::size_t max_rank = 3;
  bool powers_of_two = false;    ///< extents and divisors are powers of two; no inner values
  MapKind kind = MapKind::kAny;  ///< what the map is; kAny draws each kind a third of the time
  std::vector<std::int64_t> extents = {};  ///< if not empty, exactly these extents
};

rc::Gen<Recipe> any_recipe(RecipeOptions options = {});

/// A third are one function by two routes, a third differ by a small change, a third are unrelated.
rc::Gen<RecipePair> any_recipe_pair(RecipeOptions options = {});

/// How many maps of each kind a law has seen: the shares that a property test has to reach.
struct Tally {
  std::int64_t plain = 0;
  std::int64_t xors = 0;
  std::int64_t deep = 0;

  void count(const IndexMap& f);
  std::int64_t maps() const { return plain + xors + deep; }
  /// A fifth at least are xor and a fifth at least are deep.
  bool is_balanced() const { return 5 * xors >= maps() && 5 * deep >= maps(); }
};

std::ostream& operator<<(std::ostream& out, const Tally& tally);

}  // namespace tileglot::map
