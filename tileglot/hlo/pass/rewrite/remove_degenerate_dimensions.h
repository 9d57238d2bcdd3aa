// SPDX-License-Identifier: Apache-2.0
// remove_degenerate_dimensions.h: no reduction reads or gives dimensions of size 1.
//
// What     A reduction of arrays with dimensions of size 1 reads bitcasts without them, and gives its result
//          without them too, which a bitcast gives its shape back. What it reduces is renumbered; where all
//          of that had size 1 it reduces no dimension any more, and applies its initial value alone.
// Why      Code for reductions asks which dimensions in memory are reduced; those of size 1 are nowhere in
//          memory, and would make rows look like columns.
// Example  f32[1,100,1]{2,1,0} reduced over {0,1} is f32[1]: bitcast f32[100]{0}, reduced over {0}, is f32[],
//          and a bitcast of that is f32[1].
//          [tests: hlo/pass/rewrite/remove_degenerate_dimensions_test.cc, "dimensions of size one go"]
// Left     Arrays with tiles or splits: without a dimension they would lie otherwise. Dynamic dimensions.
// Errors   hlo.layouts where a layout is missing.
// Source   XLA, ReductionDegenerateDimRemover. There a reduction of such dimensions alone becomes a
//          bitcast, and its initial value is forgotten, and tiles are not looked at.
#pragma once

#include <cstddef>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

/// How many instructions were rewritten or inserted. Precondition: verify(module).
core::Result<std::size_t> remove_degenerate_dimensions(Module& module);

/// No reduction outside fusions, of static arrays without tiles and splits, reads a dimension of size 1.
core::Status check_degenerate_dimensions_removed(const Module& module);

}  // namespace tileglot::hlo::pass
