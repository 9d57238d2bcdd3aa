// SPDX-License-Identifier: Apache-2.0
// normalize/layouts.h: layout normalization: layouts become shapes.
//
// What     After it every operation that has a rule (normalize/rules.h) reads and writes row-major arrays:
//          the dimensions of an array in another order are renamed, major to minor. The shapes that the
//          module's parameters, results, tuples and other operations know stay behind bitcasts.
//
// Why      A pass that looks for a transpose that costs nothing, or fuses what walks memory alike, then
//          looks at shapes alone. Which elements move is said by transposes, not by layouts that differ.
//
// How      Operands come before their users. What has a rule is replaced by the rewritten operation and a
//          bitcast back. What has none stays, and its users see it through two bitcasts, to the row-major
//          form and back: so each operand that is not row-major is the bitcast of a value that is, and the
//          next rule takes that. Bitcasts that undo one another are left to simplification, as in XLA.
//
// Worked example   p f32[5,4]{0,1}; a = f32[5,4]{0,1} abs(p); root a becomes
//            p            f32[5,4]{0,1} parameter(0)
//            bitcast      f32[4,5]{1,0} bitcast(p)          what a's rule takes
//            bitcast.1    f32[5,4]{0,1} bitcast(bitcast)    what other users of p would take
//            abs          f32[4,5]{1,0} abs(bitcast)
//            bitcast.2    f32[5,4]{0,1} bitcast(abs)        the root
//          [tests: hlo/pass/normalize/layouts_test.cc, "the worked example"]
//
// Time     Linear: a value of which many users are reached one after the other becomes a chain of bitcasts,
//          two a user, and no user is moved along it.
// What stays  Fused computations and those that an async-start wraps; reductions (they have a pass of their
//          own), dots, collectives, gathers, sorts, custom calls but cuDNN's; reduce-windows of several
//          arrays, constants without elements, scatters whose arrays have no one order.
// Errors   hlo.layouts where a layout is missing, or an operation reads in another order than it writes and is
//          none that could, so that a copy is missing, and for reshapes that move elements: those are
//          decomposed before.
// Source   XLA, layout_normalization.h, with its cuDNN callback (NormalizeLayoutForGpuCustomCalls).
#pragma once

#include <cstddef>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

/// How many instructions were rewritten or got bitcasts. Precondition: verify(module). After an error the
/// module is good for nothing.
core::Result<std::size_t> normalize_layouts(Module& module);

}  // namespace tileglot::hlo::pass
