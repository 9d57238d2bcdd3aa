// SPDX-License-Identifier: Apache-2.0
// consecutive.h: how many consecutive inputs have consecutive outputs.
//
// What     num_consecutive_in_out(L) is the largest power of two n such that, from any multiple of
//          n, n consecutive values of the first input give consecutive values of the first output.
//          1 where there is no input or no output.
// Law      L(a + v, rest) = L(a, rest) + (v, 0, ..) for every multiple a of n and every v below n.
// Example  {register: [1,2,8], lane: [4]} -> {d: 16} has runs of 4.
//          [tests: consecutive_test.cc, "a run ends where the vectors leave the line"]
// Errors   None.
#pragma once

#include <cstdint>

#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

std::int64_t num_consecutive_in_out(const Layout& layout);

}  // namespace tileglot::notation::linear
