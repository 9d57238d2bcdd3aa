// SPDX-License-Identifier: Apache-2.0
// linked_loops.h: the common loops of two maps over a class of linked dimensions.
//
// What     Each dimension is cut into granules, blocks without a boundary inside, so that within
//          one both maps are strided. The class with a granule as its unit is a pair of smaller
//          maps (coarse). Along each dimension these repeat with a period: a loop over periods, and
//          one table over the box of the periods.
// Why      A table per granule and period is small where a table over the class would not be; where
//          even that is large, a walk goes through the coarse maps.
// Example  Sw<3,3,3> o 0 o (8,64):(64,1): granules of 8 along x1, so 8 x 8 entries and a run of 8,
//          for any number of rows.
// Errors   Any error of the builder for the coarse maps.
// Source   docs/reference/index-map.md, common refinement.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/refine.h"

namespace tileglot::map {

/// A dimension of a class in granules.
struct GranuleAxis {
  std::size_t dim = 0;
  std::int64_t granule = 1;
  std::int64_t extent = 1;  ///< of the dimension, in elements
  Move slope;               ///< a step inside a granule
};

/// Granules as long as the boundaries of both maps allow; the last one of a dimension may be
/// shorter. Smallest steps last.
std::vector<GranuleAxis> long_granules(const IndexMap& f, const IndexMap& g,
                                       std::span<const std::size_t> dims);

/// Granules that also divide the extents.
std::vector<GranuleAxis> even_granules(const IndexMap& f, const IndexMap& g,
                                       std::span<const std::size_t> dims);

/// f and g by granule, other dimensions at 0, minus their values at 0.
core::Result<Walk> coarse_maps(const IndexMap& f, const IndexMap& g,
                               std::span<const GranuleAxis> axes);

class LinkedLoops {
 public:
  /// `coarse` is coarse_maps of `axes`. The axes of the smallest steps are not cut into periods as
  /// long as a table over them has at most `max_table_points` entries.
  LinkedLoops(std::vector<GranuleAxis> axes, const Walk& coarse, std::int64_t max_table_points = 0);

  /// Entries of all pieces together; saturates at the largest int64.
  std::int64_t table_entries() const;
  std::int64_t piece_count() const;
  /// Precondition: table_entries() is small enough to keep.
  std::vector<Piece> pieces() const;

 private:
  /// A range of granules of one axis within a period, repeated.
  struct Part {
    std::int64_t first = 0;
    std::int64_t count = 1;
    Move start = {};
    Loop periods = {};
    Loop granule = {};
  };
  std::vector<Part> parts_of(std::size_t axis, const Walk& coarse) const;
  void join_small_axes(std::int64_t max_table_points);
  Piece piece_of(std::span<const Part* const> parts) const;
  std::vector<Move> table_over(std::span<const Part* const> parts) const;

  std::vector<GranuleAxis> axes_;
  std::vector<std::vector<Part>> parts_;  ///< of each axis
  Evaluator f_;
  Evaluator g_;
};

}  // namespace tileglot::map
