// SPDX-License-Identifier: Apache-2.0
// tile_borders.h: where tiles begin along an axis of a picture.
//
// What     boundaries_of(map) lists, for each dimension, the numbers of elements after which its
//          steps change: the divisors of the map's floor terms. borders_of(axis, samples, ..) are
//          the lines between cells of an axis, with a higher level for coarser tiles; if several
//          dimensions are folded into the axis, each value of an outer one also begins with a line.
// Why      Lines show nested tiles, at any number of levels.
// Units    Boundaries are in elements, ascending. Levels are counted from 0, the finest that is
//          drawn; with three cells or more, a boundary before every cell draws nothing.
// Example  bf16[16,256]{1,0:T(8,128)(2,1)}: rows have lines of level 0 before every second row, of
//          level 1 before row 8.
//          [tests: tile_borders_test.cc, "nested tiles have lines of two levels"]
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/map/index_map.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/view/fold.h"
#include "tileglot/render/view/sampling.h"

namespace tileglot::render {

/// For each dimension, ascending.
using Boundaries = std::vector<std::vector<std::int64_t>>;

Boundaries boundaries_of(const map::IndexMap& map);

std::vector<Border> borders_of(const Flattened& axis, const Samples& samples,
                               const Boundaries& boundaries);

/// For each cell of an axis, its tile, counted from 0: a line of the highest level begins the next.
std::vector<std::int64_t> tiles_along(std::span<const Border> borders, std::size_t cells);

/// Gives each cell with a coordinate the row-major number of its outermost tile: for pictures whose
/// rows and columns are not those of the tensor.
void number_tiles(std::vector<Panel>& panels, std::span<const map::Dim> domain,
                  const Boundaries& boundaries);

}  // namespace tileglot::render
