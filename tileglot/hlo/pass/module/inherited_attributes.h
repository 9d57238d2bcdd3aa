// SPDX-License-Identifier: Apache-2.0
// inherited_attributes.h: the attributes of an instruction that a pass inserts.
//
// What     inherited_attributes(of) are the sharding, the frontend attributes and the metadata of
//          `of`, for an inserted instruction with the same value in the same shape; metadata_of(of)
//          is the metadata alone, for a value of other dimensions, which the sharding would not
//          fit.
// Why      Readers of a compiled module see by them where an instruction came from.
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
