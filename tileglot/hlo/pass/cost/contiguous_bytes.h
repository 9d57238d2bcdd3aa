// SPDX-License-Identifier: Apache-2.0
// contiguous_bytes.h: the shapes between which an instruction moves data, and its runs.
//
// What     sides_of(module, one) are the shapes that a costly instruction (layout_cost.h) reads and
//          writes; for a reduction its operand in the layout that it has and in the one that it
//          needs. contiguous_bytes(module, one) is how many bytes are contiguous on both sides
//          (analysis/longest_run.h); for a reduction how many it reads in a run (layout_cost.h).
// Why      A copy in runs of 4 bytes differs from one that moves rows of 4096.
// Units    Bytes, as they are read.
// Example  f32[4,6,8] copied from {2,1,0} to {2,0,1} has runs of 32 bytes, to {0,1,2} of 4.
//          [tests: hlo/pass/cost/layout_cost_test.cc, "a copy keeps runs together"]
// Errors   None: there is no result for tuples, and for layouts that are not maps.
#pragma once

#include <cstdint>
#include <optional>

#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/cost/layout_cost.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {

struct MovedSides {
  notation::xla::Shape from = {};
  notation::xla::Shape to = {};
};

MovedSides sides_of(const Module& module, const CostlyInstruction& one);

std::optional<std::int64_t> contiguous_bytes(const Module& module, const CostlyInstruction& one);

}  // namespace tileglot::hlo::pass
