// SPDX-License-Identifier: Apache-2.0
// product_operations.cc: the products of layouts, by name.
#include <span>
#include <variant>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/algebra/blocked_product.h"
#include "tileglot/notation/cute/algebra/product.h"
#include "tileglot/calculator/cute/composition_error.h"
#include "tileglot/calculator/cute/detail/arguments.h"
#include "tileglot/calculator/cute/detail/explained.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/tiler.h"
#include "tileglot/notation/cute/text/refusal.h"
#include "tileglot/notation/cute/tiled/layout_tv.h"

namespace tileglot::notation::cute {
namespace {

using core::fail;
using core::Result;

/// A product of argument 0 by a tiler; for a composed layout it changes the inner layout.
template <class Product>
Result<Value> of_block_by(const Arguments& arguments, const Tiler& tiler, const Product& product) {
  TILEGLOT_TRY(any, arguments.any_layout(0));
  return on_plain(any, product, [&tiler](const Refusal& refusal, const Layout<>& block) {
    return product_error(refusal, block, tiler);
  });
}

Result<Value> apply_logical_product(const Arguments& arguments) {
  TILEGLOT_TRY(tiler, arguments.tiler(1));
  return of_block_by(arguments, tiler,
                     [&t = tiler](const Layout<>& l) { return logical_product(l, t); });
}

Result<Value> apply_zipped_product(const Arguments& arguments) {
  TILEGLOT_TRY(tiler, arguments.tiler(1));
  return of_block_by(arguments, tiler,
                     [&t = tiler](const Layout<>& l) { return zipped_product(l, t); });
}

Result<Value> apply_tiled_product(const Arguments& arguments) {
  TILEGLOT_TRY(tiler, arguments.tiler(1));
  return of_block_by(arguments, tiler,
                     [&t = tiler](const Layout<>& l) { return tiled_product(l, t); });
}

Result<Value> apply_flat_product(const Arguments& arguments) {
  TILEGLOT_TRY(tiler, arguments.tiler(1));
  return of_block_by(arguments, tiler,
                     [&t = tiler](const Layout<>& l) { return flat_product(l, t); });
}

Result<Value> apply_blocked_product(const Arguments& arguments) {
  TILEGLOT_TRY(order, arguments.layout(1));
  TILEGLOT_TRY(tiler, to_result(tiler_of(order)));
  return of_block_by(arguments, tiler,
                     [&o = order](const Layout<>& l) { return blocked_product(l, o); });
}

Result<Value> apply_raked_product(const Arguments& arguments) {
  TILEGLOT_TRY(order, arguments.layout(1));
  TILEGLOT_TRY(tiler, to_result(tiler_of(order)));
  return of_block_by(arguments, tiler,
                     [&o = order](const Layout<>& l) { return raked_product(l, o); });
}

/// The order of the modes, slowest last: a tuple, or the order that a tag gives `shape`; the first
/// mode is fastest if argument i is omitted.
Result<IntTuple> mode_order(const Arguments& arguments, std::size_t i, const IntTuple& shape) {
  const auto tag = i < arguments.count() ? arguments.order(i) : Order::kColumnMajor;
  if (!tag) return arguments.tuple(i);
  IntTuple order;
  for (int mode = 0; mode < rank(shape); ++mode) {
    const int place = *tag == Order::kRowMajor ? rank(shape) - 1 - mode : mode;
    TILEGLOT_TRY(longer, to_result(append(order, core::static_integer(place))));
    order = longer;
  }
  return order;
}

Result<Value> apply_tile_to_shape(const Arguments& arguments) {
  TILEGLOT_TRY(any, arguments.any_layout(0));
  TILEGLOT_TRY(shape, arguments.tuple(1));
  TILEGLOT_TRY(order, mode_order(arguments, 2, shape));
  return on_plain(
      any, [&](const Layout<>& tile) { return tile_to_shape(tile, shape, order); },
      [&](const Refusal& refusal, const Layout<>& tile) {
        return tile_to_shape_error(refusal, tile, shape, order);
      });
}

Result<Value> apply_make_layout_tv(const Arguments& arguments) {
  TILEGLOT_TRY(threads, arguments.layout(0));
  TILEGLOT_TRY(values, arguments.layout(1));
  const auto tv = make_layout_tv(threads, values);
  if (!tv) return fail(layout_tv_error(tv.refusal, threads, values));
  return Value(*tv);
}

constexpr Operation kProductOperations[] = {
    {"blocked_product", 2, 2, apply_blocked_product},
    {"flat_product", 2, 2, apply_flat_product},
    {"logical_product", 2, 2, apply_logical_product},
    {"make_layout_tv", 2, 2, apply_make_layout_tv},
    {"raked_product", 2, 2, apply_raked_product},
    {"tile_to_shape", 2, 3, apply_tile_to_shape},
    {"tiled_product", 2, 2, apply_tiled_product},
    {"zipped_product", 2, 2, apply_zipped_product},
};

}  // namespace

std::span<const Operation> product_operations() { return kProductOperations; }

}  // namespace tileglot::notation::cute
