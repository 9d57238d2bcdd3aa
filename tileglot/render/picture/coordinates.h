// SPDX-License-Identifier: Apache-2.0
// coordinates.h: all coordinates of a domain, in order.
//
// What     for_each_coordinate(dims, visit) calls visit(x) in row-major order.
// Why      Several views draw and count small domains point by point.
// Example  2 x 2: (0,0), (0,1), (1,0), (1,1).
//          [tests: coordinates_test.cc, "coordinates come row-major"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "tileglot/map/index_map.h"

namespace tileglot::render {

/// Advances x in row-major order; after the last coordinate returns false and wraps to the first.
inline bool move_on(map::Coordinate& x, std::span<const map::Dim> dims) {
  for (std::size_t k = dims.size(); k-- > 0;) {
    if (++x[k] < dims[k].extent) return true;
    x[k] = 0;
  }
  return false;
}

template <class Visit>
void for_each_coordinate(std::span<const map::Dim> dims, Visit visit) {
  for (const map::Dim& dim : dims) {
    if (dim.extent == 0) return;
  }
  map::Coordinate x(dims.size(), 0);
  do {
    visit(x);
  } while (move_on(x, dims));
}

/// The coordinate with a given row-major number.
inline map::Coordinate coordinate_of(std::int64_t number, std::span<const map::Dim> dims) {
  map::Coordinate x(dims.size(), 0);
  for (std::size_t k = dims.size(); k-- > 0;) {
    x[k] = number % dims[k].extent;
    number /= dims[k].extent;
  }
  return x;
}

}  // namespace tileglot::render
