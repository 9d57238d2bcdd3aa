// SPDX-License-Identifier: Apache-2.0
// normalized_transpose.h: a transpose with as few dimensions as it can have.
//
// What     normalized_logical_transpose_shape(in, out, p) drops dimensions of size 1 and merges
//          those that stay neighbours: it returns the remaining bounds of the output and their
//          permutation.
// Why      Transpose kernels handle two or three dimensions; most transposes reduce to one of
//          those.
// Units    p as in core/permutation.h: dimension i of the output is dimension p[i] of the input.
// Example  [10,1,11,32] to [32,1,10,11] by (3,1,0,2) is a transpose (1,0) to [32,110].
//          [tests: normalized_transpose_test.cc, "neighbours are joined"]
// Errors   xla.not_descending, xla.permutation, xla.transpose (`out` is not `in` transposed by p);
//          those of is_bitcast.h.
// Source   XLA, ShapeUtil::GetNormalizedLogicalTransposeShape.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/permutation.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

struct NormalizedTranspose {
  std::vector<std::int64_t> bounds = {};  ///< of the output
  core::Permutation permutation = {};     ///< bounds[i] is the permutation[i]-th of the input
  friend bool operator==(const NormalizedTranspose&, const NormalizedTranspose&) = default;
};

core::Result<NormalizedTranspose> normalized_logical_transpose_shape(
    const Shape& in, const Shape& out, std::span<const std::int64_t> p);

}  // namespace tileglot::notation::xla
