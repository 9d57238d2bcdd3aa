// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/size/byte_size.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/element_size.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/validate/array_bounds.h"
#include "tileglot/notation/xla/validate/validate.h"

namespace tileglot::notation::xla {
namespace {

using core::fail;
using core::Result;

core::Error too_many_bytes(const Shape& shape) {
  return {{.code = "xla.too_large",
           .message = fmt::format("{} has more bytes than a signed 64-bit integer can count",
                                  print(shape)),
           .help = "at most 9223372036854775807 bytes"}};
}

Result<std::int64_t> pointers(std::size_t count, const Shape& shape, std::int64_t pointer_bytes) {
  if (pointer_bytes <= 0) {
    return fail({.code = "xla.pointer_size",
                 .message = fmt::format("a value of type {} is kept as pointers, whose size is not "
                                        "given",
                                        name_of(shape.type)),
                 .help = "say how many bytes a pointer has, at least 1"});
  }
  const auto bytes = core::checked_mul(static_cast<std::int64_t>(count), pointer_bytes);
  if (bytes) return *bytes;
  return fail(too_many_bytes(shape));
}

}  // namespace

Result<std::int64_t> bytes_of(std::int64_t count, const Shape& array) {
  const bool is_packed = has_element_size(array);
  const core::Checked units =
      core::checked_mul(count, is_packed ? element_size_bits(array) : byte_width(array.type));
  if (units) return is_packed ? core::ceil_div(*units, 8) : *units;
  return fail(too_many_bytes(array));
}

Result<std::int64_t> byte_size_of_elements(const Shape& shape) {
  TILEGLOT_TRY(count, elements_in(shape));
  TILEGLOT_TRY_STATUS(validate(shape));
  return bytes_of(count, *array_in(shape));
}

Result<std::int64_t> byte_size_of(const Shape& shape, std::int64_t pointer_bytes) {
  switch (shape.type) {
    case PrimitiveType::kToken: return 0;
    case PrimitiveType::kOpaque: return pointers(1, shape, pointer_bytes);
    case PrimitiveType::kTuple: return pointers(shape.elements.size(), shape, pointer_bytes);
    default: return byte_size_of_elements(shape);
  }
}

}  // namespace tileglot::notation::xla
