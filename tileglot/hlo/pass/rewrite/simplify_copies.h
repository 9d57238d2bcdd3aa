// SPDX-License-Identifier: Apache-2.0
// simplify_copies.h: copies and bitcasts that do nothing, or come twice, go.
//
// What     The part of XLA's algebraic simplifier that is about layouts, and no other part of it:
//            bitcast(bitcast(x))       bitcast(x), with the shape of the outer one
//            copy(copy(x))             copy(x), unless the inner one lies in a memory space of its own
//            bitcast, copy, transpose  x, where the shape is that of x, with its layout, and the transpose
//              of x                    leaves every dimension where it is
//            copy(x)                   bitcast(x), where only dimensions of size 1 change places
//            get-tuple-element(tuple)  the element
//            of these, and tuples, what nobody reads   nothing
// Why      Layout assignment inserts copies where two layouts meet, one at a time; normalization puts
//          every rewritten operation between bitcasts. Between two of them most undo one another.
// How      One walk in which definitions come before uses: what an instruction reads is final when its turn
//          comes, so a second walk finds nothing.
// Example  abs(bitcast.2), bitcast.2 = f32[4,5]{1,0} bitcast(bitcast.1), bitcast.1 = f32[5,4]{0,1}
//          bitcast(neg), neg f32[4,5]{1,0}: abs(neg).
//          [tests: hlo/pass/rewrite/simplify_copies_test.cc, "bitcasts that undo one another go"]
// Left     Fusions and what async-start wraps; what has control dependencies; what says another sharding
//          than its operand; a copy of a bitcast of a copy, which XLA makes one copy of.
// Errors   hlo.layouts where a layout is missing.
// Source   XLA, AlgebraicSimplifierVisitor: HandleBitcast, HandleCopy, HandleTranspose,
//          HandleGetTupleElement, layout-sensitive. What nobody reads is left to HloDCE there.
#pragma once

#include <cstddef>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

/// How many instructions were rewritten or removed. Precondition: verify(module).
core::Result<std::size_t> simplify_copies(Module& module);

/// None of the above is left.
core::Status check_copies_simplified(const Module& module);

}  // namespace tileglot::hlo::pass
