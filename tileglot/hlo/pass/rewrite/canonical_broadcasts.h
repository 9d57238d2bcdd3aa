// SPDX-License-Identifier: Apache-2.0
// canonical_broadcasts.h: the dimensions of every broadcast rise.
//
// What     dimensions={..} of a broadcast says for each dimension of the operand which of the result it
//          is. Where they do not rise, the broadcast is made to sorted ones, and a transpose behind it puts
//          them where they were.
// Why      A broadcast whose dimensions do not rise transposes too; who looks for what moves looks at
//          transposes. Layout normalization makes such broadcasts.
// How      Operand dimension k is result dimension d[k], and dimension s[k] of the sorted broadcast, s being
//          d sorted. So the transpose takes its dimension d[k] from s[k], and the others from themselves.
// Example  f32[4,5] broadcast to f32[5,3,4]{2,1,0} by {2,0}: f32[4,3,5] by {0,2}, transposed by {2,1,0}.
//          [tests: hlo/pass/rewrite/canonical_broadcasts_test.cc, "a transpose puts them where they were"]
// Units    The sorted broadcast is row-major, packed as the result is.
// Errors   hlo.layouts where a layout is missing.
// Source   XLA, BroadcastCanonicalizer.
#pragma once

#include <cstddef>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

/// How many instructions were rewritten or inserted. Precondition: verify(module).
core::Result<std::size_t> canonicalize_broadcasts(Module& module);

/// The dimensions of every broadcast outside fusions rise.
core::Status check_broadcasts_canonical(const Module& module);

}  // namespace tileglot::hlo::pass
