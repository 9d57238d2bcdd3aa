// SPDX-License-Identifier: Apache-2.0
// simple_scatters.h: makes the update_window_dims of every scatter ascending.
//
// What     update_window_dims={..} of a scatter lists the dimensions of the updates that correspond
//          to those of the operand, in the operand's order. Where the list is not ascending, the
//          updates are transposed so that it is. This is only a part of XLA's ScatterSimplifier:
//          there the indices become a matrix too, whose rows are in the operand's order, and the
//          updates get a dimension for each of the operand's.
// Why      HLO requires the list to be ascending; layout normalization renumbers it, and does not
//          sort it.
// Example  updates f32[7,6,5]{2,1,0}, update_window_dims={2,1}: a transpose f32[7,5,6] by {0,2,1},
//          and {1,2}.
//          [tests: hlo/pass/rewrite/simple_scatters_test.cc, "the updates are transposed"]
// Units    The transposed updates are row-major, packed as they were.
// Errors   hlo.layouts where a layout is missing.
// Source   XLA, ScatterSimplifier.
#pragma once

#include <cstddef>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

/// Returns how many instructions were rewritten or inserted. Precondition: verify(module).
core::Result<std::size_t> simplify_scatters(Module& module);

/// Checks that update_window_dims of every scatter outside fusions are ascending.
core::Status check_scatters_simple(const Module& module);

}  // namespace tileglot::hlo::pass
