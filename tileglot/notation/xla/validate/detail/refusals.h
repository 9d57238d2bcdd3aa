// SPDX-License-Identifier: Apache-2.0
// refusals.h: the package's errors for shapes that it cannot handle.
//
// Why      Operations that fail for the same reason report it in the same words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla::detail {

/// xla.too_large. The message names the shape's tiles, since they may be the cause.
core::Error too_large(const Shape& shape);
/// xla.unbounded.
core::Error unbounded(std::size_t dimension);
/// xla.not_array.
core::Error not_array(const Shape& shape);
/// xla.limit.
core::Error beyond_limit(std::string_view what, std::size_t count);
/// xla.offset: offsets go from 0 to size - 1.
core::Error outside(std::int64_t offset, std::int64_t size);

}  // namespace tileglot::notation::xla::detail
