// SPDX-License-Identifier: Apache-2.0
// collective.h: what the members of one group exchange in a collective.
//
// What     exchanged(applying, id, members) takes the operands of each member of a group, in the
//          group's order, and returns the results of each:
//            all-reduce            the combination of all, member after member
//            all-gather            all, one after another along a dimension
//            reduce-scatter        member k gets part k of the combination along a dimension
//            all-to-all            each splits along a dimension (or has a tuple), part j goes to j
//            collective-broadcast  the first member's operand
//            collective-permute    the operand of the source of its pair, else zeros
// Units    Elements in row-major order. Rounded once, at the end of a combination.
// Example  Members have [1 2] and [3 4]: all-reduce by add gives both [4 6], reduce-scatter [4] and
//          [6], all-gather [1 2 3 4], all-to-all [1 3] and [2 4].
//          [tests: hlo/run/devices/collective_test.cc, "two devices exchange two numbers"]
// Errors   run.groups where shapes do not fit the number of members, pairs name a member twice or
//          one that does not exist; those of combine.h.
// Source   XLA, operation semantics.
#pragma once

#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/hlo/run/operation/array_operation.h"
#include "tileglot/hlo/run/operation/combine.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::run {

/// The shape of the exchanged result: of a -start, which has the operands too, only the new part.
const notation::xla::Shape& exchanged_shape(const Module& module, InstructionId id);

/// Checks that the shapes and attributes fit groups of this many members.
core::Status check_collective(const Module& module, InstructionId id, std::size_t members);

/// Precondition: is_collective, and check_collective passed for this many members.
core::Result<std::vector<std::vector<Elements>>> exchanged(
    const Applying& applying, InstructionId id, std::span<const std::vector<ArrayOperand>> members);

}  // namespace tileglot::hlo::run
