// SPDX-License-Identifier: Apache-2.0
// nest_builder.h: from the common loops of one box of coordinates to a nest that moves memory well.
//
// What     build_nests takes a nest with loops in any order, and returns it with its loops in the
//          best order and a kernel for the innermost: blocks where lines are long, boxes where they
//          are short, planes, runs and tables for the rest. A loop that is cut in strips can leave
//          a second nest for the remainder.
// Why      Each rule here concerns only memory and preserves the set of moves.
#pragma once

#include <vector>

#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::plan {

/// Precondition: as simplified() returns it.
std::vector<Nest> build_nests(Nest nest);

}  // namespace tileglot::relayout::plan
