// SPDX-License-Identifier: Apache-2.0
// arrange.h: arranges panels in one picture.
//
// What     put_beside adds panels to the right of existing ones. put_at adds panels starting at a
//          given position. mark_difference(a, b) merges two grids of the same cells: where the
//          offsets differ, the cell is a witness with both.
// Why      Before and after, source and target, or the three operands of a product form one
//          picture.
// Example  f32[2,2]{1,0} and {0,1}: (0,1) and (1,0) differ, 1|2 and 2|1.
//          [tests: arrange_test.cc, "cells that differ are witnesses with both offsets"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/render/picture/picture.h"

namespace tileglot::render {

/// The titles of the added panels begin with `title`.
void put_beside(Picture& picture, std::vector<Panel> panels, const std::string& title);

void put_at(Picture& picture, std::vector<Panel> panels, std::size_t panel_row,
            std::size_t panel_column, const std::string& title);

/// Labels are offsets. Returns how many cells differ. Precondition: the same panels, cell by cell.
std::int64_t mark_difference(std::vector<Panel>& panels, const std::vector<Panel>& other);

}  // namespace tileglot::render
