// SPDX-License-Identifier: Apache-2.0
// dimensions.h: what dimensions of two arrays have in common.
//
// What     same_extent compares two dimensions, same_dimensions all of two shapes, common merges two
//          that are the same; element_count multiplies the bounds.
// Why      Inference, verifier and parser must agree on when two dimensions fit.
// Example  4 and <=4 are the same extent and have <=4 in common; 4 and <=3 are not; an unbounded ?
//          is the same as any.
//          [tests: hlo/ir/dimensions_test.cc, "a bound is compared whether it is dynamic or not"]
// Source   XLA, shape_inference.cc, which compares bounds; whether they are dynamic does not count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "tileglot/core/checked.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo {

/// Of one bound, or one of them is unbounded.
bool same_extent(const notation::xla::Dimension& a, const notation::xla::Dimension& b);

/// True if all dimensions are the same, whatever the element types and layouts are.
bool same_dimensions(const notation::xla::Shape& a, const notation::xla::Shape& b);

/// What an array has that fits both: a bound if either has one. Precondition: same_extent(a, b).
notation::xla::Dimension common(const notation::xla::Dimension& a,
                                const notation::xla::Dimension& b);

/// Nothing if a dimension is unbounded or the product overflows.
core::Checked element_count(const notation::xla::Shape& shape);

/// Whether a list of dimensions names this one.
bool contains(std::span<const std::int64_t> numbers, std::int64_t number);
bool contains(std::span<const std::int64_t> numbers, std::size_t number);

}  // namespace tileglot::hlo
