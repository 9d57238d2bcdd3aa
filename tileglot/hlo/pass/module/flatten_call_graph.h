// SPDX-License-Identifier: Apache-2.0
// flatten_call_graph.h: every call, loop and branch has computations of its own.
//
// What     A computation that calls, whiles or conditionals run from several places is cloned
//          (hlo/ir/clone_computation.h): the first keeps it, unless a reduction, fusion or the like applies it
//          too, and each other gets a clone, of what it calls too.
// Why      A computation has one layout for each of its parameters. Where callers of one computation want
//          different ones, all but one copy; with a computation each, nobody does. So XLA runs it before
//          layout assignment.
// Example  a = call(p), to_apply=f; b = call(a), to_apply=f: b calls f.clone.
//          [tests: hlo/pass/module/flatten_call_graph_test.cc, "the second caller gets a clone"]
//          The computations of a conditional have to agree on their layouts, and so have those of a while:
//          of two that share one and not all others, both would decide for it. So layout assignment asks for
//          flatten_loops_and_branches, which clones for these alone.
//          [tests: hlo/pass/module/flatten_call_graph_test.cc, "conditionals that share a branch get layouts"]
// Left     What async-start wraps: start, update and done share it.
// Errors   hlo.limit where calls of calls would multiply.
// Source   XLA, FlattenCallGraph.
#pragma once

#include <cstddef>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

/// How many computations were cloned. Precondition: verify(module).
core::Result<std::size_t> flatten_call_graph(Module& module);

/// The same for whiles and conditionals; calls go on sharing computations.
core::Result<std::size_t> flatten_loops_and_branches(Module& module);

/// No call, while or conditional runs what something else runs too.
core::Status check_call_graph_flat(const Module& module);

}  // namespace tileglot::hlo::pass
