// SPDX-License-Identifier: Apache-2.0
// product.h: the products of layouts under CuTe's C++ names, on values.
//
// What     logical_product(block, tiler) and its zipped, tiled and flat forms; blocked_product and
//          raked_product; tile_to_shape(block, shape, order).
// Why      A tile in memory is a block repeated.
// Example  blocked_product((_2,_5):(_5,_1), (_3,_4):(_1,_3)) is
//          ((_2,_3),(_5,_4)):((_5,_10),(_1,_30)).
//          [tests: product_test.cc, "products repeat a block"]
// Errors   Refused (refused.h): what notation/cute/algebra/product.h and blocked_product.h refuse.
// Source   CuTe 02_layout_algebra.md, "Product (Tiling)".
#pragma once

#include <type_traits>

#include "tileglot/cute/layout/algebra.h"
#include "tileglot/cute/layout/construction.h"
#include "tileglot/cute/layout/layout.h"
#include "tileglot/cute/layout/static_result.h"
#include "tileglot/cute/layout/tuple.h"
#include "tileglot/notation/cute/algebra/blocked_product.h"
#include "tileglot/notation/cute/algebra/product.h"

namespace tileglot::cute {

/// (block, its copies in the order of the tiler).
template <LayoutLike L, TilerLike T>
constexpr auto logical_product(const L& block, const T& tiler) {
  return result_of(
      [](const auto& b, const auto& t) {
        return notation::cute::logical_product(value_of(b), tiler_of(t));
      },
      block, tiler);
}
/// Blocks in mode 0, copies in mode 1.
template <LayoutLike L, TilerLike T>
constexpr auto zipped_product(const L& block, const T& tiler) {
  return result_of(
      [](const auto& b, const auto& t) {
        return notation::cute::zipped_product(value_of(b), tiler_of(t));
      },
      block, tiler);
}
/// Blocks in mode 0, followed by each mode of the copies.
template <LayoutLike L, TilerLike T>
constexpr auto tiled_product(const L& block, const T& tiler) {
  return result_of(
      [](const auto& b, const auto& t) {
        return notation::cute::tiled_product(value_of(b), tiler_of(t));
      },
      block, tiler);
}
template <LayoutLike L, TilerLike T>
constexpr auto flat_product(const L& block, const T& tiler) {
  return result_of(
      [](const auto& b, const auto& t) {
        return notation::cute::flat_product(value_of(b), tiler_of(t));
      },
      block, tiler);
}

/// Each mode is (block, copies).
template <LayoutLike L, LayoutLike O>
constexpr auto blocked_product(const L& block, const O& order) {
  return result_of(
      [](const auto& b, const auto& o) {
        return notation::cute::blocked_product(value_of(b), value_of(o));
      },
      block, order);
}

/// Each mode is (copies, block).
template <LayoutLike L, LayoutLike O>
constexpr auto raked_product(const L& block, const O& order) {
  return result_of(
      [](const auto& b, const auto& o) {
        return notation::cute::raked_product(value_of(b), value_of(o));
      },
      block, order);
}

/// Copies of a block that fill a shape; with LayoutRight the last mode of the copies is fastest.
template <LayoutLike L, TupleLike S>
constexpr auto tile_to_shape(const L& block, const S& shape, LayoutLeft = {}) {
  return result_of(
      [](const auto& b, const auto& s) {
        return notation::cute::tile_to_shape(value_of(b), value_of(s));
      },
      block, shape);
}
template <LayoutLike L, TupleLike S, class O>
  requires(TupleLike<O> || std::is_same_v<O, LayoutRight>)
constexpr auto tile_to_shape(const L& block, const S& shape, const O& order) {
  return result_of(
      [](const auto& b, const auto& s, const auto& o) {
        const core::IntTuple extents = value_of(s);
        return notation::cute::tile_to_shape(value_of(b), extents, order_of(o, extents));
      },
      block, shape, order);
}

}  // namespace tileglot::cute
