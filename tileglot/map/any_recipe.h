// SPDX-License-Identifier: Apache-2.0
// any_recipe.h: a map as a short program, the reference that the algorithms of this package are
// tested against.
//
// What     A Recipe is a list of stages over the coordinate: sums, floors, remainders, matrices
//          over F2, parities. Calling it runs them in plain integers; build() hands the same stages
//          to a MapBuilder.
// Why      It knows nothing of canonical forms, bounds or inner values, so it cannot share their
//          bugs.
// Example  x0, x1 on (3,5), stages 12*floor(x0/2) + .. : evaluated at (2,3) it is 17, and so is the
//          map that build() makes. [tests: builder_law_test.cc]
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <span>
#include <vector>

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
    kMatrix,    ///< `rows` applied to the bits of a number that is not negative
    kParity,    ///< xor of bits of numbers; an operand's factor is the index of its bit
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

/// Number k below the rank is x_k, number rank + j is what stage j makes; the last one is the
/// value.
struct Recipe {
  std::vector<std::int64_t> extents;
  std::vector<Stage> stages;

  std::size_t rank() const { return extents.size(); }
  std::int64_t points() const;

  /// The value at x, stage by stage in plain arithmetic.
  std::int64_t operator()(std::span<const std::int64_t> x) const;
  /// The same stages through the smart constructors.
  core::Result<IndexMap> build() const;
  /// build(); the caller knows that it succeeds.
  IndexMap map() const;

  friend bool operator==(const Recipe&, const Recipe&) = default;
};

std::ostream& operator<<(std::ostream& out, const Recipe& recipe);

/// A number at many coordinates.
using Column = std::vector<std::int64_t>;

/// The columns of x_0, x_1, .. over all coordinates, row-major.
std::vector<Column> coordinate_columns(std::span<const std::int64_t> extents);

/// What a stage computes from the columns before it, each of `points` numbers.
Column evaluate(const Stage& stage, std::span<const Column> columns, std::size_t points);

/// Calls visit(x) for every coordinate, row-major.
void for_each_coordinate(std::span<const std::int64_t> extents,
                         const std::function<void(const Coordinate&)>& visit);

std::vector<std::int64_t> extents_of(const IndexMap& f);

/// The value at every coordinate, row-major.
std::vector<std::int64_t> table_of(const Recipe& recipe);
std::vector<std::int64_t> table_of(const IndexMap& f);

/// Smaller recipes that are still valid: legal stages that the constructors accept.
std::vector<Recipe> simpler(const Recipe& recipe);

/// Whether the stages are legal (divisors positive, no matrix on a negative number) and build.
bool is_sound(const Recipe& recipe);

}  // namespace tileglot::map
