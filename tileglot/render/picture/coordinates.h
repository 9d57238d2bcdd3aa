// SPDX-License-Identifier: Apache-2.0
// coordinates.h: all coordinates of a domain, one after the other.
//
// What     for_each_coordinate(dims, visit) calls visit(x) in row-major order.
// Why      Small domains are drawn and counted point by point, in several views.
// Example  2 x 2: (0,0), (0,1), (1,0), (1,1).
//          [tests: coordinates_test.cc, "coordinates come row-major"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "tileglot/map/index_map.h"

namespace tileglot::render {

/// The next coordinate in row-major order; false after the last, and x is the first again.
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

/// The coordinate of a row-major number.
inline map::Coordinate coordinate_of(std::int64_t number, std::span<const map::Dim> dims) {
  map::Coordinate x(dims.size(), 0);
  for (std::size_t k = dims.size(); k-- > 0;) {
    x[k] = number % dims[k].extent;
    number /= dims[k].extent;
  }
  return x;
}

}  // namespace tileglot::render
