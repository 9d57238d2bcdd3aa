// SPDX-License-Identifier: Apache-2.0
// verify.h: whether a module makes sense.
//
// What     verify(module) checks computations (a root, parameters in order, definitions before uses, one
//          computation does not call itself), every instruction (number of operands, attributes that it
//          needs, its shape against what follows from the operands, layouts that fit their shapes,
//          computations that take and give what it hands them), and the header (entry layout, aliases).
// Why      A parser reads more than makes sense, and a pass may break what made sense; evaluation and
//          passes rely on all of this.
// Example  ROOT r = f32[3,2] negate(a) of an f32[2,3]: r is said to be f32[3,2]{1,0}, and negate gives
//          f32[2,3]{1,0}.
//          [tests: hlo/ir/verify_test.cc, "a shape that does not follow"]
// Errors   hlo.verify, with the instruction's name, and its place in the text that it was read from;
//          hlo.cycle. The first in the order of the computations.
// Cost     Linear.
// Source   XLA, hlo_verifier.cc; shapes are compared without layouts, as by its default there.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo {

core::Status verify(const Module& module);

}  // namespace tileglot::hlo
