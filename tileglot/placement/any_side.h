// SPDX-License-Identifier: Apache-2.0
// any_side.h: random extents, spreads and pieces for tests.
#pragma once

#include <cstdint>
#include <vector>

#include "tileglot/map/box.h"
#include "tileglot/placement/side.h"
#include "tileglot/placement/spread.h"

namespace tileglot::placement {

/// At most `rank` extents, each 1..most.
std::vector<std::int64_t> any_extents(int rank, std::int64_t most);

/// On at most `places` places, those permuted and not always all from 0.
Spread any_spread(const std::vector<std::int64_t>& extents, std::int64_t places);

/// Disjoint boxes that cover the array, cut at random, with up to three copies each.
Pieces any_pieces(const std::vector<std::int64_t>& extents, std::int64_t places);

/// Either.
Side any_side(const std::vector<std::int64_t>& extents, std::int64_t places);

/// With at least one element.
map::Box any_box(const std::vector<std::int64_t>& extents);

}  // namespace tileglot::placement
