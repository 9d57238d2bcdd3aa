// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/validate/detail/refusals.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla::detail {

core::Error too_large(const Shape& shape) {
  const bool names_tile = shape.layout && !shape.layout->tiles.empty();
  return {{.code = "xla.too_large",
           .message =
               fmt::format("{} has more elements in memory than a signed 64-bit integer can count",
                           print(shape, names_tile ? LayoutText::kShown : LayoutText::kHidden)),
           .help = "padding included, at most 9223372036854775807 elements can be addressed"}};
}

core::Error unbounded(std::size_t dimension) {
  return {{.code = "xla.unbounded",
           .message = fmt::format(
               "dimension {} has no bound, so the places of elements are not known", dimension),
           .help = "write a size, or <=n for a bound, in place of ?"}};
}

core::Error not_array(const Shape& shape) {
  return {{.code = "xla.not_array",
           .message = fmt::format("a value of type {} is not an array, so no element has a place",
                                  name_of(shape.type)),
           .help = "name one array, as in f32[3,5]{1,0}"}};
}

core::Error beyond_limit(std::string_view what, std::size_t count) {
  return {{.code = "xla.limit",
           .message = fmt::format("evaluation needs more than {} {}", count, what),
           .help = "no XLA layout in use comes near this limit"}};
}

core::Error outside(std::int64_t offset, std::int64_t size) {
  return {{.code = "xla.offset",
           .message = fmt::format("offset {} is outside the array", offset),
           .help = size == 0 ? "the array owns no places"
                             : fmt::format("its offsets go from 0 to {}", size - 1)}};
}

}  // namespace tileglot::notation::xla::detail
