// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/size/byte_strides.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/element_size.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/validate/array_bounds.h"
#include "tileglot/notation/xla/validate/validate.h"

namespace tileglot::notation::xla {
namespace {

using core::fail;
using core::Result;
using Strides = std::vector<std::int64_t>;

Result<Strides> strides_of(const Shape& array, std::int64_t element_bytes) {
  TILEGLOT_TRY(bounds, array_bounds(array));
  TILEGLOT_TRY_STATUS(validate(array));
  Strides strides(bounds.size(), 0);
  core::Checked stride = element_bytes;
  for (const std::int64_t dimension : layout_or_default(array).minor_to_major) {
    if (!stride) break;
    strides[static_cast<std::size_t>(dimension)] = *stride;
    stride = core::checked_mul(*stride, bounds[static_cast<std::size_t>(dimension)]);
  }
  if (stride) return strides;
  return fail({.code = "xla.too_large",
               .message = fmt::format("{} has strides that 64 bits do not hold", print(array)),
               .help = "at most 9223372036854775807 bytes"});
}

}  // namespace

Result<std::optional<Strides>> byte_strides(const Shape& array) {
  TILEGLOT_TRY_STATUS(array_bounds(array));
  TILEGLOT_TRY_STATUS(validate(array));
  if (element_size_bits(array) % 8 != 0) return std::optional<Strides>();
  TILEGLOT_TRY(strides, strides_of(array, element_size_bits(array) / 8));
  return std::optional(std::move(strides));
}

Result<Strides> unpacked_byte_strides(const Shape& array) {
  TILEGLOT_TRY_STATUS(array_bounds(array));
  return strides_of(array, byte_width(array.type));
}

}  // namespace tileglot::notation::xla
