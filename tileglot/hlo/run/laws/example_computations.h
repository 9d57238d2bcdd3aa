// SPDX-License-Identifier: Apache-2.0
// example_computations.h: computations that reductions and sorts apply in tests.
#pragma once

#include <string_view>
#include <vector>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/run/array/budget.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/hlo/run/operation/combine.h"

namespace tileglot::hlo::run {

/// opcode(x, y) on scalars.
ComputationId applied(Module& module, Opcode opcode, PrimitiveType type);
/// x + x * y, which is not a single operation.
ComputationId sum_and_product(Module& module, PrimitiveType type);
/// compare(p0, p1) of two parameters for each type.
ComputationId compared(Module& module, std::string_view direction,
                       const std::vector<PrimitiveType>& types);

/// Runs everything as lanes; a call of a computation that is not a LaneProgram is rejected.
Applying applying_in(const Module& module, Budget& budget);

}  // namespace tileglot::hlo::run
