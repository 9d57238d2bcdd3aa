// SPDX-License-Identifier: Apache-2.0
// example_maps.h: layouts of the notations as maps, for tests and benchmarks of this package.
//
// What     tiled is an XLA layout with descending minor_to_major, strided has one stride per
//          dimension, swizzled is Sw<B,M,S> o 0 o a strided layout. map_of calls finish on any
//          value of a builder.
// Why      This package does not depend on the notations, but its tests still state layouts.
// Example  tiled({3, 5}, {{2, 2}}) is f32[3,5]{1,0:T(2,2)}: (2,3) is at 17.
//          tiled({7, 5, 11}, {{kCombine, 2, 3}}) is f32[7,5,11]{2,1,0:T(*,2,3)}.
//          [tests: example_maps_test.cc]
// Errors   None: an example that the builder rejects is a mistake in the test, and aborts it.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "tileglot/map/builder.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"

namespace tileglot::map {

using Extents = std::vector<std::int64_t>;
using Tile = std::vector<std::int64_t>;

inline constexpr std::int64_t kCombine = 0;  ///< `*`: the dimension joins the next one

IndexMap map_of(const Extents& extents, const std::function<Value(MapBuilder&)>& value);

IndexMap tiled(const Extents& extents, const std::vector<Tile>& tiles);

IndexMap strided(const Extents& extents, const Extents& strides);

/// The matrix of Sw<bits,base,shift>: bit base+i is xored with bit base+shift+i, i < bits.
F2Rows swizzle_rows(int bits, int base, int shift);

IndexMap swizzled(const Extents& extents, const Extents& strides, const F2Rows& rows);

}  // namespace tileglot::map
