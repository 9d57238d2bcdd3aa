// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/dimensions/make_shape.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/element_size.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/limits.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/validate/validate.h"

namespace tileglot::notation::xla {
namespace {

using core::fail;
using core::Result;
using core::Status;

Status check_type(PrimitiveType type) {
  if (is_element_type(type)) return {};
  return fail({.code = "xla.not_array",
               .message = fmt::format("{} is not a type of an array's elements", name_of(type)),
               .help = "arrays hold numbers or pred"});
}

/// XLA's number for a dimension without a bound.
constexpr std::int64_t kNoBound = core::kInt64Min;

/// The dimensions, or which of them cannot be.
Result<std::vector<Dimension>> dimensions_of(std::span<const std::int64_t> bounds,
                                             const std::optional<std::vector<bool>>& dynamic) {
  if (bounds.size() > kMaxRank) {
    return fail({.code = "xla.limit",
                 .message = fmt::format("{} dimensions, more than {}", bounds.size(), kMaxRank)});
  }
  std::vector<Dimension> dimensions;
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    const bool is_dynamic = dynamic ? (*dynamic)[i] : bounds[i] == kNoBound;
    if (is_dynamic && bounds[i] == kNoBound) {
      dimensions.push_back({.bound = std::nullopt, .dynamic = true});
      continue;
    }
    if (bounds[i] < 0) {
      return fail({.code = "xla.dimension",
                   .message = fmt::format("dimension {} is {}", i, bounds[i]),
                   .help = "a dimension is 0 or more; -9223372036854775808 is one without a bound, "
                           "which is dynamic"});
    }
    dimensions.push_back({.bound = bounds[i], .dynamic = is_dynamic});
  }
  return dimensions;
}

Status check_flags(const std::optional<std::vector<bool>>& dynamic, std::size_t rank) {
  if (!dynamic || dynamic->size() == rank) return {};
  return fail({.code = "xla.dynamic",
               .message = fmt::format("{} flags say which of {} dimensions are dynamic",
                                      dynamic->size(), rank),
               .help = "give one for each dimension"});
}

/// XLA counts bytes, without padding, in 64 bits.
Status check_bytes(const Shape& shape) {
  core::Checked bytes = (core::bits(*element_type_of(shape.type)) + 7) / 8;
  for (const Dimension& dimension : shape.dimensions) {
    if (bytes && dimension.bound) bytes = core::checked_mul(*bytes, *dimension.bound);
  }
  if (bytes) return {};
  return fail({.code = "xla.too_large",
               .message = fmt::format("{} has more bytes than a signed 64-bit integer can count",
                                      print(shape)),
               .help = "at most 9223372036854775807 bytes"});
}

}  // namespace

Result<Shape> make_array_shape(PrimitiveType type, std::span<const std::int64_t> bounds,
                               const std::optional<std::vector<std::int64_t>>& minor_to_major,
                               const std::optional<std::vector<bool>>& dynamic) {
  TILEGLOT_TRY_STATUS(check_type(type));
  TILEGLOT_TRY_STATUS(check_flags(dynamic, bounds.size()));
  TILEGLOT_TRY(dimensions, dimensions_of(bounds, dynamic));
  Shape shape{.type = type, .dimensions = std::move(dimensions)};
  shape.layout = descending_layout(bounds.size());
  if (minor_to_major) shape.layout->minor_to_major = *minor_to_major;
  TILEGLOT_TRY_STATUS(check_bytes(shape));
  TILEGLOT_TRY_STATUS(validate(shape));
  return shape;
}

Result<Shape> make_shape_with_dense_layout(PrimitiveType type, std::span<const std::int64_t> bounds,
                                           const Layout& layout) {
  TILEGLOT_TRY(shape, make_array_shape(type, bounds));
  shape.layout = layout;
  if (layout.element_size_bits == 8 * byte_width(type)) shape.layout->element_size_bits.reset();
  TILEGLOT_TRY_STATUS(validate(shape));
  return shape;
}

}  // namespace tileglot::notation::xla
