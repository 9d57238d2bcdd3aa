// SPDX-License-Identifier: Apache-2.0
// linear.h: linear layouts as index maps, and back.
//
// What     to_map(layout) is the map with one dimension for each input, in the layout's order, and
//          one codomain extent for each output. Its value is the row-major index of the output.
//          to_linear(map) is the layout of a map: an input for each dimension, by its name or dim0,
//          dim1, .., and an output for each extent of the codomain. A single extent is rounded up
//          to a power of two; several must be powers of two.
// Why      A linear layout maps a hardware position to a tensor index, the other notations map a
//          tensor index to memory. The map keeps the direction of the layout: for a distributed
//          layout (register, lane, warp, block) it gives the element that a position holds, for a
//          shared one (offset) the element stored there.
// Units    The last output is the fastest: of dim0: 16, dim1: 32, (2,3) is 67.
// Example  {register: [[0,1]], lane: [[1,0],[2,0]]} -> {dim0: 4, dim1: 2} is register + 2*lane.
//          [tests: linear_test.cc, "a distributed layout is a map onto the numbers of elements"]
//          (2,6):(1,2) is not linear: 6 is not a power of two. (8,4):(64,64) is not: L(1,0) and
//          L(0,1) are 64, and their xor is not L(1,1), 128.
//          [tests: linear_test.cc, "a map that is not linear is refused with three values"]
// Errors   to_map: map.overflow where sizes do not fit int64, map.too_many_terms. to_linear:
//          bridge.not_f2_linear: an extent that is not a power of two, an element 0 that is not at
//          0, or x and y with L(x) ^ L(y) != L(x ^ y); map.too_large_to_decide.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::bridge {

core::Result<map::IndexMap> to_map(const notation::linear::Layout& layout);

core::Result<notation::linear::Layout> to_linear(const map::IndexMap& map);

}  // namespace tileglot::bridge
