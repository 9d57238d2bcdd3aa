// SPDX-License-Identifier: Apache-2.0
// refusals.h: what the package says of a shape that it cannot work on.
//
// Why      Several questions fail for one reason, and then say it in the same words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla::detail {

/// xla.too_large. A tile may be what makes it too large, so it is named.
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
