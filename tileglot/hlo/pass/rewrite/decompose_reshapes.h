// SPDX-License-Identifier: Apache-2.0
// decompose_reshapes.h: turns every reshape into a bitcast, with copies where elements must move.
//
// What     A reshape from s to t becomes the first of these that is possible:
//            bitcast                    no element moves
//            bitcast of copy            s in the order by which the rest moves nothing
//            copy of bitcast            t in the order that s gives it
//            copy of bitcast of copy    over the row-major orders of both; always possible
// Why      Only copies move elements then: later passes ignore reshapes, and a copy's bytes are
//          known.
// Example  f32[4,6]{0,1} to f32[2,12]{1,0}: the row-major order of [4,6] is the only one that gives
//          it, so copy f32[4,6]{1,0}, then bitcast.
//          [tests: hlo/pass/rewrite/decompose_reshapes_test.cc, "the operand is copied if that is
//          enough"]
// Left     Memory spaces: where the operand's and the result's differ, so do the bitcast's, as
//          before.
// Errors   hlo.layouts where a layout is missing; those of is_bitcast.h and align_layouts.h: sizes
//          that are not known.
// Source   XLA, ReshapeDecomposer. The bitcast and the last copy have the reshape's attributes.
#pragma once

#include <cstddef>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

/// Returns how many instructions were rewritten or inserted. Precondition: verify(module).
core::Result<std::size_t> decompose_reshapes(Module& module);

/// Checks that no reshape is left outside fusions.
core::Status check_reshapes_decomposed(const Module& module);

}  // namespace tileglot::hlo::pass
