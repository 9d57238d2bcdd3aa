// SPDX-License-Identifier: Apache-2.0
// nest_builder.h: from one box of common loops to a nest that moves memory well.
//
// What     build_nests takes a start and loops in any order, and returns a nest with ascending
//          target offsets, merged loops, the largest unit that moves as a whole, and a kernel for
//          the innermost loops. A loop that is cut in strips can leave a second nest for the
//          remainder.
// Why      Each rule here is about memory alone and keeps the set of moves.
#pragma once

#include <vector>

#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::plan {

/// Offsets in elements of `element_bits`.
std::vector<Nest> build_nests(Move start, std::vector<Loop> loops, int element_bits);

}  // namespace tileglot::relayout::plan
