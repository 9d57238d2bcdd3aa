// SPDX-License-Identifier: Apache-2.0
// blocks.h: which loops a kTranspose nest takes, and how large its blocks are.
//
// What     with_blocks(nest) makes the nest a kTranspose nest: the loops that are contiguous in the
//          source are its rows, those that are contiguous in the target its columns, each as far as
//          a few cache lines need. std::nullopt where source or target does not have such a loop.
// Why      Memory moves in lines of 64 bytes. A block reads whole lines, transposes them in
//          registers and writes whole lines, however short the innermost dimension is.
// Model    A block costs a page visit for each column (source) and each row (target), a line for
//          each 64 bytes, and two more for each line of the target that is written in parts. So
//          columns and rows are joined until they fill lines, and a buffer is used exactly where
//          lines of the target would be cut. Sizes are from measurements: sixteen lines of the
//          source read from end to end are as many as the processor can track at once, and one
//          cache line of each row of the target is then written at a time; through the buffer,
//          eight spread the cost of the two that are cut. (f32[4096,4096], one thread: 128 x 512
//          bytes at a time 14 GB/s, this way 23.)
//          has_short_lines(transpose) reports where a box (boxes.h) would cost less: its kernel calls
//          would move only a few bytes each.
// Example  f32[15,15,32]{2,1,0} to {0,1,2}: 32 rows, columns 15 x 15 joined to 225.
//          [tests: plan_test.cc, "short dimensions join to a block"]
#pragma once

#include <optional>

#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::plan {

/// Precondition: as simplified() returns it.
std::optional<Nest> with_blocks(const Nest& nest);

/// True if the nest's lines are so short, or in such short pieces, that a box costs less.
bool has_short_lines(const Nest& transpose);

}  // namespace tileglot::relayout::plan
