// SPDX-License-Identifier: Apache-2.0
// any_lane_access.h: random accesses of lanes for laws.
#pragma once

#include <rapidcheck.h>

#include <cstdint>

#include "tileglot/analysis/lane_access.h"

namespace tileglot::analysis {

/// Elements of `bits` bits, in vectors of up to 16 bytes, strided or anywhere; warps of full lanes
/// and a last one that may have fewer.
rc::Gen<LaneAccess> any_lane_access(std::int64_t bits);

}  // namespace tileglot::analysis
