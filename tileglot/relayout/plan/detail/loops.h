// SPDX-License-Identifier: Apache-2.0
// loops.h: the loops of one box of coordinates, brought to the fewest and widest.
//
// What     simplified(start, loops, bits) is a nest without a kernel: target offsets ascend, tables
//          that are strided are loops, loops that continue one another are one, and units are as
//          wide as all movements allow.
// Why      Whatever is chosen later has less to look at, and most tilings become copies of large
//          units here already.
// Example  bf16[4096,14336]{1,0} to {0,1:T(8,128)(2,1)}: pairs along dimension 1 are neighbours on
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

/// Neighbours in the source are neighbours in the target.
inline bool is_run(const Loop& loop) { return loop.is_strided() && loop.step == Move{1, 1}; }

/// Least distance between two target offsets of a loop. A walk counts as one element.
std::int64_t target_gap(const Loop& loop);

Nest simplified(Move start, std::vector<Loop> loops, int element_bits);

/// The loop at `at` becomes strips of `count`, outside; what is left over is the nest returned.
/// Precondition: strided.
std::optional<Nest> strip(Nest& nest, std::size_t at, std::int64_t count);

}  // namespace tileglot::relayout::plan
