// SPDX-License-Identifier: Apache-2.0
// decompose_reshapes.h: every reshape becomes a bitcast, with copies where elements must move.
//
// What     A reshape from s to t is, by the first of these that can be:
//            bitcast                    no element moves
//            bitcast of copy            s in the order by which the rest moves nothing
//            copy of bitcast            t in the order that s gives it
//            copy of bitcast of copy    over the row-major orders of both, by which it always goes
// Why      What moves is then in copies alone: later passes look at no reshape, and a copy says its bytes.
// Example  f32[4,6]{0,1} to f32[2,12]{1,0}: no order of [4,6] but the row-major one gives it, so
//          copy f32[4,6]{1,0}, then bitcast.
//          [tests: hlo/pass/rewrite/decompose_reshapes_test.cc, "the operand is copied if that is enough"]
// Left     Memory spaces: where operand and result lie in two, so do a bitcast's, as in the text before.
// Errors   hlo.layouts where a layout is missing; those of is_bitcast.h and align_layouts.h: sizes that
//          are not known.
// Source   XLA, ReshapeDecomposer. The bitcast and the last copy say what the reshape said.
#pragma once

#include <cstddef>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

/// How many instructions were rewritten or inserted. Precondition: verify(module).
core::Result<std::size_t> decompose_reshapes(Module& module);

/// No reshape is left outside fusions.
core::Status check_reshapes_decomposed(const Module& module);

}  // namespace tileglot::hlo::pass
