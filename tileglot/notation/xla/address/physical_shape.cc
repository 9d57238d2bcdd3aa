// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/address/physical_shape.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/limits.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/validate/evaluate.h"

namespace tileglot::notation::xla {
namespace {

using core::fail;
using core::Status;

Status check_whole(const Shape& array) {
  if (!array.layout || array.layout->split_configs.empty()) return {};
  return fail({.code = "xla.split",
               .message = fmt::format(
                   "the parts of {} are stored apart, so no one array holds them", print(array)),
               .help = "leave out SC, or take one part"});
}

Status check_dimensions(std::size_t count) {
  if (count <= kMaxRank) return {};
  return fail(
      {.code = "xla.limit",
       .message = fmt::format("the tiles make {} dimensions, more than {}", count, kMaxRank),
       .help = "no XLA layout in use comes near this limit"});
}

}  // namespace

core::Result<Shape> physical_shape(const Shape& shape) {
  TILEGLOT_TRY(extents, physical_extents(shape));
  TILEGLOT_TRY_STATUS(check_whole(shape));
  TILEGLOT_TRY_STATUS(check_dimensions(extents.size()));
  Shape physical{.type = shape.type};
  for (const std::int64_t extent : extents) physical.dimensions.push_back({.bound = extent});
  Layout layout = layout_or_default(shape);
  layout.minor_to_major = descending_layout(extents.size()).minor_to_major;
  layout.tiles.clear();
  physical.layout = std::move(layout);
  return physical;
}

}  // namespace tileglot::notation::xla
