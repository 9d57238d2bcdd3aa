// SPDX-License-Identifier: Apache-2.0
// product_operations.cc: the products of layouts, by name.
#include <span>

#include "tileglot/calculator/cute/composition_error.h"
#include "tileglot/calculator/cute/detail/arguments.h"
#include "tileglot/calculator/cute/detail/explained.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/cute/algebra/blocked_product.h"
#include "tileglot/notation/cute/algebra/product.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/tiler.h"
#include "tileglot/notation/cute/text/refusal.h"
#include "tileglot/notation/cute/tiled/layout_tv.h"

namespace tileglot::calculator {
namespace {

namespace cute = notation::cute;
using core::fail;
using core::IntTuple;
using core::Result;

/// A product of argument 0 by a tiler; for a composed layout it changes the inner layout.
template <class Product>
Result<Value> of_block_by(const Arguments& arguments, const cute::Tiler& tiler,
                          const Product& product) {
  TILEGLOT_TRY(any, any_layout_argument(arguments, 0));
  return on_plain(any, product,
                  [&tiler](const core::Refusal& refusal, const cute::Layout<>& block) {
                    return product_error(refusal, block, tiler);
                  });
}

using OfTiler = core::Outcome<cute::Layout<>> (*)(const cute::Layout<>&, const cute::Tiler&);
using OfOrder = core::Outcome<cute::Layout<>> (*)(const cute::Layout<>&, const cute::Layout<>&);

template <OfTiler Product>
Result<Value> by_tiler(const Arguments& arguments) {
  TILEGLOT_TRY(tiler, tiler_argument(arguments, 1));
  return of_block_by(arguments, tiler,
                     [&t = tiler](const cute::Layout<>& l) { return Product(l, t); });
}

template <OfOrder Product>
Result<Value> by_order(const Arguments& arguments) {
  TILEGLOT_TRY(order, layout_argument(arguments, 1));
  TILEGLOT_TRY(tiler, cute::to_result(cute::tiler_of(order)));
  return of_block_by(arguments, tiler,
                     [&o = order](const cute::Layout<>& l) { return Product(l, o); });
}

/// The order of the modes, slowest last: a tuple, or the order that a tag gives `shape`; the first
/// mode is fastest if argument i is omitted.
Result<IntTuple> mode_order(const Arguments& arguments, std::size_t i, const IntTuple& shape) {
  const auto tag = i < arguments.count() ? order_argument(arguments, i) : cute::Order::kColumnMajor;
  if (!tag) return tuple_argument(arguments, i);
  IntTuple order;
  for (int mode = 0; mode < cute::rank(shape); ++mode) {
    const int place = *tag == cute::Order::kRowMajor ? cute::rank(shape) - 1 - mode : mode;
    TILEGLOT_TRY(longer, cute::to_result(cute::append(order, core::static_integer(place))));
    order = longer;
  }
  return order;
}

Result<Value> apply_tile_to_shape(const Arguments& arguments) {
  TILEGLOT_TRY(any, any_layout_argument(arguments, 0));
  TILEGLOT_TRY(shape, tuple_argument(arguments, 1));
  TILEGLOT_TRY(order, mode_order(arguments, 2, shape));
  return on_plain(
      any, [&](const cute::Layout<>& tile) { return cute::tile_to_shape(tile, shape, order); },
      [&](const core::Refusal& refusal, const cute::Layout<>& tile) {
        return tile_to_shape_error(refusal, tile, shape, order);
      });
}

Result<Value> apply_make_layout_tv(const Arguments& arguments) {
  TILEGLOT_TRY(threads, layout_argument(arguments, 0));
  TILEGLOT_TRY(values, layout_argument(arguments, 1));
  const auto tv = cute::make_layout_tv(threads, values);
  if (!tv) return fail(layout_tv_error(tv.refusal, threads, values));
  return Value(*tv);
}

constexpr Operation kProductOperations[] = {
    {"blocked_product", "tile, copies",
     "the product mode by mode, with the tile inside: blocks side by side",
     "blocked_product((2,5):(5,1),(3,4):(1,3))", by_order<cute::blocked_product>},
    {"flat_product", "tile, tiler",
     "the product with the modes of the tile and of the copies side by side",
     "flat_product((2,5):(5,1),(3,4):(1,3))", by_tiler<cute::flat_product>},
    {"logical_product", "tile, tiler", "the tile, and where its copies begin, as (tile, copies)",
     "logical_product((2,2):(4,1),6:1)", by_tiler<cute::logical_product>},
    {"make_layout_tv", "threads, values",
     "the layout from (thread, value) to the index in the tile that they cover",
     "make_layout_tv((4,8):(8,1),(2,2):(1,2))", apply_make_layout_tv},
    {"raked_product", "tile, copies",
     "the product mode by mode, with the copies inside: the tile is spread out",
     "raked_product((2,5):(5,1),(3,4):(1,3))", by_order<cute::raked_product>},
    {"tile_to_shape", "tile, shape, [order]", "the tile repeated until it covers a shape",
     "tile_to_shape((8,8):(8,1),(32,64))", apply_tile_to_shape},
    {"tiled_product", "tile, tiler", "the product as (tile, copies, copies, ..)",
     "tiled_product((2,5):(5,1),(3,4):(1,3))", by_tiler<cute::tiled_product>},
    {"zipped_product", "tile, tiler", "the product by mode, gathered as (tile, copies)",
     "zipped_product((2,5):(5,1),<3:5,4:6>)", by_tiler<cute::zipped_product>},
};

}  // namespace

std::span<const Operation> product_operations() { return kProductOperations; }

}  // namespace tileglot::calculator
