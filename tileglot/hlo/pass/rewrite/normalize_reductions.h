// SPDX-License-Identifier: Apache-2.0
// normalize_reductions.h: makes every reduction read row-major arrays.
//
// What     A reduction whose inputs are not row-major reads bitcasts of them, in which the
//          dimensions are listed in memory order; the reduced dimensions are renumbered, the result
//          lists the kept dimensions in that order too with its memory unchanged, and a bitcast
//          restores its shape. Of several results each is taken out, bitcast, and put into a tuple
//          again.
// Why      Code for reductions then asks only which of the dimensions in memory are reduced: rows,
//          columns, or both.
// Units    Dimensions are logical numbers; order is from major to minor.
// Example  f32[2,3,4]{0,2,1} reduced over {0} is stored as 3, 4, 2: bitcast f32[3,4,2]{2,1,0}
//          reduced over {2} is f32[3,4]{1,0}, as before, so no bitcast follows it.
//          [tests: hlo/pass/rewrite/normalize_reductions_test.cc, "the dimensions are listed as
//          they lie"]
// Errors   hlo.layouts where a layout is missing, or the inputs of one reduction have different
//          orders.
// Source   XLA, ReductionLayoutNormalizer. There tiles and packing of elements are dropped; here
//          they stay.
#pragma once

#include <cstddef>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

/// Returns how many instructions were rewritten or inserted. Precondition: verify(module).
core::Result<std::size_t> normalize_reductions(Module& module);

/// Checks that no reduction outside fusions reads an array that is not row-major.
core::Status check_reductions_normalized(const Module& module);

}  // namespace tileglot::hlo::pass
