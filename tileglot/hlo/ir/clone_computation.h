// SPDX-License-Identifier: Apache-2.0
// clone_computation.h: copies a computation under other names.
//
// What     clone_computation(module, c, name) adds a computation with the instructions of c, in its
//          order, with its parameters and its root. An instruction `x` becomes `x.clone`, followed
//          by a number if that name is taken. The clone calls the computations that c calls.
// Why      A change for one caller must not affect another.
// Example  f { p; ROOT n = negate(p) } gives f.clone { p.clone; ROOT n.clone = negate(p.clone) }.
//          [tests: hlo/ir/clone_computation_test.cc, "a clone has the same instructions under other
//          names"]
// Source   XLA, HloComputation::Clone.
#pragma once

#include <string_view>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo {

/// Precondition: definitions come before uses, and no computation has the name.
ComputationId clone_computation(Module& module, ComputationId computation, std::string_view name);

}  // namespace tileglot::hlo
