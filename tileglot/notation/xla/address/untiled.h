// SPDX-License-Identifier: Apache-2.0
// untiled.h: whether tiles move no element.
//
// What     is_untiled_layout(tiles, bounds): every element is where it would be without the tiles,
//          and nothing is padded. False may also mean that this is too hard to detect.
// Why      Code that supports only strides can accept such a layout.
// Units    Bounds are physical extents, major to minor, in elements.
// Example  16x128 with T(4,128): whole rows, nothing moves. 16x256 with T(4,128) moves elements;
//          with T(1,128) it does not.
//          [tests: untiled_test.cc, "whole rows are not tiles"]
// Errors   xla.tile (an entry below 1, a `*` as the last entry), xla.too_large where a `*` merges
//          too much.
// Source   XLA, LayoutUtil::IsUntiledLayout, which aborts on a tile longer than the rank and does
//          not support `*`; here both work as in evaluate.h.
#pragma once

#include <cstdint>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/shape/tile.h"

namespace tileglot::notation::xla {

core::Result<bool> is_untiled_layout(std::span<const Tile> tiles,
                                     std::span<const std::int64_t> bounds);

/// Checks the array's own tiles.
core::Result<bool> is_untiled_layout(const Shape& shape);

}  // namespace tileglot::notation::xla
