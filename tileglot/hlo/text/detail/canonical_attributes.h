// SPDX-License-Identifier: Apache-2.0
// canonical_attributes.h: one form for attributes that can be written in several.
//
// What     to_apply of a custom-call becomes a list of called computations; the branches of a
//          conditional on a truth value are true_computation and false_computation, and a list
//          otherwise; a broadcast, a map, a dot and collectives have the attributes that XLA fills
//          in; a comparison does not state the type that it has anyway.
// Why      Passes, the evaluator and the printer look in one place.
// Source   XLA: what its printer prints of what its parser read.
#pragma once

#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo {

/// Sorts the attributes too. Precondition: the operands are set.
void canonicalize(const Module& module, NewInstruction& made);

/// The opcode that determines the attributes: an async-start has those of the operation it wraps.
Opcode attribute_opcode(const NewInstruction& made);

}  // namespace tileglot::hlo
