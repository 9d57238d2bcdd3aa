// SPDX-License-Identifier: Apache-2.0
// refine.h: the loops that two maps over one domain have in common (their common refinement).
//
// What     refine(f, g) cuts the domain so that both maps move by fixed steps: classes of
//          dimensions that nothing links; in each class a few boxes of coordinates (pieces: whole
//          blocks, ragged ends); in each piece loops whose entry i moves both offsets by i steps or
//          by row i of a table. Loops of different classes, and loops of one piece, run in any
//          order.
// Why      This is all that moving data from one layout to another needs to know.
// Units    Elements. f(x) = base.f + for each class (start.f + one entry of each loop).
// Example  Tile 3 against tile 2 along 20 elements: a table of 6, 3 times, and a ragged end of 2.
//          [tests: refine_test.cc, "tile 3 against tile 2 is a table of 6"]
// Errors   map.domain_mismatch where extents differ; map.overflow where a step overflows int64; any
//          error of the builder for a walk.
// Source   docs/reference/index-map.md, common refinement.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/evaluator.h"
#include "tileglot/map/index_map.h"

namespace tileglot::map {

/// How far the two offsets move. Sums wrap: refine has checked that the whole movement of each map
/// fits.
struct Move {
  std::int64_t f = 0;
  std::int64_t g = 0;
  friend bool operator==(const Move&, const Move&) = default;
};

constexpr std::int64_t wrapping_sum(std::int64_t a, std::int64_t b, std::int64_t times = 1) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) +
                                   static_cast<std::uint64_t>(b) *
                                       static_cast<std::uint64_t>(times));
}
constexpr Move operator+(Move a, Move b) {
  return {wrapping_sum(a.f, b.f), wrapping_sum(a.g, b.g)};
}
constexpr Move operator-(Move a, Move b) {
  return {wrapping_sum(a.f, b.f, -1), wrapping_sum(a.g, b.g, -1)};
}
constexpr Move operator*(Move a, std::int64_t times) {
  return {wrapping_sum(0, a.f, times), wrapping_sum(0, a.g, times)};
}

/// Entry i moves by table[i] if there is a table, by the walk's i-th point if there is a walk, else
/// by i * step.
struct Loop {
  std::int64_t count = 1;
  Move step = {};
  std::vector<Move> table = {};
  std::optional<std::size_t> walk = {};  ///< number in Refinement::walks
  bool is_strided() const { return table.empty() && !walk; }
};

/// A box of the coordinates of a class: the offsets are start plus one entry of each loop.
struct Piece {
  Move start;
  std::vector<Loop> loops;  ///< longest steps first
};

/// Dimensions linked by a parity or an inner value of f or g, or one dimension. The pieces together
/// are all its coordinates.
struct RefinedClass {
  std::vector<std::size_t> dims;
  std::vector<Piece> pieces;
};

/// Two maps over one small domain whose values, row-major, would be a table too large to keep. Both
/// are 0 at 0.
struct Walk {
  IndexMap f;
  IndexMap g;
};

struct Refinement {
  Move base = {};
  std::vector<RefinedClass> classes =
      {};  ///< by first dimension; dimensions of extent 1 are left out
  std::vector<Walk> walks = {};
  bool empty = false;  ///< some extent is 0: nothing moves
};

struct RefineOptions {
  std::int64_t max_table_entries =
      1 << 14;  ///< of all tables together; a class that does not fit is walked
  std::int64_t max_pieces =
      256;  ///< product over the classes; beyond, classes become one table or walk
  /// A dimension of several pieces that has no more points than this becomes one table; of linked
  /// dimensions, short ones are not cut while a table has no more entries.
  std::int64_t max_table_points = 0;
};

core::Result<Refinement> refine(const IndexMap& f, const IndexMap& g,
                                const RefineOptions& options = {});

/// Entry i of a loop. A walk divides here: the slow reference for WalkReader.
Move entry(const Loop& loop, std::int64_t i, const std::vector<Walk>& walks);

/// Reads the points of a walk in chunks, by counters, without division where rows are long.
class WalkReader {
 public:
  explicit WalkReader(const Walk& walk);

  std::int64_t size() const { return walk_->f.size(); }
  /// Fills `moves` with the points starting at number `first`. Precondition: they exist.
  void read(std::int64_t first, std::span<Move> moves) const;

 private:
  void read_row(const Coordinate& from, std::span<Move> moves) const;

  const Walk* walk_;
  Evaluator f_;
  Evaluator g_;
};

/// Greatest common divisor of the boundaries of f on dimension k; 0 where there are none. On blocks
/// of that length, starting at any multiple of it, f moves by its coefficient of x_k. A boundary is
/// a divisor above 1, or 2^i for bit i; extents are not boundaries.
std::int64_t boundary_gcd(const IndexMap& f, std::size_t k);

/// The coefficient of x_k itself.
std::int64_t slope(const IndexMap& f, std::size_t k);

}  // namespace tileglot::map
