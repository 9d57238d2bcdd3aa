// SPDX-License-Identifier: Apache-2.0
// boxes.h: which loops a box takes: all that are near on either side, as much as the cache holds.
//
// What     with_boxes(nest) makes the nest boxes: loops that are in order in the source, until runs
//          there are long enough to fetch, and loops that are in order in the target, until runs
//          there are long enough to store. Tables are taken whole, before or after other loops,
//          whichever promises to be faster. Empty where units or movements do not allow it.
// Why      Where dimensions are short, planes are too: a box of several loops is read run by run,
//          shuffled in the cache, and written run by run.
// Example  u8[48,16,31,54,15]{3,1,0,2,4:T(4,6)(2,1)} to {3,4,0,2,1}: boxes of 2 x 6 x 2 x 9 bytes
//          of the source, 15 times.
//          [tests: plan_test.cc, "short dimensions are shuffled in boxes"]
#pragma once

#include <vector>

#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::plan {

/// The nest and the remainders of its strips; empty where boxes are not possible. Precondition: as
/// simplified() returns it.
std::vector<Nest> with_boxes(const Nest& nest);

}  // namespace tileglot::relayout::plan
