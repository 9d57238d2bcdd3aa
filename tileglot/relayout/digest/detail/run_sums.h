// SPDX-License-Identifier: Apache-2.0
// run_sums.h: the sums of a run of bits that are consecutive in the array and in memory.
//
// What     sum_run adds what the bits [first, first + bits) of the array's stream contribute, which
//          are in memory from bit `offset` of `bytes` on.
// Units    Bits. Where first is not at a word, the word is completed by another run: sums of parts
//          of a word add up to that of the word. Only bytes that have bits of the run are read.
// Example  [tests: detail/run_sums_test.cc, "a run is the sum of its bits"]
#pragma once

#include <cstddef>
#include <cstdint>

#include "tileglot/relayout/digest/detail/sums.h"

namespace tileglot::relayout::digest::detail {

Sums sum_run(std::int64_t first, const std::byte* bytes, std::int64_t offset, std::int64_t bits);

}  // namespace tileglot::relayout::digest::detail
