// SPDX-License-Identifier: Apache-2.0
// moved_run.h: between which shapes an instruction moves, and how much of it at once.
//
// What     sides_of(module, one) are the shapes that a costly instruction (layout_cost.h) reads and
//          writes; of a reduction how its operand lies and how it should. run_bytes(module, one) is how
//          many bytes are neighbours on both sides (analysis/longest_run.h).
// Why      A copy that moves 4 bytes at a time is another thing than one that moves rows of 4096.
// Units    Bytes, as they are read.
// Example  f32[4,6,8] copied from {2,1,0} to {2,0,1} has runs of 32 bytes, to {0,1,2} of 4.
//          [tests: hlo/pass/cost/layout_cost_test.cc, "a copy keeps runs together"]
// Errors   None: nothing is said of tuples, and of layouts that are no maps.
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

std::optional<std::int64_t> run_bytes(const Module& module, const CostlyInstruction& one);

}  // namespace tileglot::hlo::pass
