// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/literal.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/hlo/ir/element_value.h"
#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::hlo {

using notation::xla::PrimitiveType;

std::size_t element_count(const Literal& literal) {
  std::size_t count = 1;
  for (const std::int64_t bound : literal.bounds) count *= static_cast<std::size_t>(bound);
  return count;
}

const std::byte* element_at(const Literal& literal, std::size_t i) {
  return literal.bytes.data() + i * stored_bytes(literal.type);
}

std::byte* element_at(Literal& literal, std::size_t i) {
  return literal.bytes.data() + i * stored_bytes(literal.type);
}

Literal zeros(PrimitiveType type, std::vector<std::int64_t> bounds) {
  Literal result{.type = type, .bounds = std::move(bounds)};
  result.bytes.resize(element_count(result) * stored_bytes(type));
  return result;
}

Literal make_literal(PrimitiveType type, std::vector<std::int64_t> bounds,
                     std::span<const double> values) {
  Literal result = zeros(type, std::move(bounds));
  const bool is_float = notation::xla::is_floating_point(type);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (is_float) {
      store_float(type, values[i], element_at(result, i));
    } else {
      store_integer(type, static_cast<std::int64_t>(values[i]), element_at(result, i));
    }
  }
  return result;
}

}  // namespace tileglot::hlo
