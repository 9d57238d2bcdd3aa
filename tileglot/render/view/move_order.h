// SPDX-License-Identifier: Apache-2.0
// move_order.h: when a plan moves the element of each cell.
//
// What     mark_order(panels, when) colours each cell by the number of the move that reads or
//          writes its offset, on a ramp from the first move to the last, and adds that number to
//          the label: #0, #1, ..
// Why      It shows the loops of a plan on the source and on the target.
// Example  The transpose of 2 x 2: the source in order 0 1 2 3, the target in order 0 2 1 3.
//          [tests: move_order_test.cc, "a cell has the number of its move"]
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "tileglot/render/picture/picture.h"

namespace tileglot::render {

/// From the offset to the number of its move, which counts from 0.
using MoveOrder = std::unordered_map<std::int64_t, std::int64_t>;

void mark_order(std::vector<Panel>& panels, const MoveOrder& when);

/// The legend of the ramp.
void add_order_legend(Picture& picture, std::int64_t moves);

}  // namespace tileglot::render
