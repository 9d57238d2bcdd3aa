// SPDX-License-Identifier: Apache-2.0
// normalized_computations.h: the computations in which layout normalization works.
//
// What     normalized_computations(module): those that are neither fused nor wrapped by an async-start.
//          reads_and_writes_row_major(module, id): whether all arrays of the instruction and of its
//          operands are row-major, elements of a tuple that it makes included.
// Why      Inside a fusion nothing is stored; a wrapped computation is one operation and nothing
//          else. The pass and its check (normalized_invariant.h) use the same functions.
// Source   XLA, MakeNonfusionComputations.
#pragma once

#include <vector>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

std::vector<ComputationId> normalized_computations(const Module& module);

bool reads_and_writes_row_major(const Module& module, InstructionId id);

}  // namespace tileglot::hlo::pass
