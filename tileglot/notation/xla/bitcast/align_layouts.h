// SPDX-License-Identifier: Apache-2.0
// align_layouts.h: the layout that makes a reshape a bitcast.
//
// What     align_layouts(in, out) is `out` with a layout by which the reshape from `in` moves
//          nothing, or nothing where no order of dimensions does it.
// Why      A reshape that need not move is free; layout assignment asks for this layout on either
//          side of every reshape.
// Example  [2,6,5]{1,0,2} to [12,5] is {0,1}, from {0,1,2} there is none; [4,6]{0,1} to [2,2,6] is
//          {1,0,2}; [1,2,3,1]{0,2,1,3} to [3,1,2] is {2,0,1}.
//          [tests: align_layouts_test.cc, "worked examples"]
// Errors   xla.layout_missing (of `in`); those of is_bitcast.h.
// Source   XLA, ShapeUtil::AlignLayouts: each group of common_factors.h must lie together and
//          descending; dimensions of size 1 go to the major end, descending. Tiles, splits and the
//          sizes of elements are those of `in`, where XLA has none: nothing if tiles or splits then do
//          not fit.
#pragma once

#include <optional>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

/// What `out` has of a layout is not read.
core::Result<std::optional<Shape>> align_layouts(const Shape& in, const Shape& out);

}  // namespace tileglot::notation::xla
