// SPDX-License-Identifier: Apache-2.0
// entry_layout.h: how the caller of the program passes arrays, before and after layouts are assigned.
//
// What     entry_layout_of(module) is what the caller asks for; a leaf without a layout is open (AUTO).
//          make_aliases_agree settles that a parameter and the part of the result that takes its memory
//          lie alike. written_entry_layout is the whole of it afterwards.
// Why      What is open is filled with what was computed. A parameter with any open leaf takes all that
//          was computed for it; so does the result, and then a leaf of it that was asked for may not be
//          honoured, as in XLA. unhonoured_leaves lists those, since nobody else says so.
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

/// hlo.entry_layout where it does not fit the entry's parameters and root.
core::Result<EntryLayout> entry_layout_of(const Module& module);

/// True if one had to change.
bool make_aliases_agree(const Problem& problem, ComputationLayouts& computations);

EntryLayout written_entry_layout(const Module& module, const EntryLayout& asked,
                                 const ComputationLayouts& computations, const Problem& problem);

struct UnhonouredLeaf {
  std::vector<std::int64_t> path = {};
  notation::xla::Shape asked = {};
  notation::xla::Shape given = {};
};

/// Leaves of the result whose asked order is not the one they have.
std::vector<UnhonouredLeaf> unhonoured_leaves(const EntryLayout& asked, const EntryLayout& written);

}  // namespace tileglot::hlo::pass
