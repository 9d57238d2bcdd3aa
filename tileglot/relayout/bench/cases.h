// SPDX-License-Identifier: Apache-2.0
// cases.h: the moves that `./dev bench relayout` times.
//
// What     cases() are 49 moves: transposes, images, tiles, attention, windows, packed nibbles,
//          small ones; and 15 tilings of XLA, in both directions. A case that is in both lists
//          appears once.
// Why      One list, so that two runs compare.
// Example  f32_4096 is f32[4096,4096]{1,0} to f32[4096,4096]{0,1}; its goal is 0.65 of a streaming
//          copy. [tests: cases_test.cc, "every case parses and plans"]
#pragma once

#include <vector>

#include "tileglot/relayout/bench/case.h"

namespace tileglot::relayout::bench {

const std::vector<Case>& cases();

}  // namespace tileglot::relayout::bench
