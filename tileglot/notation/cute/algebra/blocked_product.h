// SPDX-License-Identifier: Apache-2.0
// blocked_product.h: copies of a tile side by side, mode by mode.
//
// What     blocked_product(A, B): mode i is A's mode i, then the copies along B's mode i: blocks of
//          whole tiles. raked_product: the copies first, then the tile: elements interleaved.
//          tile_to_shape(A, S, O) is as many copies as the shape S needs, in the order O.
// Example  blocked_product((2,5):(5,1), (3,4):(1,3)) = ((2,3),(5,4)):((5,10),(1,30)).
//          [tests: blocked_product_test.cc, "blocks of tiles and dealt elements"]
//          tile_to_shape((8,8):(8,1), (32,64)) = ((8,4),(8,8)):((8,64),(1,256)).
//          [tests: blocked_product_test.cc, "a tile fills a shape"]
// Errors   Those of logical_product; a shape that the tile does not divide, or of smaller rank.
// Source   CuTe, cute/layout.hpp. The layout of smaller rank is padded with modes 1:0, as in CuTe.
#pragma once

#include "tileglot/notation/cute/algebra/layout_modes.h"
#include "tileglot/notation/cute/algebra/ordered_layout.h"
#include "tileglot/notation/cute/algebra/product.h"
#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

/// The layout with modes 1:0 appended up to rank `modes`.
constexpr Outcome<Layout<>> padded(const Layout<>& layout, int modes) {
  Outcome<Layout<>> wide = layout;
  while (wide.ok() && rank(wide.value) < modes) wide = append(wide.value, kFiller);
  return wide;
}

/// Mode i of a layout, or the layout itself if `whole`.
constexpr Outcome<Layout<>> part(const Layout<>& layout, bool whole, int i) {
  return whole ? Outcome<Layout<>>(layout) : mode(layout, i);
}

/// The tile and its copies, zipped. If one of them is not a tuple, the result is one pair of both.
constexpr Outcome<Layout<>> interleaved_product(const Layout<>& tile, const Layout<>& order,
                                                bool copies_first) {
  const int modes = rank(tile) > rank(order) ? rank(tile) : rank(order);
  TILEGLOT_TRY_VALUE(block, padded(tile, modes));
  TILEGLOT_TRY_VALUE(grid, padded(order, modes));
  TILEGLOT_TRY_VALUE(copies, copies_of(block, grid));
  const bool whole = block.shape.is_scalar || grid.shape.is_scalar;
  Outcome<Layout<>> product;
  for (int i = 0; i < modes; ++i) {
    TILEGLOT_TRY_VALUE(element, part(block, whole, i));
    TILEGLOT_TRY_VALUE(copy, part(copies, whole, i));
    TILEGLOT_TRY_VALUE(pair,
                       copies_first ? make_layout(copy, element) : make_layout(element, copy));
    product = append(product.value, pair);
    if (!product) return product.refusal;
  }
  return make_layout(product->shape, product->stride);
}

constexpr Outcome<Layout<>> blocked_product(const Layout<>& tile, const Layout<>& order) {
  return interleaved_product(tile, order, false);
}

constexpr Outcome<Layout<>> raked_product(const Layout<>& tile, const Layout<>& order) {
  return interleaved_product(tile, order, true);
}

/// How many tiles fit along each mode of the shape; both have the same rank.
constexpr Outcome<IntTuple> tiles_along(const Layout<>& tile, const IntTuple& shape) {
  Outcome<IntTuple> counts = IntTuple{};
  for (int i = 0; i < rank(shape); ++i) {
    TILEGLOT_TRY_VALUE(wanted, size(*mode(shape, i)));
    TILEGLOT_TRY_VALUE(extent, size(*mode(tile.shape, i)));
    if (extent.value == 0 || wanted.value % extent.value != 0) {
      return Refusal{Reason::kTileDoesNotDivide, wanted.value, extent.value};
    }
    TILEGLOT_TRY_VALUE(count, divide(wanted, extent));
    counts = append(counts.value, IntTuple(count));
    if (!counts) return counts.refusal;
  }
  return counts;
}

/// The tile repeated over a shape, the copies in the order that make_ordered_layout takes.
constexpr Outcome<Layout<>> tile_to_shape(const Layout<>& tile, const IntTuple& shape,
                                          const IntTuple& order) {
  if (rank(tile) > rank(shape)) return Refusal{Reason::kRanksDiffer, rank(tile), rank(shape)};
  TILEGLOT_TRY_VALUE(block, padded(tile, rank(shape)));
  TILEGLOT_TRY_VALUE(counts, tiles_along(block, shape));
  TILEGLOT_TRY_VALUE(grid, make_ordered_layout(counts, order));
  return blocked_product(block, grid);
}

/// The copies along the first mode fastest.
constexpr Outcome<Layout<>> tile_to_shape(const Layout<>& tile, const IntTuple& shape) {
  IntTuple order;
  for (int i = 0; i < rank(shape); ++i) order = *append(order, core::static_integer(i));
  return tile_to_shape(tile, shape, order);
}

}  // namespace tileglot::notation::cute
