// SPDX-License-Identifier: Apache-2.0
// align_layouts.h: the layout that makes a reshape a bitcast.
//
// What     align_layouts(in, out) is `out` with a layout for which the reshape from `in` moves no
//          element, or nullopt where no order of dimensions achieves this.
// Why      A reshape that moves nothing is free; layout assignment computes this layout on either
//          side of every reshape.
// Example  [2,6,5]{1,0,2} to [12,5] gives {0,1}; from {0,1,2} there is none; [4,6]{0,1} to [2,2,6]
//          gives {1,0,2}; [1,2,3,1]{0,2,1,3} to [3,1,2] gives {2,0,1}.
//          [tests: align_layouts_test.cc, "worked examples"]
// Errors   xla.layout_missing (of `in`); those of is_bitcast.h.
// Source   XLA, ShapeUtil::AlignLayouts: each group of common_factors.h must be contiguous and
//          descending; dimensions of size 1 go to the major end, descending. Tiles, splits and
//          element sizes are those of `in`, where XLA has none: nullopt if tiles or splits then do
//          not fit.
#pragma once

#include <optional>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

/// The layout of `out`, if any, is ignored.
core::Result<std::optional<Shape>> align_layouts(const Shape& in, const Shape& out);

}  // namespace tileglot::notation::xla
