// SPDX-License-Identifier: Apache-2.0
// grid_text.h: a grid in a terminal.
//
// What     to_text(grid) writes the offsets in columns, with lines where tiles begin and a dot
//          before an offset that is padding.
// Why      A layout is understood by looking at it.
// Example          0   1 |  2   3 |  4   5
//             0    0   1 |  4   5 |  8  .9
//          with the lines and the dot of the chosen Lines.
//          [tests: grid_test.cc, "the worked example drawn"]
#pragma once

#include <cstdint>
#include <string>

#include "tileglot/render/grid.h"

namespace tileglot::render {

/// The characters of lines and padding: box drawing, or ASCII for terminals without it.
enum class Lines : std::uint8_t { kBox, kAscii };

std::string to_text(const Grid& grid, Lines lines);

}  // namespace tileglot::render
