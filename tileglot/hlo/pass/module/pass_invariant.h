// SPDX-License-Identifier: Apache-2.0
// pass_invariant.h: what a pass leaves behind, held against every instruction.
//
// What     check_instructions(module, pass, fault) asks `fault` of each instruction outside fusions, and
//          refuses the first of which it has something to say.
// Why      What is true after a pass can be checked at any time, of any module; each pass says it as one
//          question about one instruction.
// Errors   hlo.invariant, with the instruction, its place, and the pass that would put it right.
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

/// What is wrong, in words that follow the instruction's name; empty: nothing.
using InstructionFault = std::function<std::string_view(const Module& module, InstructionId id)>;

core::Status check_instructions(const Module& module, std::string_view pass,
                                const InstructionFault& fault);
/// The same of some computations.
core::Status check_instructions(const Module& module, std::span<const ComputationId> computations,
                                std::string_view pass, const InstructionFault& fault);

std::vector<ComputationId> outside_fusions(const Module& module);

}  // namespace tileglot::hlo::pass
