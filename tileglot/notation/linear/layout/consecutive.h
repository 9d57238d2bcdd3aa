// SPDX-License-Identifier: Apache-2.0
// consecutive.h: how many inputs in a row have outputs in a row.
//
// What     num_consecutive_in_out(L) is the largest power of two by which the first input and the
//          first output are in step: where the input starts at a multiple of it, the outputs go up by
//          1 as the input does. 1 where there is no input or no output.
// Law      L(a + v, rest) = L(a, rest) + (v, 0, ..) for every multiple a of it and every v below it.
// Example  {register: [1,2,8], lane: [4]} -> {d: 16} has runs of 4.
//          [tests: consecutive_test.cc, "a run ends where the vectors leave the line"]
// Errors   None.
#pragma once

#include <cstdint>

#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

std::int64_t num_consecutive_in_out(const Layout& layout);

}  // namespace tileglot::notation::linear
