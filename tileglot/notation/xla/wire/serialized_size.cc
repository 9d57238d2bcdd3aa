// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/wire/serialized_size.h"

#include <algorithm>
#include <cstdint>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/element_size.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/size/byte_size.h"
#include "tileglot/notation/xla/validate/array_bounds.h"
#include "tileglot/notation/xla/wire/wire.h"

namespace tileglot::notation::xla {
namespace {

using core::Result;

constexpr std::int64_t kHeaderBytes = 8;
constexpr std::int64_t kBytesOfOneDynamicSize = 4;

bool has_dynamic_dimension(const Shape& array) {
  return std::any_of(array.dimensions.begin(), array.dimensions.end(),
                     [](const Dimension& d) { return d.dynamic; });
}

Result<std::int64_t> element_bytes(const Shape& array) {
  if (array.type != PrimitiveType::kPred && !is_sub_byte(array.type))
    return byte_size_of_elements(array);
  TILEGLOT_TRY(count, elements_in(array));
  const std::int64_t per_byte = 8 / bit_width(array.type);
  return core::ceil_div(count, per_byte);
}

Result<std::int64_t> leaf_bytes(const Shape& leaf) {
  TILEGLOT_TRY_STATUS(elements_in(leaf));
  const Shape& array = *array_in(leaf);
  TILEGLOT_TRY(bytes, element_bytes(array));
  const auto sizes = static_cast<std::int64_t>(rank(array)) * kBytesOfOneDynamicSize;
  return core::saturating_add(bytes, has_dynamic_dimension(array) ? sizes : 0);
}

Result<std::int64_t> data_bytes(const Shape& shape) {
  if (shape.type != PrimitiveType::kTuple) return leaf_bytes(shape);
  std::int64_t sum = 0;
  for (const Shape& element : shape.elements) {
    TILEGLOT_TRY(bytes, data_bytes(element));
    sum = core::saturating_add(sum, bytes);
  }
  return sum;
}

}  // namespace

Result<std::int64_t> serialized_size(const Shape& shape) {
  TILEGLOT_TRY(data, data_bytes(shape));
  const auto proto = static_cast<std::int64_t>(to_wire(shape).size());
  return core::saturating_add(data, kHeaderBytes + proto);
}

}  // namespace tileglot::notation::xla
