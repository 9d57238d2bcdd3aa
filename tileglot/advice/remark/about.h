// SPDX-License-Identifier: Apache-2.0
// about.h: the remarks that advice is made of, each in its own file.
#pragma once

#include <cstdint>
#include <optional>

#include "tileglot/advice/remark/remarks.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/element_size.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/value/target.h"

namespace tileglot::advice {

inline constexpr std::int64_t kCacheLine = 64;

inline std::int64_t byte_count(std::int64_t elements, const notation::xla::Shape& shape) {
  return core::ceil_div(elements * notation::xla::element_size_bits(shape), 8);
}

Remark about_order(const notation::xla::Shape& shape);
/// Precondition: the array has a dimension.
core::Result<Remark> about_lines(const notation::xla::Shape& shape);
/// Precondition: the array has a dimension.
core::Result<Remark> about_segments(const notation::xla::Shape& shape);
core::Result<Remark> about_tiling(const notation::xla::Shape& shape);
core::Result<Remark> about_reduction(const notation::xla::Shape& shape, const UseRequest& asked);
core::Result<Remark> about_convolution(const notation::xla::Shape& shape, const UseRequest& asked,
                                       const std::optional<value::Target>& target);
core::Result<Remark> about_conversion(const notation::xla::Shape& shape, const UseRequest& asked);

}  // namespace tileglot::advice
