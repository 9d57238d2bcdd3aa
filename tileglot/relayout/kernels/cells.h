// SPDX-License-Identifier: Apache-2.0
// cells.h: transposes cells of any number of bytes by plain copies.
//
// What     transpose_cells does for cells of `bytes` bytes what a kernel of transpose.h does for units.
// Why      Three f32 that stay together are not a unit of a vector; copies of a few bytes are the
//          fastest alternative.
// Units    Bytes. Cells of at most 16 bytes are copied as two words that may overlap.
// Example  Cells of 12 bytes, 24 of them on each of 100 lines.
//          [tests: cells_test.cc, "cells of every size are transposed"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tileglot::relayout::kernels {

/// Cell (r, c): source + c * source_pitch + r * bytes -> target + r * target_pitch + c * bytes.
void transpose_cells(const std::byte* source, std::int64_t source_pitch, std::byte* target,
                     std::int64_t target_pitch, std::int64_t rows, std::int64_t columns,
                     std::int64_t bytes);

/// The same, with column c beginning at offsets[c] of the source.
void gather_cells(const std::byte* source, std::span<const std::int64_t> offsets, std::byte* target,
                  std::int64_t target_pitch, std::int64_t rows, std::int64_t bytes);

}  // namespace tileglot::relayout::kernels
