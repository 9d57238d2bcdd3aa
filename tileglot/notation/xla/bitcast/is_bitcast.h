// SPDX-License-Identifier: Apache-2.0
// is_bitcast.h: whether a reshape or a transpose leaves every element where it is.
//
// What     reshape_is_bitcast(in, out): element n, in row-major order, has the same place in both
//          (same_addresses.h: also the same part, and both own equally many places).
//          transpose_is_bitcast(in, out, p): element x of `in` has the place of element permute(x,
//          p) of `out`. deduce_transpose_dimensions_for_bitcast(in, out) finds such a p.
// Why      An operation that moves nothing is free; layout assignment looks for such operations.
// Units    p as in core/permutation.h.
// Example  f32[3,2,2]{1,0,2} to f32[6,2]{0,1} is a bitcast; from {0,1,2} it is not. [2,3,4]{2,1,0}
//          to [3,4,2]{1,0,2} is the transpose (1,2,0).
//          [tests: is_bitcast_test.cc, "what moves nothing is a bitcast"]
// Errors   xla.layout_missing, xla.not_array, xla.elements (a reshape to another number of
//          elements), xla.permutation; those of same_addresses.h.
// Source   XLA, ShapeUtil::ReshapeIsBitcast, TransposeIsBitcast, IsReshapeOrTransposeBitcast and
//          DeduceTransposeDimensionsForBitcast, which ignore tiles, splits and packing, and do not
//          treat a dimension of size 1 as free to be anywhere: docs/reference/xla-differences.md.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/core/permutation.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

/// kIgnored: the types and sizes of the elements may differ.
enum class ElementTypes : std::uint8_t { kCompared, kIgnored };

core::Result<bool> reshape_is_bitcast(const Shape& in, const Shape& out,
                                      ElementTypes types = ElementTypes::kCompared);

/// False where `out` does not have the dimensions of the transpose.
core::Result<bool> transpose_is_bitcast(const Shape& in, const Shape& out,
                                        std::span<const std::int64_t> p,
                                        ElementTypes types = ElementTypes::kCompared);

/// Types are ignored. Where XLA finds a permutation, the result is the same; nullopt where there is
/// none.
core::Result<std::optional<core::Permutation>> deduce_transpose_dimensions_for_bitcast(
    const Shape& in, const Shape& out);

/// True for a reshape or a transpose that is a bitcast, or for the same shape.
core::Result<bool> is_reshape_or_transpose_bitcast(const Shape& in, const Shape& out,
                                                   ElementTypes types = ElementTypes::kCompared);

}  // namespace tileglot::notation::xla
