// SPDX-License-Identifier: Apache-2.0
// cute.h: CuTe layouts as index maps, and back.
//
// What     to_map(layout) is the map with one dimension for each top-level mode, also of a swizzled
//          or otherwise composed layout. to_cute(map) is the layout of a map, or the reason why it
//          is not a shape:stride pair (swizzled.h finds swizzles).
//          pad_to_boundaries(map) is the same sum on extents rounded up so that every tile is full.
// Why      A clipped tile (3 rows in tiles of 2) does not have a CuTe layout; on the padded domain
//          it does.
// Example  f32[3,5]{1,0:T(2,2)} does not have a layout; padded to 4x6 it is
//          ((2,2),(2,3)):((2,12),(1,4)).
//          [tests: cute_test.cc, "a clipped tile has a layout on the padded domain only"]
//          Sw<1,0,1> o 0 o 4:1 is x0 - x0 mod 2 + (bit 0 xor bit 1 of x0).
//          [tests: cute_test.cc, "a swizzled layout is a map with parities"]
// Errors   to_map: map.overflow, map.too_many_terms; bridge.coordinates for scaled bases;
//          cute.swizzled_negative, since the map's floors and C++'s divisions differ there.
//          to_cute: bridge.not_affine (a parity, joined dimensions, divisors that do not nest, a
//          base), bridge.padded (a clipped tile).
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::bridge {

core::Result<map::IndexMap> to_map(const notation::cute::Layout<>& layout);
core::Result<map::IndexMap> to_map(const notation::cute::ComposedLayout& composed);

/// bridge.coordinates for a layout whose strides are scaled bases.
core::Status check_offsets(const notation::cute::Layout<>& layout);

core::Result<notation::cute::Layout<>> to_cute(const map::IndexMap& map);

/// Each extent rounded up to a multiple of its largest boundary. Fails where to_cute fails for
/// reasons other than clipping.
core::Result<map::IndexMap> pad_to_boundaries(const map::IndexMap& map);

}  // namespace tileglot::bridge
