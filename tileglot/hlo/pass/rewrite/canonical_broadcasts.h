// SPDX-License-Identifier: Apache-2.0
// canonical_broadcasts.h: makes the dimensions of every broadcast ascending.
//
// What     dimensions={..} of a broadcast lists for each dimension of the operand its dimension in
//          the result. Where they are not ascending, the broadcast is made to sorted ones, and a
//          transpose after it restores the order.
// Why      A broadcast whose dimensions are not ascending also transposes; code that looks for data
//          movement looks at transposes. Layout normalization makes such broadcasts.
// How      Operand dimension k is result dimension d[k], and dimension s[k] of the sorted
//          broadcast, where s is d sorted. So the transpose takes its dimension d[k] from s[k], and
//          the others from themselves.
// Example  f32[4,5] broadcast to f32[5,3,4]{2,1,0} by {2,0}: f32[4,3,5] by {0,2}, transposed by
//          {2,1,0}.
//          [tests: hlo/pass/rewrite/canonical_broadcasts_test.cc, "a transpose puts them where they
//          were"]
// Units    The sorted broadcast is row-major, packed as the result is.
// Errors   hlo.layouts where a layout is missing.
// Source   XLA, BroadcastCanonicalizer.
#pragma once

#include <cstddef>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

/// Returns how many instructions were rewritten or inserted. Precondition: verify(module).
core::Result<std::size_t> canonicalize_broadcasts(Module& module);

/// Checks that the dimensions of every broadcast outside fusions are ascending.
core::Status check_broadcasts_canonical(const Module& module);

}  // namespace tileglot::hlo::pass
