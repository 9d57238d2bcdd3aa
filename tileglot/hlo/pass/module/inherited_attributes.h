// SPDX-License-Identifier: Apache-2.0
// inherited_attributes.h: what an instruction that a pass inserts says of itself.
//
// What     inherited_attributes(of) are the sharding, the frontend attributes and the metadata of the
//          instruction whose value, in the same shape, the inserted one has; metadata_of(of) is the last
//          alone, for a value of other dimensions, which a sharding would not fit.
// Why      Who reads a compiled module finds by them where an instruction came from.
// Example  A copy of a parameter with sharding={replicated} has it too.
//          [tests: hlo/pass/assign/copy_insertion_test.cc, "a copy comes between two orders"]
// Source   XLA, HloInstruction::SetupDerivedInstruction.
#pragma once

#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/instruction.h"

namespace tileglot::hlo::pass {

std::vector<Attribute> inherited_attributes(const Instruction& of);
std::vector<Attribute> metadata_of(const Instruction& of);

}  // namespace tileglot::hlo::pass
