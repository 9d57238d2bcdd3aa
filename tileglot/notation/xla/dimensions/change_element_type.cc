// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/dimensions/change_element_type.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/element_size.h"
#include "tileglot/notation/xla/shape/leaves.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {
namespace {

/// nullopt where the elements of the type take whole bytes.
std::optional<std::int64_t> packed_size(PrimitiveType type) {
  if (!is_sub_byte(type)) return std::nullopt;
  return bit_width(type);
}

}  // namespace

core::Result<Shape> change_element_type(Shape shape, PrimitiveType type) {
  if (!is_element_type(type)) {
    return core::fail(
        {.code = "xla.not_array",
         .message = fmt::format("{} is not a type of an array's elements", name_of(type)),
         .help = "arrays hold numbers or pred"});
  }
  for_each_array(shape, [type](Shape& array) {
    const bool is_packed = has_element_size(array);
    array.type = type;
    if (array.layout)
      array.layout->element_size_bits = is_packed ? packed_size(type) : std::nullopt;
  });
  return shape;
}

Shape update_element_size(Shape shape, Packing packing) {
  for_each_array(shape, [packing](Shape& array) {
    if (!array.layout) return;
    array.layout->element_size_bits =
        packing == Packing::kBits ? packed_size(array.type) : std::nullopt;
  });
  return shape;
}

}  // namespace tileglot::notation::xla
