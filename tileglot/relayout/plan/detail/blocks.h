// SPDX-License-Identifier: Apache-2.0
// blocks.h: which loops a turn takes, and how large its blocks are.
//
// What     with_blocks(nest) makes the nest a turn: the loops that follow one another in the source
//          are its rows, those that follow one another in the target its columns, each as far as a
//          few cache lines need. Nothing where source or target has no such loop.
// Why      Memory moves in lines of 64 bytes. A block reads whole lines, turns them in registers
//          and writes whole lines, however short the innermost dimension is.
// Model    A block costs a visit of a page for each column (source) and each row (target), a line
//          for each 64 bytes, and two more for each line of the target that is written in parts.
//          So columns and rows are joined until they fill lines, and a buffer is used exactly where
//          lines of the target would be cut. Sizes are from measurements: sixteen lines of the
//          source walked from end to end are as many as the processor follows at once, and one line
//          of the cache of each row of the target is then written at a time; through the buffer,
//          eight spread the cost of the two that are cut. (f32[4096,4096], one thread: 128 x 512
//          bytes at a time 14 GB/s, so 23.)
//          has_short_lines(turn) says where a box (boxes.h) would cost less: its calls of a kernel
//          would move a few bytes each.
// Example  f32[15,15,32]{2,1,0} to {0,1,2}: 32 rows, columns 15 x 15 joined to 225.
//          [tests: plan_test.cc, "short dimensions join to a block"]
#pragma once

#include <optional>

#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::plan {

/// Precondition: as simplified() returns it.
std::optional<Nest> with_blocks(const Nest& nest);

/// Lines of the turn are so short, or in so short pieces, that a box costs less.
bool has_short_lines(const Nest& turn);

}  // namespace tileglot::relayout::plan
