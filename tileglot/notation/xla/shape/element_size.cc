// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/shape/element_size.h"

#include <cstdint>

#include "tileglot/core/checked.h"
#include "tileglot/core/element_type.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

std::int64_t bit_width(PrimitiveType type) {
  if (type == PrimitiveType::kPred) return 1;
  return core::bits(*element_type_of(type));
}

std::int64_t byte_width(PrimitiveType type) { return core::ceil_div(bit_width(type), 8); }

bool is_sub_byte(PrimitiveType type) {
  return is_element_type(type) && type != PrimitiveType::kPred && bit_width(type) < 8;
}

bool has_element_size(const Shape& array) {
  return array.layout && array.layout->element_size_bits.value_or(0) != 0;
}

std::int64_t element_size_bits(const Shape& array) {
  return has_element_size(array) ? *array.layout->element_size_bits : 8 * byte_width(array.type);
}

}  // namespace tileglot::notation::xla
