// SPDX-License-Identifier: Apache-2.0
// flatten_call_graph.h: gives every call, loop and branch computations of its own.
//
// What     A computation that calls, whiles or conditionals run from several places is cloned
//          (hlo/ir/clone_computation.h): the first keeps it, unless a reduction, fusion or the like
//          applies it too, and each other gets a clone, including clones of the computations it
//          calls.
// Why      A computation has one layout for each of its parameters. Where callers of one
//          computation need different ones, all but one insert copies; with a computation each,
//          none does. So XLA runs it before layout assignment.
// Example  a = call(p), to_apply=f; b = call(a), to_apply=f: b calls f.clone.
//          [tests: hlo/pass/module/flatten_call_graph_test.cc, "the second caller gets a clone"]
//          The computations of a conditional have to agree on their layouts, and so do those of a
//          while: if two share one computation and not the others, both would decide for it. So
//          layout assignment requires flatten_loops_and_branches, which clones for these alone.
//          [tests: hlo/pass/module/flatten_call_graph_test.cc, "conditionals that share a branch
//          get layouts"]
// Left     Computations that async-start wraps: start, update and done share them.
// Errors   hlo.limit where calls of calls would multiply.
// Source   XLA, FlattenCallGraph.
#pragma once

#include <cstddef>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

/// Returns how many computations were cloned. Precondition: verify(module).
core::Result<std::size_t> flatten_call_graph(Module& module);

/// The same for whiles and conditionals only; calls may still share computations.
core::Result<std::size_t> flatten_loops_and_branches(Module& module);

/// Checks that no call, while or conditional runs a computation that something else runs too.
core::Status check_call_graph_flat(const Module& module);

}  // namespace tileglot::hlo::pass
