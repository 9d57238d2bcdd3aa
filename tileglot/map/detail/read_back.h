// SPDX-License-Identifier: Apache-2.0
// read_back.h: proves that the offset tells every dimension.
//
// What     tells_coordinate(f): from the offset alone the digits of sources follow, from known
//          inner values the digits of theirs, from known parities single bits, until all dimensions
//          are known. True is a proof that f is injective; false proves nothing.
// Why      Fused and nested tiles and swizzles of any size are injective for this reason, and need
//          no coordinate visited.
// Example  f32[7,5,11]{2,1,0:T(*,2,3)}: digits of w = 5*x0 + x1 with strides 3 and 24, of x2 with 1
//          and 6. They dominate, so w and x2 are known; w = 5*x0 + x1 with x1 < 5 tells x0 and x1.
//          [tests: read_back_test.cc, "a fused tile tells its coordinate"]
// How      A digit is known when its stride exceeds what all smaller ones of that value reach, or
//          when no difference of the smaller ones vanishes. A source is known modulo m when digits
//          from 1 up to m are, and known when m exceeds the width of its range.
#pragma once

#include "tileglot/map/index_map.h"

namespace tileglot::map {

bool tells_coordinate(const IndexMap& f);

}  // namespace tileglot::map
