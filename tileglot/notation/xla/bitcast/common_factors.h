// SPDX-License-Identifier: Apache-2.0
// common_factors.h: where two lists of bounds with equal products can be cut alike.
//
// What     common_factors(a, b) lists the pairs (i, j) for which the first i bounds of a and the
//          first j of b have the same product, from (0, 0) to the ends, as finely as possible. Two
//          neighbouring pairs bound a group that a reshape mixes; groups of one bound on each side
//          are dimensions that it does not change.
// Why      A reshape is a product of smaller ones, one for each group.
// Example  [2,3,4] and [6,2,2] are cut at (0,0), (2,1), (3,3).
//          [tests: common_factors_test.cc, "lists are cut where products meet"]
// Errors   xla.elements where the products differ; xla.too_large where one does not fit;
//          xla.dimension for a bound below 0.
// Source   XLA, CommonFactors (util.h), DimensionsUnmodifiedByReshape,
//          ReshapeLeavesDimensionsUnmodified and InsertedOrDeleted1SizedDimensions (shape_util.h).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"

namespace tileglot::notation::xla {

using Bounds = std::span<const std::int64_t>;
using DimensionPair = std::pair<std::int64_t, std::int64_t>;  ///< of the input, of the output

core::Result<std::vector<DimensionPair>> common_factors(Bounds a, Bounds b);

/// The dimensions that both have, in order.
core::Result<std::vector<DimensionPair>> dimensions_unmodified_by_reshape(Bounds from, Bounds to);

/// The dimensions of `to` that the given dimensions of `from` become; nullopt where one is mixed
/// with others, or they are not in ascending order.
core::Result<std::optional<std::vector<std::int64_t>>> reshape_leaves_dimensions_unmodified(
    Bounds from, Bounds to, std::span<const std::int64_t> dimensions);

struct OneSizedDimensions {
  std::vector<std::int64_t> deleted = {};   ///< of the input
  std::vector<std::int64_t> inserted = {};  ///< of the output
  friend bool operator==(const OneSizedDimensions&, const OneSizedDimensions&) = default;
};

/// The dimensions of size 1 that a reshape deletes and inserts; nullopt where it does more than
/// that.
core::Result<std::optional<OneSizedDimensions>> inserted_or_deleted_1_sized_dimensions(Bounds from,
                                                                                       Bounds to);

}  // namespace tileglot::notation::xla
