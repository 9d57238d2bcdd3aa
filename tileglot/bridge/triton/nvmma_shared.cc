// SPDX-License-Identifier: Apache-2.0
// triton/nvmma_shared.cc: shared memory as TMA writes it and wgmma reads it.
//
// What     TMA copies boxes of at most 256 elements per dimension, whose contiguous dimension is as
//          long as the swizzle. A box is a matrix whose rows are all other dimensions together. It
//          consists of core matrices of 8 swizzled rows; boxes then fill the shape.
// Source   Triton 3.9.0, LinearLayoutConversions.cpp, nvmmaSharedToLinearLayout.
#include "tileglot/bridge/triton/detail/families.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "tileglot/bridge/triton/detail/combine_cga.h"
#include "tileglot/bridge/triton/detail/tile.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name.h"
#include "tileglot/notation/triton/encoding.h"

namespace tileglot::bridge {
namespace {

constexpr std::int64_t kMaxBox = 256;
constexpr std::int64_t kCoreRows = 8;

/// With padded fp4, 8 of every 16 bytes hold elements: both halves of 16 have the same elements.
std::int64_t element_at(const triton::NvmmaShared& e, std::int64_t column) {
  return e.fp4_padded ? column / 16 * 8 + column % 8 : column;
}

triton::Numbers box_of(const triton::NvmmaShared& e, const triton::Numbers& share) {
  triton::Numbers box = share;
  for (std::int64_t& size : box) size = std::min(size, kMaxBox);
  std::int64_t& contiguous = e.transposed ? box.front() : box.back();
  if (e.swizzling_byte_width != 0) {
    contiguous = 8 * e.swizzling_byte_width / e.element_bit_width / (e.fp4_padded ? 2 : 1);
  }
  return box;
}

/// 8 rows whose 16-byte groups are permuted by an xor with the row.
Tile core_matrix(const triton::NvmmaShared& e) {
  const std::int64_t group = 128 / e.element_bit_width;
  const std::int64_t columns = 8 * e.swizzling_byte_width / e.element_bit_width;
  const std::int64_t per_phase = 128 / e.swizzling_byte_width;
  const std::int64_t phases = e.swizzling_byte_width / 16;
  triton::Bases bases;
  for (std::int64_t column = 1; column < columns; column *= 2) {
    bases.push_back({0, element_at(e, column)});
  }
  for (std::int64_t row = 1; row < kCoreRows; row *= 2) {
    bases.push_back({row, element_at(e, group * (row / per_phase % phases))});
  }
  Tile tile(2, {linear::kOffset});
  tile.append(linear::kOffset, bases);
  return tile;
}

std::int64_t product_of(const triton::Numbers& sizes) {
  std::int64_t product = 1;
  for (const std::int64_t size : sizes) product *= size;
  return product;
}

/// Rotates {a, b, c} to {b, c, a}, so that the contiguous dimension of a transposed memory is last.
triton::Numbers first_to_last(triton::Numbers numbers) {
  std::ranges::rotate(numbers, numbers.begin() + 1);
  return numbers;
}

triton::Numbers last_to_first(triton::Numbers numbers) {
  std::ranges::rotate(numbers, numbers.end() - 1);
  return numbers;
}

/// The coordinate at (row, column) of a matrix that holds a row-major tensor.
triton::Numbers coordinate_of(std::int64_t flat, const triton::Numbers& sizes) {
  triton::Numbers coordinate(sizes.size());
  for (std::size_t d = sizes.size(); d-- > 0;) {
    coordinate[d] = flat % sizes[d];
    flat /= sizes[d];
  }
  return coordinate;
}

core::Error no_core_matrix(const triton::Numbers& box, const triton::NvmmaShared& e) {
  return {{.code = "triton.shape",
           .message = fmt::format("a box of {}x{} elements is smaller than the 8 rows of {} bytes "
                                  "that are swizzled",
                                  box[0], box[1], e.swizzling_byte_width),
           .help = "use a smaller swizzlingByteWidth or a larger shape"}};
}

/// The box as a matrix: rows and columns.
triton::Numbers matrix_of(const triton::NvmmaShared& e, const triton::Numbers& box) {
  const triton::Numbers rows(box.begin(), box.end() - 1);
  if (e.transposed) return {box.back(), product_of(rows)};
  return {product_of(rows), box.back()};
}

/// Vectors of the matrix as vectors of the tensor.
triton::Bases unfolded(const triton::NvmmaShared& e, const triton::Bases& matrix,
                       std::int64_t columns, const triton::Numbers& box) {
  const triton::Numbers sizes = e.transposed ? first_to_last(box) : box;
  triton::Bases bases;
  for (const triton::Numbers& vector : matrix) {
    triton::Numbers coordinate = coordinate_of(vector[0] * columns + vector[1], sizes);
    bases.push_back(e.transposed ? last_to_first(std::move(coordinate)) : coordinate);
  }
  return bases;
}

/// A row of the swizzle must fit into one block.
core::Status check_contiguous(const triton::NvmmaShared& e, const triton::Numbers& share) {
  const std::int64_t contiguous = e.transposed ? share.front() : share.back();
  const std::int64_t wanted =
      8 * e.swizzling_byte_width / e.element_bit_width / (e.fp4_padded ? 2 : 1);
  if (contiguous >= wanted) return {};
  return core::fail({.code = "triton.shape",
                     .message = fmt::format("a block has {} contiguous elements, and a swizzle of "
                                            "{} bytes takes {}",
                                            contiguous, e.swizzling_byte_width, wanted),
                     .help = "use a smaller swizzlingByteWidth or a larger shape"});
}

/// The elements of a box must be numbered with 64 bits.
core::Status check_box(const triton::Numbers& box) {
  std::int64_t bits = 0;
  for (const std::int64_t size : box) bits += core::log2_floor(size);
  if (bits < linear::kMaxBits - 1) return {};
  return core::fail(
      {.code = "triton.too_large",
       .message = fmt::format("a box of {} elements is beyond 64 bits", fmt::join(box, "x"))});
}

core::Result<Tile> swizzled_box(const triton::NvmmaShared& e, const triton::Numbers& box) {
  Tile core = core_matrix(e);
  const triton::Numbers matrix = matrix_of(e, box);
  if (matrix[0] < core.size(0) || matrix[1] < core.size(1)) {
    return core::fail(no_core_matrix(matrix, e));
  }
  core.grow(matrix, {0, 1}, linear::kOffset);
  Tile tile(std::ssize(box), {linear::kOffset, linear::kBlock});
  tile.append(linear::kOffset, unfolded(e, core.bases(linear::kOffset), matrix[1], box));
  return tile;
}

/// A box without a swizzle, row by row. Transposed boxes of 3 and more dimensions follow the
/// released Triton, which rotates the dimensions the wrong way twice, {a, b, c} to {c, a, b}, so
/// that the contiguous elements run along dimension 1. With two dimensions both directions are the
/// same.
Tile plain_box(const triton::NvmmaShared& e, const triton::Numbers& box) {
  const auto rank = std::ssize(box);
  Tile rows(rank, {linear::kOffset});
  rows.nd(linear::kOffset, e.transposed ? first_to_last(box) : box, row_major(rank));
  Tile tile(rank, {linear::kOffset, linear::kBlock});
  for (const triton::Numbers& vector : rows.bases(linear::kOffset)) {
    tile.append(linear::kOffset, {e.transposed ? first_to_last(vector) : vector});
  }
  return tile;
}

triton::Numbers ascending(std::int64_t rank) {
  triton::Numbers order = row_major(rank);
  std::ranges::reverse(order);
  return order;
}

}  // namespace

Lowered lower_family(const triton::NvmmaShared& e, const triton::Numbers& shape) {
  const auto rank = std::ssize(shape);
  const triton::Numbers share = shape_per_cta(e.cga, shape);
  TILEGLOT_TRY_STATUS(check_contiguous(e, share));
  const triton::Numbers box = box_of(e, share);
  TILEGLOT_TRY_STATUS(check_box(box));
  const bool plain = e.swizzling_byte_width == 0;
  TILEGLOT_TRY(tile, plain ? core::Result<Tile>(plain_box(e, box)) : swizzled_box(e, box));
  return combine(std::move(tile), {.cga = e.cga,
                                   .shape = shape,
                                   .order = plain ? row_major(rank) : ascending(rank),
                                   .repeats = linear::kOffset});
}

}  // namespace tileglot::bridge
