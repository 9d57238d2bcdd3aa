// SPDX-License-Identifier: Apache-2.0
// settle.h: one form for what may be said in several.
//
// What     to_apply of a custom-call becomes a list of called computations; the branches of a
//          conditional on a truth value are true_computation and false_computation, and a list
//          otherwise; a broadcast, a map, a dot and collectives have the attributes that XLA fills in;
//          a comparison does not say the type that it has anyway.
// Why      Passes, the evaluator and the printer look in one place.
// Source   XLA: what its printer prints of what its parser read.
#pragma once

#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo {

/// Operands are there; attributes are put in order.
void settle(const Module& module, NewInstruction& made);

/// Attributes of the operation that runs inside an asynchronous one are its own too.
Opcode attribute_opcode(const NewInstruction& made);

}  // namespace tileglot::hlo
