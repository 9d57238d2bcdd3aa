// SPDX-License-Identifier: Apache-2.0
// layout_order.h: queries and changes the order of a layout's dimensions.
//
// What     minor, major: the logical dimension at a physical position. logical_to_physical and
//          physical_to_logical: all of them, physical 0 the most major. has_descending_layout and
//          has_ascending_layout: row-major or column-major. are_dimensions_consecutive: whether
//          some dimensions are neighbours in memory. move_dim_to_major, move_dim_to_minor and
//          delete_dimension return a layout with a changed order.
// Why      Every pass needs these queries, and mixing up logical and physical, or major and minor,
//          gives a wrong layout without an error.
// Units    Dimensions count from 0. Physical numbers count from the most major.
// Example  {1,2,0}: minor(0) = 1, major(0) = 0; logical_to_physical = {0,2,1}; 0 and 2 are
//          consecutive, 0 and 1 are not; move_dim_to_major(1) = {2,0,1}.
//          [tests: layout_order_test.cc, "the worked example"]
// Errors   xla.no_dimension: the layout lists no such dimension; xla.order: its order is not a
//          permutation, where one is needed.
// Source   XLA, LayoutUtil and Layout::DeleteDimension. Cases that XLA checks only in debug builds
//          are errors here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/permutation.h"
#include "tileglot/notation/xla/shape/layout.h"

namespace tileglot::notation::xla {

/// The logical dimension that is the k-th from the minor end.
core::Result<std::int64_t> minor(const Layout& layout, std::int64_t k);
/// The logical dimension that is the k-th from the major end.
core::Result<std::int64_t> major(const Layout& layout, std::int64_t k);

/// result[d] is the physical position of logical dimension d.
core::Result<core::Permutation> logical_to_physical(const Layout& layout);
/// result[p] is the logical dimension at physical position p: major_to_minor.
core::Result<core::Permutation> physical_to_logical(const Layout& layout);

/// Row-major: XLA's HasDescendingLayout and IsMonotonicWithDim0Major.
bool has_descending_layout(const Layout& layout);
/// Column-major: XLA's HasAscendingLayout and IsMonotonicWithDim0Minor.
bool has_ascending_layout(const Layout& layout);

/// Whether the dimensions are adjacent in memory, in whatever order.
core::Result<bool> are_dimensions_consecutive(const Layout& layout,
                                              std::span<const std::int64_t> dimensions);

// All else is kept, including tiles and splits, even if they now apply to other dimensions.
core::Result<Layout> move_dim_to_major(const Layout& layout, std::int64_t dimension);
core::Result<Layout> move_dim_to_minor(const Layout& layout, std::int64_t dimension);
/// Removes the dimension from the order; the numbers above it decrease by one.
core::Result<Layout> delete_dimension(const Layout& layout, std::int64_t dimension);

}  // namespace tileglot::notation::xla
