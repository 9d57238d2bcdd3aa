// SPDX-License-Identifier: Apache-2.0
// linear.h: linear layouts as index maps.
//
// What     to_map(layout) is the map with one dimension for each input, in the layout's order, and
//          one codomain extent for each output. Its value is the row-major number of the output.
// Why      A linear layout goes from a place in hardware to a tensor's index, the other notations
//          from a tensor's index to memory. The map keeps the direction that the layout has: of a
//          distributed layout (register, lane, warp, block) it says which element a place holds, of
//          a shared one (offset) which element lies there.
// Units    The last output counts fastest: of dim0: 16, dim1: 32, (2,3) is 67.
// Example  {register: [[0,1]], lane: [[1,0],[2,0]]} -> {dim0: 4, dim1: 2} is register + 2*lane.
//          [tests: linear_test.cc, "a distributed layout is a map onto the numbers of elements"]
// Errors   map.overflow where sizes do not fit int64, map.too_many_terms.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/linear/layout.h"

namespace tileglot::bridge {

core::Result<map::IndexMap> to_map(const notation::linear::Layout& layout);

}  // namespace tileglot::bridge
