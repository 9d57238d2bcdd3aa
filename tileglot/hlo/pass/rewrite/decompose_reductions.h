// SPDX-License-Identifier: Apache-2.0
// decompose_reductions.h: gives reductions their result in the order of their input.
//
// What     A reduction whose result has another order than its input without the reduced dimensions
//          gets that order, and a copy after it restores the old one; the same for each of several
//          results. Before that, inputs in another order than the first are copied to its order.
// Why      Code for reductions then walks input and result in one order, and elements are moved by
//          a copy, whose bytes are known.
// Example  f32[2,3,4]{2,1,0} reduced over {0} to f32[3,4]{0,1}: f32[3,4]{1,0}, and a copy of it.
//          [tests: hlo/pass/rewrite/decompose_reductions_test.cc, "the result comes in the input's
//          order"]
// Errors   hlo.layouts where a layout is missing.
// Source   XLA, ReduceDecomposer, as the CPU has it. Tiles and packing stay as they are here.
#pragma once

#include <cstddef>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

/// Returns how many instructions were rewritten or inserted. Precondition: verify(module).
core::Result<std::size_t> decompose_reductions(Module& module);

/// Checks that every reduction outside fusions reads and writes one order.
core::Status check_reductions_decomposed(const Module& module);

}  // namespace tileglot::hlo::pass
