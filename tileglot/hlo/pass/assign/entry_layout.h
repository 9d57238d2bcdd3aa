// SPDX-License-Identifier: Apache-2.0
// entry_layout.h: the layouts at the program's entry, before and after layouts are assigned.
//
// What     entry_layout_of(module) is the layout that the caller requests; a leaf without a layout
//          is open (AUTO). make_aliases_agree gives a parameter and the part of the result that
//          reuses its memory the same layout. written_entry_layout is the complete entry layout
//          afterwards.
// Why      Open leaves are filled with what was computed. A parameter with any open leaf takes all
//          that was computed for it; so does the result, and then a leaf of it that the caller
//          requested may not be honoured, as in XLA. unhonoured_leaves lists those; nothing else
//          reports them.
// Example  (f32[4,6])->f32[4,6]{0,1} of negate becomes (f32[4,6]{0,1})->f32[4,6]{0,1}.
//          [tests: hlo/pass/assign/copy_insertion_test.cc, "what is open is filled in"]
// Source   XLA, LayoutAssignment::PropagateComputationLayouts and Run.
#pragma once

#include <cstdint>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/module_header.h"
#include "tileglot/hlo/pass/assign/computation_layouts.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {

/// Fails with hlo.entry_layout where it does not fit the entry's parameters and root.
core::Result<EntryLayout> entry_layout_of(const Module& module);

/// Returns true if a layout had to change.
bool make_aliases_agree(const Problem& problem, ComputationLayouts& computations);

EntryLayout written_entry_layout(const Module& module, const EntryLayout& requested,
                                 const ComputationLayouts& computations, const Problem& problem);

struct UnhonouredLeaf {
  std::vector<std::int64_t> path = {};
  notation::xla::Shape requested = {};
  notation::xla::Shape given = {};
};

/// Leaves of the result whose order is not the requested one.
std::vector<UnhonouredLeaf> unhonoured_leaves(const EntryLayout& requested,
                                              const EntryLayout& written);

}  // namespace tileglot::hlo::pass
