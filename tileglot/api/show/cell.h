// SPDX-License-Identifier: Apache-2.0
// show/cell.h: the description of one cell of a picture.
//
// What     cell(drawn, place) answers with the cell's title (coordinate, offset, byte, bank, owners)
//          and with facts: its offset in binary, the meaning of its mark.
// Why      A page that draws thousands of cells asks for the description of the one under the pointer.
// Units    Rows and columns are those of the panel as it is drawn, from 0.
// Example  (2,3) of f32[3,5]{1,0:T(2,2)}: "(2,3), offset 17, byte 68, bank 17" and "offset 17 =
//          0b1_0001".
//          [tests: show/cell_test.cc, "a cell says where it is and its offset in binary"]
// Errors   show.cell for a place outside the picture.
#pragma once

#include <cstdint>
#include <string>

#include "tileglot/api/reply/reply.h"
#include "tileglot/api/show/show.h"

namespace tileglot::api {

struct CellPlace {
  std::int64_t panel = 0;
  std::int64_t row = 0;
  std::int64_t column = 0;
};

Reply cell(const DrawnPicture& drawn, const CellPlace& place);

/// 17 is 0b1_0001; the digits in groups of four.
std::string binary_text(std::int64_t value);

}  // namespace tileglot::api
