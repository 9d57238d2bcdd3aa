// SPDX-License-Identifier: Apache-2.0
// simplify_copies.h: removes copies and bitcasts that do nothing or are repeated.
//
// What     The part of XLA's algebraic simplifier that is about layouts, and no other part of it:
//            bitcast(bitcast(x))       bitcast(x), with the shape of the outer one
//            copy(copy(x))             copy(x), unless the inner one has its own memory space
//            bitcast, copy, transpose  x, if the shape is that of x, with its layout, and the
//              of x                    transpose leaves every dimension where it is
//            copy(x)                   bitcast(x), if only dimensions of size 1 change places
//            get-tuple-element(tuple)  the element
//            unused ones of these, and unused tuples   nothing
// Why      Layout assignment inserts copies where two layouts meet, one at a time; normalization
//          puts every rewritten operation between bitcasts. Most of them undo one another.
// How      One walk in which definitions come before uses: an instruction's operands are final when
//          it is visited, so a second walk finds nothing.
// Example  abs(bitcast.2), bitcast.2 = f32[4,5]{1,0} bitcast(bitcast.1), bitcast.1 = f32[5,4]{0,1}
//          bitcast(neg), neg f32[4,5]{1,0}: abs(neg).
//          [tests: hlo/pass/rewrite/simplify_copies_test.cc, "bitcasts that undo one another go"]
// Left     Fusions and computations that async-start wraps; instructions with control dependencies,
//          or with another sharding than their operand's; a copy of a bitcast of a copy, which XLA
//          merges into one copy.
// Errors   hlo.layouts where a layout is missing.
// Source   XLA, AlgebraicSimplifierVisitor: HandleBitcast, HandleCopy, HandleTranspose,
//          HandleGetTupleElement, layout-sensitive. There HloDCE removes unused instructions.
#pragma once

#include <cstddef>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

/// Returns how many instructions were rewritten or removed. Precondition: verify(module).
core::Result<std::size_t> simplify_copies(Module& module);

/// Checks that none of the above is left.
core::Status check_copies_simplified(const Module& module);

}  // namespace tileglot::hlo::pass
