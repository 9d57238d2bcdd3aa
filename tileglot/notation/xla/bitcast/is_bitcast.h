// SPDX-License-Identifier: Apache-2.0
// is_bitcast.h: whether a reshape or a transpose leaves every element where it is.
//
// What     reshape_is_bitcast(in, out): element n, counted row-major, has one place in both
//          (same_places.h: its part too, and both own as much).
//          transpose_is_bitcast(in, out, p): element x of `in` has the place of element permute(x,
//          p) of `out`. deduce_transpose_dimensions_for_bitcast(in, out) finds such a p.
// Why      An operation that moves nothing costs nothing; layout assignment looks for them.
// Units    p as in core/permutation.h.
// Example  f32[3,2,2]{1,0,2} to f32[6,2]{0,1} is a bitcast, from {0,1,2} it is none.
//          [2,3,4]{2,1,0} to [3,4,2]{1,0,2} is the transpose (1,2,0).
//          [tests: is_bitcast_test.cc, "what moves nothing is a bitcast"]
// Errors   xla.layout_missing, xla.not_array, xla.elements (a reshape to another number of elements),
//          xla.permutation; those of same_places.h.
// Source   XLA, ShapeUtil::ReshapeIsBitcast, TransposeIsBitcast, IsReshapeOrTransposeBitcast and
//          DeduceTransposeDimensionsForBitcast, which see neither tiles, splits and packing nor that
//          a dimension of size 1 may stand anywhere: docs/reference/xla-differences.md.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/core/permutation.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

/// kIgnored: neither the types nor the sizes of the elements have to be the same.
enum class ElementTypes : std::uint8_t { kCompared, kIgnored };

core::Result<bool> reshape_is_bitcast(const Shape& in, const Shape& out,
                                      ElementTypes types = ElementTypes::kCompared);

/// False where `out` has not the dimensions that the transpose has.
core::Result<bool> transpose_is_bitcast(const Shape& in, const Shape& out,
                                        std::span<const std::int64_t> p,
                                        ElementTypes types = ElementTypes::kCompared);

/// Types are ignored. Where XLA finds a permutation it is the same; nothing where there is none.
core::Result<std::optional<core::Permutation>> deduce_transpose_dimensions_for_bitcast(
    const Shape& in, const Shape& out);

/// One of the two, or the same shape.
core::Result<bool> is_reshape_or_transpose_bitcast(const Shape& in, const Shape& out,
                                                   ElementTypes types = ElementTypes::kCompared);

}  // namespace tileglot::notation::xla
