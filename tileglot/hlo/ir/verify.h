// SPDX-License-Identifier: Apache-2.0
// verify.h: checks whether a module is valid.
//
// What     verify(module) checks computations (a root, parameters in order, definitions before
//          uses, no computation calls itself), every instruction (number of operands, required
//          attributes, its shape against the inferred one, layouts that fit their shapes, called
//          computations whose parameters and results fit), and the header (entry layout, aliases).
// Why      A parser reads more than valid modules, and a pass may break one; evaluation and
//          passes rely on all of this.
// Example  ROOT r = f32[3,2] negate(a) of an f32[2,3]: r is declared as f32[3,2]{1,0}, but negate
//          gives f32[2,3]{1,0}.
//          [tests: hlo/ir/verify_test.cc, "a shape that does not follow"]
// Errors   hlo.verify, with the instruction's name, and its place in the text that it was read
//          from; hlo.cycle. The first in the order of the computations.
// Cost     Linear.
// Source   XLA, hlo_verifier.cc; shapes are compared without layouts, as by its default there.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo {

core::Status verify(const Module& module);

}  // namespace tileglot::hlo
