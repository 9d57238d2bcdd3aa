// SPDX-License-Identifier: Apache-2.0
// planes.h: two strided loops for a kernel, where a block of whole lines is not possible.
//
// What     with_planes moves the loop that is in order in the source next to the last one, cut to
//          strips that keep lines of both sides in the cache. A strip can leave a remainder.
// Why      Repeated positions, descending or spread sources and units below a byte do not have
//          lines that a block could transpose; the order of the loops still decides how often a
//          line is fetched.
#pragma once

#include <vector>

#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::plan {

/// Precondition: the last loop is strided; the loops are in order of the target.
std::vector<Nest> with_planes(Nest nest);

}  // namespace tileglot::relayout::plan
