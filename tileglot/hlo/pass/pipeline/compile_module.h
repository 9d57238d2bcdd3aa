// SPDX-License-Identifier: Apache-2.0
// compile_module.h: compiles a module, as far as layouts go.
//
// What     compile_module(module, policy, entry, assign) runs layout assignment and the passes that
//          follow it on the policy's platform, for a caller that requests `entry`. Every layout
//          that `entry` has is that of the compiled module's entry; every other is chosen.
// Why      The one place that knows the order: the entry layout, assignment, layouts that were not
//          honoured, the pipeline, tiles.
// Inside   A program for the CPU or a GPU has no tiles. An argument that has tiles is copied first,
//          and a result last; likewise a result that the assignment did not give the requested
//          layout, which happens where other elements of its tuple are open (entry_layout.h).
// Example  negate of f32[4,6], the parameter {1,0:T(2,2)}, the result open: a copy of the parameter
//          to {1,0}, negate, the result {1,0}.
//          [tests: hlo/pass/pipeline/compile_module_test.cc, "tiles stay outside"]
// Errors   Those of entry_border.h, of the assignment and of pipeline.h.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/module_header.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/pass/pipeline/pipeline.h"

namespace tileglot::hlo::pass {

/// Gives every array a layout, respecting the header's entry layout.
using AssignFn = std::function<core::Status(Module& module, const LayoutPolicy& policy)>;

/// Assigns layouts as XLA does.
core::Status assign_as_xla(Module& module, const LayoutPolicy& policy);

struct Compiled {
  std::size_t border_copies = 0;
  std::vector<StepDone> steps = {};
};

/// Precondition: verify(module). After an error the module must not be used.
core::Result<Compiled> compile_module(Module& module, const LayoutPolicy& policy,
                                      const EntryLayout& entry,
                                      const AssignFn& assign = assign_as_xla);

}  // namespace tileglot::hlo::pass
