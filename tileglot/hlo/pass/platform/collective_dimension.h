// SPDX-License-Identifier: Apache-2.0
// collective_dimension.h: makes the dimension that a collective splits or joins the most major.
//
// What     add_for_collective(constraints, id) requests for a reduce-scatter or all-gather (and,
//          where the caller wants them too, other collectives with one split dimension) a result
//          whose split dimension is the most major, all else in the written order. False for other
//          instructions.
// Why      A device then sends one contiguous block of memory.
// Example  all-gather of u4[1024,4096]{1,0} over dimension 1 is {0,1}.
//          [tests: hlo/pass/assign/assign_layouts_test.cc, "the split dimension becomes the most
//          major"]
// Source   XLA, CpuLayoutAssignment and GpuLayoutAssignment::AddBackendConstraints.
#pragma once

#include <cstdint>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/pass/constraints/layout_constraints.h"

namespace tileglot::hlo::pass {

bool add_for_collective(LayoutConstraints& constraints, InstructionId id);

/// Requests for every result its written order with `dimension` moved to the major end.
void request_most_major(LayoutConstraints& constraints, InstructionId id, std::int64_t dimension);

}  // namespace tileglot::hlo::pass
