// SPDX-License-Identifier: Apache-2.0
// any_cut.h: random arrays, cut into boxes at random.
//
// What     any_extents draws a small array that has elements; any_cut cuts it, by a grid or by
//          halves of halves; spoil drops, moves, stretches or doubles one of the boxes.
// Example  any_cut({4, 6}) may be [0:1,0:6], [1:4,0:2] and [1:4,2:6].
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/map/box.h"
#include "tileglot/map/index_map.h"

namespace tileglot::checkpoint::pieces {

/// In [low, high).
std::int64_t any_number(std::int64_t low, std::int64_t high);

/// At most `most_dimensions` of 1 to 5 elements.
Extents any_extents(std::size_t most_dimensions);

/// Boxes that have each element once, in no order.
std::vector<map::Box> any_cut(const Extents& extents);

/// The boxes stay in the array. Their elements may be as before.
void spoil(std::vector<map::Box>& boxes, const Extents& extents);

/// All coordinates in row-major order; one for no dimensions.
void for_each_element(const Extents& extents,
                      const std::function<void(const map::Coordinate&)>& visit);

bool has(const map::Box& box, const map::Coordinate& x);

Extents shape_of(const map::Box& box);

/// The four bytes of each element of the box, in row-major order: its number in the whole array.
std::string numbered_elements(const map::Box& box, const Extents& whole);

}  // namespace tileglot::checkpoint::pieces
