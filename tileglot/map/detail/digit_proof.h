// SPDX-License-Identifier: Apache-2.0
// digit_proof.h: proves injectivity digit by digit: the offset determines every dimension.
//
// What     is_injective_by_digits(f): the offset alone determines digits of sources, known inner
//          values determine their own digits, and known parities determine single bits, until all
//          dimensions are known. True is a proof that f is injective; false proves nothing.
// Why      Fused and nested tiles and swizzles of any size are injective for this reason; no
//          coordinate is visited.
// Example  f32[7,5,11]{2,1,0:T(*,2,3)}: digits of w = 5*x0 + x1 with strides 3 and 24, of x2 with 1
//          and 6. They dominate, so w and x2 are known; w = 5*x0 + x1 with x1 < 5 determines x0 and
//          x1.
//          [tests: digit_proof_test.cc, "a fused tile determines its coordinate"]
// How      A digit is known when its stride exceeds the reach of all smaller ones of that value, or
//          when no difference of the smaller ones vanishes. A source is known modulo m when its
//          digits from 1 up to m are, and known when m exceeds the width of its range.
// Source   A mixed-radix numeral determines its digits: Knuth, The Art of Computer Programming 2,
//          4.1. Here a stride need not be the product of the radices below it, only exceed
//          what they reach, as in a superincreasing sequence.
#pragma once

#include "tileglot/map/index_map.h"

namespace tileglot::map {

bool is_injective_by_digits(const IndexMap& f);

}  // namespace tileglot::map
