// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/cute/detail/tiled_arguments.h"

#include <fmt/format.h>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/atoms/find_atom.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::calculator {
namespace {

namespace cute = notation::cute;
using core::Result;

}  // namespace

Result<cute::TiledMma> tiled_mma(const Arguments& arguments, std::size_t tile_at,
                                 std::size_t first) {
  TILEGLOT_TRY(atom, in_argument(cute::find_mma(arguments.text(first)), arguments, first));
  TILEGLOT_TRY(atoms, layout_argument(arguments, first + 1));
  if (arguments.count() <= tile_at) return cute::to_result(cute::make_tiled_mma(atom, atoms));
  TILEGLOT_TRY(tile, tiler_argument(arguments, tile_at));
  return cute::to_result(cute::make_tiled_mma(atom, atoms, tile));
}

Result<cute::TiledCopy> tiled_copy(const Arguments& arguments) {
  TILEGLOT_TRY(atom, in_argument(cute::find_copy(arguments.text(0)), arguments, 0));
  TILEGLOT_TRY(bits, integer_argument(arguments, 1));
  TILEGLOT_TRY(threads, layout_argument(arguments, 2));
  TILEGLOT_TRY(values, layout_argument(arguments, 3));
  return cute::to_result(cute::make_tiled_copy(atom, bits, threads, values));
}

Result<cute::TiledCopy> tiled_copy_for(const Arguments& arguments, cute::Operand operand,
                                       std::size_t tile_at) {
  TILEGLOT_TRY(atom, in_argument(cute::find_copy(arguments.text(0)), arguments, 0));
  TILEGLOT_TRY(bits, integer_argument(arguments, 1));
  TILEGLOT_TRY(mma, tiled_mma(arguments, tile_at, 2));
  return cute::to_result(cute::make_tiled_copy_for(atom, bits, mma, operand));
}

Result<Value> text_of_tiled_copy(const cute::TiledCopy& copy) {
  TILEGLOT_TRY(source, cute::to_result(cute::layout_tv(copy, cute::End::kSource)));
  TILEGLOT_TRY(destination, cute::to_result(cute::layout_tv(copy, cute::End::kDestination)));
  return Value(Text{fmt::format(
      "TiledCopy\n  Tile:       {}\n  LayoutS_TV: {}\n"
      "  LayoutD_TV: {}\n",
      cute::print(copy.tile, cute::Marks::kShow), cute::print(source, cute::Marks::kShow),
      cute::print(destination, cute::Marks::kShow))});
}

}  // namespace tileglot::calculator
