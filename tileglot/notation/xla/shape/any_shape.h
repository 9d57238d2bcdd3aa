// SPDX-License-Identifier: Apache-2.0
// any_shape.h: random shapes for laws.
//
// What     any_shape draws valid arrays with nested and non-dividing tiles, `*`, permuted orders
//          and attributes; any_printable_shape also draws tuples, buffers, tokens, unbounded
//          dimensions, and layouts that only the parser accepts.
//          At least a third of the arrays have a tile that does not divide its dimension, if tiles
//          are drawn. [tests: any_shape_test.cc, "a third of the arrays have a tile that does not
//          divide"]
// Why      One source of hostile but reproducible layouts for this package and for those above it.
// Units    max_elements bounds the elements in memory, padding included.
#pragma once

#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>

#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

struct ShapeOptions {
  std::int64_t max_elements = 4096;
  std::size_t max_rank = 5;
  std::size_t max_tiles = 3;
  bool attributes = true;     ///< E, S, L, SC and M, none of which moves an element
  bool empty_arrays = false;  ///< extents of 0
  bool combine = true;        ///< `*` entries
};

/// Passes validate; every dimension has a bound.
rc::Gen<Shape> any_shape(ShapeOptions options = {});

/// Reads back from its text: index types are integers, M is not negative.
rc::Gen<Shape> any_printable_shape();

}  // namespace tileglot::notation::xla
