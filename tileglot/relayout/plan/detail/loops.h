// SPDX-License-Identifier: Apache-2.0
// loops.h: simplifies the loops of one box of coordinates to the fewest and widest.
//
// What     simplified(start, loops, bits) is a nest without a kernel: target offsets ascend,
//          strided tables are loops, loops that continue one another are one, and units are as wide
//          as all movements allow.
// Why      Later choices have fewer cases to consider, and most tilings already become copies of
//          large units here.
// Example  bf16[4096,14336]{1,0} to {0,1:T(8,128)(2,1)}: pairs along dimension 1 are adjacent on
//          both sides, so the unit is 32 bits.
//          [tests: plan_test.cc, "a transposing tile moves pairs"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::plan {

inline constexpr int kByteBits = 8;
inline constexpr std::int64_t kLineBits = std::int64_t{64} * kByteBits;

/// True if adjacent elements in the source are adjacent in the target.
inline bool is_run(const Loop& loop) { return loop.is_strided() && loop.step == Move{1, 1}; }

inline bool has_table(const Loop& loop) { return !loop.table.empty(); }

/// Least distance between two target offsets of a loop. A walk counts as one element.
std::int64_t target_gap(const Loop& loop);

Nest simplified(Move start, std::vector<Loop> loops, int element_bits);

/// Cuts the loop at `at` into strips of `count`, with the strip loop outside; returns the remainder
/// as a nest. Precondition: strided.
std::optional<Nest> strip(Nest& nest, std::size_t at, std::int64_t count);

}  // namespace tileglot::relayout::plan
