// SPDX-License-Identifier: Apache-2.0
// elementwise.h: the elementwise operations of an instruction.
//
// What     elementwise(module, id, operands) is unary.h, binary.h, convert.h, select or clamp, by
//          the instruction's opcode and attributes.
// Units    Operands have as many elements as the result; the predicate of select and the bounds of
//          clamp may have one.
// Example  clamp(0, [-5 3 9], 4) = [0 3 4].
//          [tests: hlo/run/element/elementwise_test.cc, "bounds may be scalars"]
// Errors   run.type; run.operands where sizes or types do not fit.
#pragma once

#include <span>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/run/element/elements.h"

namespace tileglot::hlo::run {

/// Whether elementwise computes it.
bool computes_elementwise(Opcode opcode);

core::Result<Elements> elementwise(const Module& module, InstructionId id,
                                   std::span<const Elements* const> operands);

/// Element i of the result is on_true's where the predicate holds there. The predicate has one
/// element or as many as the others.
core::Result<Elements> selected(const Elements& predicate, const Elements& on_true,
                                const Elements& on_false);
/// min(max(x, low), high), NaN as it is.
core::Result<Elements> clamped(const Elements& low, const Elements& x, const Elements& high);

}  // namespace tileglot::hlo::run
