// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/cute/detail/tiled_arguments.h"

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/atoms/find_atom.h"
#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::calculator {
namespace {

namespace cute = notation::cute;
using core::Result;

}  // namespace

Result<cute::TiledMma> tiled_mma(const Arguments& arguments, std::size_t tile_at) {
  TILEGLOT_TRY(atom, in_argument(cute::find_mma(arguments.text(0)), arguments, 0));
  TILEGLOT_TRY(atoms, layout_argument(arguments, 1));
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

}  // namespace tileglot::calculator
