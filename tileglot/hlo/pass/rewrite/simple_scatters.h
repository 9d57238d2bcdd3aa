// SPDX-License-Identifier: Apache-2.0
// simple_scatters.h: the windows of every scatter rise.
//
// What     update_window_dims={..} of a scatter lists the dimensions of the updates that run along those of
//          the operand, in the operand's order. Where the list does not rise, the updates are transposed
//          so that it does. Of XLA's ScatterSimplifier this is a part alone: there the indices become a
//          matrix too, whose rows are in the operand's order, and the updates get a dimension for each of the
//          operand's.
// Why      HLO wants the list to rise; layout normalization renumbers it as it comes.
// Example  updates f32[7,6,5]{2,1,0}, update_window_dims={2,1}: a transpose f32[7,5,6] by {0,2,1}, and {1,2}.
//          [tests: hlo/pass/rewrite/simple_scatters_test.cc, "the updates are transposed"]
// Units    The transposed updates are row-major, packed as they were.
// Errors   hlo.layouts where a layout is missing.
// Source   XLA, ScatterSimplifier.
#pragma once

#include <cstddef>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

/// How many instructions were rewritten or inserted. Precondition: verify(module).
core::Result<std::size_t> simplify_scatters(Module& module);

/// update_window_dims of every scatter outside fusions rise.
core::Status check_scatters_simple(const Module& module);

}  // namespace tileglot::hlo::pass
