// SPDX-License-Identifier: Apache-2.0
// pass_invariant.h: checks every instruction for what a pass guarantees.
//
// What     check_instructions(module, pass, fault) calls `fault` for each instruction outside
//          fusions, and rejects the first for which it returns a text.
// Why      What is true after a pass can be checked at any time, of any module; each pass states it
//          as one check of one instruction.
// Errors   hlo.invariant, with the instruction, its place, and the pass that would fix it.
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

/// Returns what is wrong, as a text that follows the instruction's name; empty: nothing.
using InstructionFault = std::function<std::string_view(const Module& module, InstructionId id)>;

core::Status check_instructions(const Module& module, std::string_view pass,
                                const InstructionFault& fault);
/// The same for some computations.
core::Status check_instructions(const Module& module, std::span<const ComputationId> computations,
                                std::string_view pass, const InstructionFault& fault);

std::vector<ComputationId> outside_fusions(const Module& module);

}  // namespace tileglot::hlo::pass
