// SPDX-License-Identifier: Apache-2.0
// sink_copies.h: moves copies from an operation's operands to its result.
//
// What     f(copy(x)) becomes copy(f(x)), where f writes its result in the order in which it reads:
//            elementwise of one operand, convert, pad, slice, dynamic-slice, reverse, reduce-window
//            elementwise of two, concatenate: if all operands are copies of values in one order
//          reduce(copy(x)) becomes reduce(x): a reduction can read any order. Those with several
//          arrays, reduce-precision and bitcast-convert stay as they are.
// Why      After an f with a smaller result, a copy moves less; and next to the copy or transpose
//          that undoes it, it disappears.
// How      One walk in which definitions come before uses: the operands of f are final when it is
//          visited, so no second walk is needed. f changes in place, and a copy to the order that
//          it had is inserted after it.
// Example  negate(copy(p)), p {0,1}, copied to {1,0}: n = negate(p) is {0,1}, and copy(n) is {1,0}.
//          [tests: hlo/pass/rewrite/sink_copies_test.cc, "a copy sinks below an elementwise
//          operation"]
//          A copy that also changes the memory space stays: f would be done elsewhere.
// Errors   hlo.layouts where a layout is missing; hlo.limit where copies of copies would multiply.
// Source   XLA, MoveCopyToUsers, run until nothing changes. There the memory space is ignored.
#pragma once

#include <cstddef>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

/// Returns how many instructions were rewritten or inserted. Precondition: verify(module).
core::Result<std::size_t> sink_copies(Module& module);

/// Checks that no operation outside fusions reads a copy that could come after it.
core::Status check_copies_sunk(const Module& module);

}  // namespace tileglot::hlo::pass
