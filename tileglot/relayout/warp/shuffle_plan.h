// SPDX-License-Identifier: Apache-2.0
// shuffle_plan.h: a conversion within a warp by shuffles.
//
// What     shuffle_plan(src, dst, bits, decomposition) packs the registers into words of 32 bits so
//          that each exchange is of a word bit and a lane bit, moves the words, and unpacks the
//          results. With one exchange and no lane permutation half of the words are shuffled: two
//          words need one shuffle and three selects. Otherwise all words are swapped in place by
//          selects, shuffles, selects.
// Why      The bit w of words and the bit l of lanes are exchanged by w ^= l, l ^= w, w ^= l: a
//          select by the lane, a shuffle of the words that have w set, a select by the lane. The
//          steps of several disjoint exchanges are the same instructions, and a lane permutation is
//          part of the shuffles: each word is shuffled at most once.
// Units    R words of 32 bits (or elements, if those are larger), m exchanges: 1.5 R selects and
//          R/2 shuffles for one, or 2 m R selects and (1 - 2^-m) R shuffles, R with a lane
//          permutation.
// Example  f32, 8 registers, one exchange: 4 shuffles and 12 selects.
//          [tests: plan_test.cc, "shuffles cost what they should"]
// Errors   None: any layouts with that decomposition.
#pragma once

#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/relayout/warp/decomposition.h"
#include "tileglot/relayout/warp/plan.h"

namespace tileglot::relayout::warp {

/// Sets only instructions and results. Precondition: `decomposition` is that of src and dst, and
/// src and dst differ only in registers and lanes.
Plan shuffle_plan(const notation::linear::Layout& src, const notation::linear::Layout& dst,
                  int bits, const Decomposition& decomposition);

}  // namespace tileglot::relayout::warp
