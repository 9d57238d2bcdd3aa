// SPDX-License-Identifier: Apache-2.0
// show/operation.h: an operation as a picture: its operands and its result side by side.
//
// What     draw_operation(request) evaluates a call and draws the operands that are layouts, the
//          tile of a divide, and the result, with one colouring and one key that joins their cells.
//          The facts are those of the result, as `show` has them, the name of the operation, and
//          what joins cells.
//
//          operation                       colour     cells with equal offsets are one
//          logical_, zipped_, tiled_,      the tile   element of the layout that is divided
//            flat_divide
//          logical_, zipped_, tiled_,      the copy   element of the product; the tile's own cells
//            flat_, blocked_, raked_product           are its first copy
//          complement                      the copy   place; a third grid has both layouts together
//          composition                     the offset element of the first operand
//          coalesce, inverses, ..          the offset element of the operand
//          others                          the offset nothing joins: offsets differ in meaning
//
// Why      Where an element has the same colour before and after, one sees what the operation does.
// Units    Offsets in elements. Tiles and copies are numbered as the second mode of the zipped
//          divide or product counts them, its first mode fastest. In JSON a cell has the offset by
//          which it joins; its label may be what its own layout says: for B in A o B, indices.
//          A cell of the result beyond the end of the operand is padding.
// Example  zipped_divide((9,(4,8)):(59,(13,1)), <3:3,(2,4):(1,8)>): A has 12 tiles of 24 cells;
//          the result is 24 rows, inside a tile, by 12 columns, which tile.
//          [tests: show/operation_test.cc, "a zipped divide shows which tile each element is in"]
//          size((4,2):(1,4)) draws its operand and says 8.
//          [tests: show/operation_test.cc, "a result that is not a layout is said"]
// Errors   Those of evaluating a call, with their line; show.option for a text that is not a call;
//          show.view if neither an operand nor the result is a layout that can be drawn; of colours
//          and labels as show.h lists them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tileglot/api/show/show.h"
#include "tileglot/core/error.h"

namespace tileglot::api {

struct ShowOperationRequest {
  std::string call = {};                ///< zipped_divide(A, T), its operands calls or texts
  std::vector<std::string> names = {};  ///< of the operands, for titles; empty: none
  std::optional<std::string> dtype = {};
  std::string color = {};  ///< as in show.h; empty: the common colouring
  std::string label = {};  ///< as in show.h; empty: suits each grid
  std::string palette = "safe";
  std::string as = "json";  ///< the form that it will be written in, which says how much is drawn
};

core::Result<DrawnPicture> draw_operation(const ShowOperationRequest& request);

}  // namespace tileglot::api
