// SPDX-License-Identifier: Apache-2.0
// npy/shape.cc: shapes of .npy files.
#include "tileglot/io/npy/shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"

namespace tileglot::io {

std::string shape_text(std::span<const std::int64_t> shape) {
  return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

core::Error negative_extent(std::int64_t extent, std::optional<core::Span> span) {
  return {{.code = "npy.shape",
           .message = fmt::format("the extent {} is negative", extent),
           .span = span}};
}

core::Result<std::int64_t> npy_data_bytes(std::span<const std::int64_t> shape,
                                          std::int64_t item_bytes) {
  const auto negative = std::ranges::find_if(shape, [](std::int64_t extent) { return extent < 0; });
  if (negative != shape.end()) return core::fail(negative_extent(*negative, std::nullopt));
  if (std::ranges::find(shape, 0) != shape.end()) return 0;
  core::Checked bytes = item_bytes;
  for (const std::int64_t extent : shape) {
    if (bytes) bytes = core::checked_mul(*bytes, extent);
  }
  if (bytes) return *bytes;
  return core::fail({.code = "npy.overflow",
                     .message = fmt::format("{} elements of {} bytes do not fit 64 bits",
                                            shape_text(shape), item_bytes),
                     .help = "no file is so large: the header is wrong"});
}

}  // namespace tileglot::io
