// SPDX-License-Identifier: Apache-2.0
// show/operation_axes.h: what the rows and columns of a divided or multiplied layout are.
//
// What     axes_of(call, domain) says which dimensions of the result are inside a tile, and go
//          down, and which say which tile it is, and go across. fold_of and name_axes draw them so.
// Why      A user takes the flat picture of a divide for a wrong result unless its modes are named.
// Example  tiled_divide((8,6):(1,8), <4,2>) is (tile, rest, rest): 8 rows and 2 x 3 columns.
//          [tests: show/operation_test.cc, "every divide has the tile in its rows"]
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/api/show/operation_call.h"
#include "tileglot/map/index_map.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/view/fold.h"

namespace tileglot::api {

/// The first `rows` dimensions go down, the others across.
struct GridAxes {
  std::size_t rows = 1;
  std::string of_rows = {};  ///< inside a tile
  std::string of_columns = {};
};

/// Nothing where modes of the tile and of the rest alternate, and for other operations.
std::optional<GridAxes> axes_of(const OperationCall& call, const std::vector<map::Dim>& domain);

/// The first dimension of each list varies fastest, as in CuTe.
render::Fold fold_of(const GridAxes& axes, std::size_t rank);

/// row (dim 0) becomes row: inside a tile (dim 0).
void name_axes(render::Panel& panel, const GridAxes& axes);

}  // namespace tileglot::api
