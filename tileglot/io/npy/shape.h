// SPDX-License-Identifier: Apache-2.0
// npy/shape.h: the shape of a .npy file: its text and its size.
//
// What     shape_text spells a shape as Python does; npy_data_bytes is the size of the data.
// Example  shape_text({3}) = "(3,)"; npy_data_bytes({4096, 14336}, 2) = 117440512.
//          [tests: npy/shape_test.cc, "The size of the data is checked arithmetic"]
// Errors   npy.shape (a negative extent), npy.overflow (the product does not fit 64 bits).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "tileglot/core/error.h"

namespace tileglot::io {

std::string shape_text(std::span<const std::int64_t> shape);

core::Error negative_extent(std::int64_t extent, std::optional<core::Span> span);

/// A tensor without elements has no bytes, however large its other extents are.
core::Result<std::int64_t> npy_data_bytes(std::span<const std::int64_t> shape,
                                          std::int64_t item_bytes);

}  // namespace tileglot::io
