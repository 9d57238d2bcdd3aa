// SPDX-License-Identifier: Apache-2.0
// remove_degenerate_dimensions.h: removes dimensions of size 1 from reductions.
//
// What     A reduction of arrays with dimensions of size 1 reads bitcasts without them, and writes
//          its result without them too; a bitcast restores the result's shape. The reduced
//          dimensions are renumbered; if all of them had size 1 it no longer reduces any dimension,
//          and only applies its initial value.
// Why      Code for reductions asks which dimensions in memory are reduced; those of size 1 have no
//          place in memory, and would make rows look like columns.
// Example  f32[1,100,1]{2,1,0} reduced over {0,1} is f32[1]: bitcast f32[100]{0}, reduced over {0},
//          is f32[], and a bitcast of that is f32[1].
//          [tests: hlo/pass/rewrite/remove_degenerate_dimensions_test.cc, "dimensions of size one
//          go"]
// Left     Arrays with tiles or splits: without a dimension their memory would change. Dynamic
//          dimensions.
// Errors   hlo.layouts where a layout is missing.
// Source   XLA, ReductionDegenerateDimRemover. There a reduction of only such dimensions becomes a
//          bitcast that drops its initial value, and tiles are ignored.
#pragma once

#include <cstddef>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

/// Returns how many instructions were rewritten or inserted. Precondition: verify(module).
core::Result<std::size_t> remove_degenerate_dimensions(Module& module);

/// Checks that no reduction of static arrays without tiles and splits reads a dimension of size 1
/// outside fusions.
core::Status check_degenerate_dimensions_removed(const Module& module);

}  // namespace tileglot::hlo::pass
