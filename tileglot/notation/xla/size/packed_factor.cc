// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/size/packed_factor.h"

#include <fmt/format.h>

#include <cstdint>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/shape/tile.h"
#include "tileglot/notation/xla/validate/array_bounds.h"
#include "tileglot/notation/xla/validate/validate.h"

namespace tileglot::notation::xla {
namespace {

/// A `*` packs nothing.
bool is_interleaved(const Shape& array) {
  if (rank(array) != 1 || !array.layout || array.layout->tiles.size() != 3) return false;
  const Tile& packing = array.layout->tiles[2];
  return packing.entries.size() == 2 && packing.entries[0];
}

}  // namespace

core::Result<std::int64_t> packed_factor_for_1d_interleaved_array(const Shape& array) {
  TILEGLOT_TRY_STATUS(check_array(array));
  TILEGLOT_TRY_STATUS(validate(array));
  if (is_interleaved(array)) return *array.layout->tiles[2].entries[0];
  return core::fail(
      {.code = "xla.packed_factor",
       .message = fmt::format("{} is not an interleaved array of one dimension", print(array)),
       .help = "it has three tiles, as in bf16[1024]{0:T(1024)(128)(2,1)}"});
}

}  // namespace tileglot::notation::xla
