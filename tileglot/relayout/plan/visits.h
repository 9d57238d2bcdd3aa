// SPDX-License-Identifier: Apache-2.0
// visits.h: the order in which a plan moves elements.
//
// What     visits(plan, most) lists the first elements that the nests move, each by its offsets in
//          source and target.
// Why      A picture of a plan colors elements by when they move.
// Units    Offsets in elements. A kernel may take the elements of its loops in another order; here
//          the loops are taken as printed.
// Example  f32[2,2]{1,0} to {0,1}: (0,0), (2,1), (1,2), (3,3) as source and target offsets.
//          [tests: visits_test.cc, "a transpose visits each element once"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/map/refine.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::plan {

/// The unit of a nest that is moved `number` units after its first; offsets in units.
Move unit_at(const Nest& nest, std::int64_t number, const std::vector<map::Walk>& walks);

std::vector<Move> visits(const Plan& plan, std::size_t most);

}  // namespace tileglot::relayout::plan
