// SPDX-License-Identifier: Apache-2.0
// verify.h: checks whether a module is valid.
//
// What     verify(module) checks computations (a root, parameters in order, definitions before
//          uses, no computation calls itself), every instruction (operands, attributes, its shape
//          against the inferred one, element types, dimension numbers, groups of devices), what
//          several instructions share (called computations, starts and ends, channels, threads,
//          fusions, buffers, shardings), and the header (entry layout, aliases, donors).
// Why      A parser reads more than valid modules, and a pass may break one; evaluation and
//          passes rely on all of this.
// Example  ROOT r = f32[3,2] negate(a) of an f32[2,3]: r is declared as f32[3,2]{1,0}, but negate
//          gives f32[2,3]{1,0}.
//          [tests: hlo/ir/verify_test.cc, "a shape that does not follow"]
// Errors   hlo.verify, with the instruction's name, its place in the text that it was read from,
//          and as help the check of XLA's that refuses it; hlo.cycle. The first in the order of
//          the computations. hlo.limit for buffers that go through too many tuples.
// Cost     Linear.
// Source   XLA, hlo_verifier.cc, without the checks of layouts, which are off by its default;
//          docs/reference/hlo-verifier.md lists what is done and what is left out.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo {

core::Status verify(const Module& module);

}  // namespace tileglot::hlo
