// SPDX-License-Identifier: Apache-2.0
// affine_map.h: MLIR's affine maps of constants, as layouts.
//
// What     An AffineMap has dimensions and results, sums of products with constants, floordiv,
//          ceildiv and mod. Element x is at the row-major index of the results, whose extents come
//          from bounds_of by interval arithmetic: e mod k is bounded by 0 and k - 1 whatever e is,
//          except as a dividend, where it has the bounds of e if those are within 0 .. k - 1; a
//          sum adds the bounds of its terms.
// Why      MLIR's normalize-memrefs allocates tiles and tiles of tiles this way: 1x16x14x14 under
//          (d0, d1, d2 floordiv 32, d3 floordiv 32, d2 mod 32, d3 mod 32) is 1x16x1x1x32x32. It
//          solves constraints, and may find smaller extents where a dimension is in several terms.
// Example  (d0, d1) -> (d0 floordiv 2, d1 floordiv 2, d0 mod 2, d1 mod 2) over 3x5: the results
//          have bounds 0..1, 0..2, 0..1, 0..1; (2,3) is (1,1,0,1), the 17th of 24.
//          [tests: affine_map_test.cc, "the results of a tile index its array"]
// Errors   mlir.affine (not an expression of this kind: a product of two dimensions, a divisor that
//          is not a positive constant), mlir.symbol, mlir.dimension (a name that is not listed),
//          strided.limit, scan.*.
// Source   MLIR, "Affine" dialect; mlir/test/Transforms/normalize-memrefs-ops.mlir for the bounds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"

namespace tileglot::notation::strided {

enum class AffineVerb : std::uint8_t {
  kDimension,  ///< number: its index
  kConstant,   ///< number
  kAdd,        ///< left + right
  kTimes,      ///< left * number
  kFloorDiv,   ///< floor(left / number), number >= 1; also below
  kCeilDiv,
  kMod,
};

/// One step of an expression; left and right are earlier steps.
struct AffineStep {
  AffineVerb verb = AffineVerb::kConstant;
  std::int64_t number = 0;
  std::size_t left = 0;
  std::size_t right = 0;
  friend bool operator==(const AffineStep&, const AffineStep&) = default;
};

struct AffineMap {
  std::size_t dimensions = 0;
  std::vector<AffineStep> steps = {};
  std::vector<std::size_t> results = {};  ///< steps
  friend bool operator==(const AffineMap&, const AffineMap&) = default;
};

/// The smallest and largest value by interval arithmetic.
struct Interval {
  std::int64_t lo = 0;
  std::int64_t hi = 0;
  friend bool operator==(const Interval&, const Interval&) = default;
};

/// One for each step; nullopt where one overflows int64. Precondition: all extents are above 0, one
/// for each dimension.
std::optional<std::vector<Interval>> bounds_of(const AffineMap& map,
                                               std::span<const std::int64_t> extents);

/// Writes the value of each result into `results`. Precondition: bounds_of is not nullopt.
void apply(const AffineMap& map, std::span<const std::int64_t> x, std::span<std::int64_t> results);

/// (d0, d1) -> (d0, d1), for the given number of dimensions.
AffineMap identity_map(std::size_t dimensions);

/// Reads `affine_map<(d0, d1) -> (d1, d0)>` at the scanner's position.
core::Result<AffineMap> read_affine_map(core::Scanner& scanner);
std::string print(const AffineMap& map);

}  // namespace tileglot::notation::strided
