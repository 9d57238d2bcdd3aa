// SPDX-License-Identifier: Apache-2.0
// xla.h: XLA tiled layouts as index maps, and back.
//
// What     to_map(shape) is the map of an array's layout: its dimensions are the logical ones in
//          the shape's order, its codomain every element in memory. to_xla(map, type) finds the
//          order of dimensions and the tiles that give a map, or reports why none do.
// Why      The shape is proved equal to the map, not guessed: it is converted back into a map and
//          compared.
// Splits   A layout with splits has the codomain (split, offset): which part, numbered as in
//          split_address.h, and the offset within it. f32[64,96]{1,0:SC(1:40)} puts (2,50) at
//          (1,122) of (2,3584).
//          [tests: xla_test.cc, "a split array has an address"]
// Units    Offsets are in elements. A dimension <=n counts as n. The codomain includes the tail L.
// Example  to_map(f32[3,5]{1,0:T(2,2)}) is x1 + 2*(x1/2) + 2*x0 + 8*(x0/2) onto 24 positions.
//          ((2,4,2),(128,2)):((1,256,2048),(2,1024)) in bf16 is bf16[16,256]{1,0:T(8,128)(2,1)}.
//          [tests: xla_test.cc, "the worked example of the map", "cute text comes back as tiles"]
// Errors   to_map: those of notation/xla/validate/validate.h; xla.not_array, xla.unbounded; map.overflow,
//          map.too_many_terms. to_xla: bridge.not_affine (a parity, joined dimensions, divisors
//          that do not nest, a base), bridge.not_tiled (strides that are not products of extents),
//          bridge.too_many_tilings.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::bridge {

core::Result<map::IndexMap> to_map(const notation::xla::Shape& shape);

/// A shape with the extents of the map's domain: fewest tiles, then fewest tile entries, then the
/// most descending order, then the largest first tile; never a `*`; the end is tail padding.
core::Result<notation::xla::Shape> to_xla(const map::IndexMap& map,
                                          notation::xla::PrimitiveType type);

}  // namespace tileglot::bridge
