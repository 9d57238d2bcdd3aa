// SPDX-License-Identifier: Apache-2.0
// normalize/layouts.h: layout normalization: layouts become shapes.
//
// What     After it every operation that has a rule (normalize/rules.h) reads and writes row-major
//          arrays: the dimensions of an array in another order are renamed, major to minor. The
//          module's parameters, results, tuples and other operations keep their shapes, with
//          bitcasts in between.
//
// Why      A pass that looks for a free transpose, or fuses operations that walk memory alike, then
//          needs to look at shapes only. Element movement is expressed by transposes, not by
//          differing layouts.
//
// How      Operands come before their users. An operation with a rule is replaced by the rewritten
//          one and a bitcast back. Any other stays, and its users read it through two bitcasts, to
//          the row-major form and back: so each operand that is not row-major is the bitcast of a
//          value that is, and the next rule takes that value. Bitcasts that undo one another are
//          left to simplification, as in XLA.
//
// Worked example   p f32[5,4]{0,1}; a = f32[5,4]{0,1} abs(p); root a becomes
//            p            f32[5,4]{0,1} parameter(0)
//            bitcast      f32[4,5]{1,0} bitcast(p)          what a's rule takes
//            bitcast.1    f32[5,4]{0,1} bitcast(bitcast)    what other users of p would take
//            abs          f32[4,5]{1,0} abs(bitcast)
//            bitcast.2    f32[5,4]{0,1} bitcast(abs)        the root
//          [tests: hlo/pass/normalize/layouts_test.cc, "the worked example"]
//
// Time     Linear: a value with many users that are reached one after the other becomes a chain of
//          bitcasts, two per user, and no user is moved along it.
// What stays  Fused computations and those that an async-start wraps; reductions (they have a pass
//          of their own), dots, collectives, gathers, sorts, custom calls except cuDNN's;
//          reduce-windows of several arrays, constants without elements, scatters whose arrays do
//          not have a common order.
// Errors   hlo.layouts where a layout is missing; where an operation that cannot change layouts
//          reads in another order than it writes, so that a copy is missing; and for reshapes that
//          move elements, which must be decomposed before.
// Source   XLA, layout_normalization.h, with its cuDNN callback (NormalizeLayoutForGpuCustomCalls).
#pragma once

#include <cstddef>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

/// Returns how many instructions were rewritten or got bitcasts. Precondition: verify(module).
/// After an error the module must not be used.
core::Result<std::size_t> normalize_layouts(Module& module);

}  // namespace tileglot::hlo::pass
