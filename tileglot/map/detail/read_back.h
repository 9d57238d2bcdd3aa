// SPDX-License-Identifier: Apache-2.0
// read_back.h: proves that the offset determines every dimension.
//
// What     tells_coordinate(f): the offset alone determines digits of sources, known inner values
//          determine their own digits, and known parities determine single bits, until all
//          dimensions are known. True is a proof that f is injective; false proves nothing.
// Why      Fused and nested tiles and swizzles of any size are injective for this reason; no
//          coordinate is visited.
// Example  f32[7,5,11]{2,1,0:T(*,2,3)}: digits of w = 5*x0 + x1 with strides 3 and 24, of x2 with 1
//          and 6. They dominate, so w and x2 are known; w = 5*x0 + x1 with x1 < 5 determines x0 and
//          x1.
//          [tests: read_back_test.cc, "a fused tile tells its coordinate"]
// How      A digit is known when its stride exceeds the reach of all smaller ones of that value, or
//          when no difference of the smaller ones vanishes. A source is known modulo m when its
//          digits from 1 up to m are, and known when m exceeds the width of its range.
#pragma once

#include "tileglot/map/index_map.h"

namespace tileglot::map {

bool tells_coordinate(const IndexMap& f);

}  // namespace tileglot::map
