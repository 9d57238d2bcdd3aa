// SPDX-License-Identifier: Apache-2.0
// show/operation_grids.h: the grids of an operation's picture: what is drawn, and how cells join.
//
// What     grids_of(call, request) lists the operands and the result as grids. Each has the layout
//          that is drawn, its title, and for a coordinate the tile or copy, the offset by which the
//          cell joins and the coordinate of the first operand that it takes.
// Why      What a grid means depends on the operation; how cells are drawn does not.
// Units    The offset that joins is one of the layout that is divided or composed, or of the
//          product.
// Example  composition((6,2):(8,2), (4,3):(3,1)): the cell (2,0) of the second operand is labelled
//          6, an index of the first, and joins by 2, the offset of element 6.
//          [tests: show/operation_grids_test.cc, "a composition joins indices with offsets"]
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/api/show/operation.h"
#include "tileglot/api/show/operation_axes.h"
#include "tileglot/api/show/operation_call.h"
#include "tileglot/api/show/shown_layout.h"
#include "tileglot/map/index_map.h"

namespace tileglot::api {

/// Nothing where there is none.
using NumberOfCell = std::function<std::optional<std::int64_t>(const map::Coordinate&)>;
using PlaceOfCell = std::function<const map::Coordinate*(const map::Coordinate&)>;

struct OperationGrid {
  ShownLayout shown;
  std::string title = {};
  std::string tensor = {};  ///< render::Panel::tensor
  NumberOfCell part = {};   ///< which tile or copy
  NumberOfCell joins = {};  ///< the offset by which the cell joins, if not its own
  PlaceOfCell place = {};   ///< the coordinate of the first operand; null: it has no such element
  bool is_labelled_by_place = false;
  std::optional<GridAxes> axes = {};
};

struct OperationGrids {
  std::vector<OperationGrid> grids = {};
  std::optional<ShownLayout> result = {};
  std::vector<std::string> sentences = {};  ///< what is not drawn, and how to read the rest
  std::string part_name = {};               ///< tile or copy; empty: not coloured by that
  bool join = false;                        ///< cells of equal offsets are one
};

core::Result<OperationGrids> grids_of(const OperationCall& call,
                                      const ShowOperationRequest& request);

}  // namespace tileglot::api
