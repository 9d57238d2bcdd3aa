// SPDX-License-Identifier: Apache-2.0
// product_operations.cc: the products of layouts, by name.
#include <span>
#include <variant>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/blocked_product.h"
#include "tileglot/notation/cute/composed_modes.h"
#include "tileglot/notation/cute/composition_error.h"
#include "tileglot/notation/cute/detail/arguments.h"
#include "tileglot/notation/cute/layout.h"
#include "tileglot/notation/cute/layout_tv.h"
#include "tileglot/notation/cute/product.h"
#include "tileglot/notation/cute/refusal.h"
#include "tileglot/notation/cute/tiler.h"

namespace tileglot::notation::cute {
namespace {

using core::fail;
using core::Result;

/// A product of argument 0 by a tiler; of a composed layout it changes the inner one.
template <class Product>
Result<Value> of_block_by(const Arguments& arguments, const Tiler& tiler, const Product& product) {
  TILEGLOT_TRY(any, arguments.any_layout(0));
  if (const auto* composed = std::get_if<ComposedLayout>(&any))
    return to_value(on_inner(*composed, product));
  const auto& block = std::get<Layout<>>(any);
  const auto made = product(block);
  if (!made) return fail(product_error(made.refusal, block, tiler));
  return Value(*made);
}

/// One to a shape.
template <class Product>
Result<Value> of_block(const Arguments& arguments, const Product& product) {
  TILEGLOT_TRY(any, arguments.any_layout(0));
  if (const auto* composed = std::get_if<ComposedLayout>(&any))
    return to_value(on_inner(*composed, product));
  const auto& block = std::get<Layout<>>(any);
  const auto made = product(block);
  if (!made) return fail(layout_error(made.refusal, block));
  return Value(*made);
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

/// The order of the modes, slowest last: a tuple, or what a tag says of `shape`.
Result<IntTuple> mode_order(const Arguments& arguments, std::size_t i, const IntTuple& shape) {
  const auto tag = arguments.order(i);
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
  TILEGLOT_TRY(shape, arguments.tuple(1));
  if (arguments.count() == 2) {
    return of_block(arguments, [&s = shape](const Layout<>& l) { return tile_to_shape(l, s); });
  }
  TILEGLOT_TRY(order, mode_order(arguments, 2, shape));
  return of_block(arguments,
                  [&s = shape, &o = order](const Layout<>& l) { return tile_to_shape(l, s, o); });
}

Result<Value> apply_make_layout_tv(const Arguments& arguments) {
  TILEGLOT_TRY(threads, arguments.layout(0));
  TILEGLOT_TRY(values, arguments.layout(1));
  const auto tv = make_layout_tv(threads, values);
  if (!tv) return fail(layout_error(tv.refusal, threads));
  return Value(*tv);
}

constexpr Operation kOperations[] = {
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

std::span<const Operation> product_operations() { return kOperations; }

}  // namespace tileglot::notation::cute
