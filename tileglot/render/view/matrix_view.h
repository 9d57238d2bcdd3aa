// SPDX-License-Identifier: Apache-2.0
// matrix_view.h: a linear layout as its matrix over F2.
//
// What     matrix_view(map) is a panel with a column for each bit of the domain and a row for each
//          bit of the codomain: 1 where the input's bit changes the output's. Lines separate the
//          dimensions.
// Why      Swizzles, broadcasts and permutations of bits are patterns of this matrix.
// Units    Bits from the lowest; register0 is the bit of value 1, dim0_1 that of value
//          2 of a dimension whose name ends in a digit.
// Example  {lane: [[1],[3]]} -> {offset: 4}: columns lane0 = (1,0), lane1 = (1,1).
//          [tests: matrix_view_test.cc, "a column is what one bit of the input does"]
// Source   Zhou et al., "Linear Layouts" (2025), section 4.
#pragma once

#include "tileglot/map/index_map.h"
#include "tileglot/render/picture/picture.h"

namespace tileglot::render {

/// Precondition: the map is linear over F2; extents and codomain are powers of two.
Panel matrix_view(const map::IndexMap& map);

}  // namespace tileglot::render
