// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/shape/layout_attributes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/element_size.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {
namespace {

using core::fail;

core::Status check_strides(std::size_t strides, std::size_t bounds, PrimitiveType type) {
  if (strides != bounds) {
    return fail({.code = "xla.strides",
                 .message = fmt::format("{} strides for {} dimensions", strides, bounds),
                 .help = "give one stride for each dimension"});
  }
  if (is_element_type(type)) return {};
  return fail({.code = "xla.not_array",
               .message = fmt::format("{} is not a type of an array's elements", name_of(type))});
}

}  // namespace

std::int8_t memory_space(const Shape& shape) {
  return shape.layout ? shape.layout->memory_space : kDefaultMemorySpace;
}

bool has_custom_element_size_in_bits(const Shape& shape) {
  return has_element_size(shape) ||
         std::any_of(shape.elements.begin(), shape.elements.end(), has_custom_element_size_in_bits);
}

core::Result<bool> byte_strides_is_major_to_minor(std::span<const std::int64_t> strides,
                                                  std::span<const std::int64_t> bounds,
                                                  PrimitiveType type) {
  TILEGLOT_TRY_STATUS(check_strides(strides.size(), bounds.size(), type));
  core::Checked expected = byte_width(type);
  for (std::size_t i = strides.size(); i-- > 0;) {
    if (expected != strides[i]) return false;
    expected = core::checked_mul(strides[i], bounds[i]);
  }
  return true;
}

}  // namespace tileglot::notation::xla
