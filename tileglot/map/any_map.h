// SPDX-License-Identifier: Apache-2.0
// any_map.h: random maps for property tests, each made twice: by direct arithmetic and by the smart constructors.
//
// What     A Recipe is a short program over the coordinate: sums, floors, remainders, matrices over F2, parities. Calling it runs the
//          program in plain integers; build() hands the same steps to a MapBuilder. The generators write recipes that look like
//          layouts (nested tiles that divide or not, `*`, gaps, broadcast, negative strides, offsets, swizzles, padding, modular
//          sums, layouts read through layouts) and shrink them.
// Why      The recipe knows nothing of canonical forms, so it is the truth that every algorithm of this package is measured against.
// Example  RC_ASSERT-style law: check_law("..", 1000, [] { const Recipe r = *any_recipe(); expect_same(r, r.map()); });
//          [tests: builder_law_test.cc]
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <span>
#include <string>
#include <vector>

#include <rapidcheck.h>

#include "tileglot/core/error.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/index_map.h"

namespace tileglot::map {

/// One step of a recipe: it reads numbers made before it and makes one more.
struct Stage {
  enum class Kind {
    kSum,       ///< constant + sum of factor * number
    kFloorDiv,  ///< floor(number / constant)
    kMod,       ///< number mod constant
    kMatrix,    ///< `rows` applied to the bits of a number that is never negative
    kParity,    ///< xor of bits of numbers; a factor is the number of a bit
  };
  struct Operand {
    std::size_t number = 0;
    std::int64_t factor = 1;
    friend bool operator==(const Operand&, const Operand&) = default;
  };
  Kind kind = Kind::kSum;
  std::vector<Operand> operands = {};
  std::int64_t constant = 0;
  F2Rows rows = {};
  friend bool operator==(const Stage&, const Stage&) = default;
};

/// Number k below the rank is x_k, number rank + j is what stage j makes; the last one is the value of the map.
struct Recipe {
  std::vector<std::int64_t> extents;
  std::vector<Stage> stages;

  /// The value at x, stage by stage in plain arithmetic.
  std::int64_t operator()(std::span<const std::int64_t> x) const;
  /// The same stages through the smart constructors.
  core::Result<IndexMap> build() const;
  /// build(), which the generators have seen succeed.
  IndexMap map() const;
  std::int64_t points() const;

  friend bool operator==(const Recipe&, const Recipe&) = default;
};

std::ostream& operator<<(std::ostream& out, const Recipe& recipe);

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
  bool powers_of_two = false;              ///< extents and divisors are; no inner values
  MapKind kind = MapKind::kAny;             ///< what the built map shall be; kAny draws all three often
  std::vector<std::int64_t> extents = {};  ///< these and no others, if there are any
};

rc::Gen<Recipe> any_recipe(RecipeOptions options = {});

/// A third are one function by two routes, a third differ by a small change, a third are unrelated.
rc::Gen<RecipePair> any_recipe_pair(RecipeOptions options = {});

/// How many maps of each kind a law has seen, for the shares that a property test has to reach.
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

/// Calls visit(x) for every coordinate, row-major.
void for_each_coordinate(std::span<const std::int64_t> extents, const std::function<void(const Coordinate&)>& visit);

std::vector<std::int64_t> extents_of(const IndexMap& f);

/// The value at every coordinate, row-major.
std::vector<std::int64_t> table_of(const Recipe& recipe);
std::vector<std::int64_t> table_of(const IndexMap& f);

}  // namespace tileglot::map
