// SPDX-License-Identifier: Apache-2.0
// decompose_bitcast.h: a bitcast between two shapes as reshapes and transposes.
//
// What     decompose_bitcast(in, out) is a reshape, a transpose, or a transpose to row-major, a
//          reshape and a transpose from row-major; each step leaves every element in its place.
// Why      A bitcast says only that memory is read with another shape; passes that track elements
//          need to know which becomes which.
// Units    Permutations as in core/permutation.h.
// Example  [4,6,5]{1,2,0} to [30,4]{0,1}: transpose (0,2,1) to [4,5,6], reshape to [4,30],
//          transpose (1,0).
//          [tests: decompose_bitcast_test.cc, "three steps through row-major order"]
// Errors   Those of is_bitcast.h. The result is nullopt, not an error, where a layout is missing,
//          the numbers of elements differ, or memory does not correspond because of tiles or
//          splits.
// Source   XLA, ShapeUtil::DecomposeBitcast, DecomposeBitcastToTrt; types are ignored, as in XLA.
#pragma once

#include <optional>
#include <variant>

#include "tileglot/core/error.h"
#include "tileglot/core/permutation.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

struct BitcastReshape {};

struct BitcastTranspose {
  core::Permutation dimensions = {};
};

struct BitcastTransposeReshapeTranspose {
  core::Permutation first = {};   ///< from `in` to `transposed`
  Shape transposed = {};          ///< row-major
  Shape reshaped = {};            ///< row-major
  core::Permutation second = {};  ///< from `reshaped` to `out`
};

using BitcastDecomposition =
    std::variant<BitcastReshape, BitcastTranspose, BitcastTransposeReshapeTranspose>;

/// The first kind that applies, in the order of the variant.
core::Result<std::optional<BitcastDecomposition>> decompose_bitcast(const Shape& in,
                                                                    const Shape& out);

/// Always three steps, some of which may be the identity.
core::Result<std::optional<BitcastTransposeReshapeTranspose>> decompose_bitcast_to_trt(
    const Shape& in, const Shape& out);

/// True if both have layouts and equally many elements.
core::Result<bool> is_decomposable_bitcast(const Shape& in, const Shape& out);

}  // namespace tileglot::notation::xla
