// SPDX-License-Identifier: Apache-2.0
// triton/shared.cc: shared memory: swizzled, rotating, padded, given by bases, partitioned.
#include "tileglot/bridge/triton/detail/families.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <cstdint>
#include <utility>

#include "tileglot/bridge/triton/detail/combine_cga.h"
#include "tileglot/bridge/triton/detail/tile.h"
#include "tileglot/bridge/triton/lower.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/linear/algebra/identity.h"
#include "tileglot/notation/linear/algebra/product.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name.h"
#include "tileglot/notation/triton/encoding.h"

namespace tileglot::bridge {
namespace {

std::int64_t entry(const triton::Numbers& numbers, std::int64_t d) {
  return numbers[static_cast<std::size_t>(d)];
}

/// The column whose group is first in a row: the row's phase, in groups of vec.
std::int64_t first_column(const triton::SwizzledShared& e, std::int64_t row, std::int64_t columns) {
  const std::int64_t phase = row / e.per_phase % e.max_phase;
  return phase * e.vec % columns;
}

std::int64_t first_column(const triton::AmdRotatingShared& e, std::int64_t row,
                          std::int64_t columns) {
  const std::int64_t phase = row / e.per_phase % e.max_phase;
  const std::int64_t block = row / e.max_phase / e.per_phase % e.max_phase;
  return (phase ^ block) * e.vec % columns;
}

/// Rows and columns of the first two dimensions of the order, then the others.
template <bool Rotating>
Tile phased_tile(const triton::PhasedShared<Rotating>& e, const triton::Numbers& extents) {
  Tile cta(std::ssize(extents), {linear::kOffset, linear::kBlock});
  const std::int64_t column_dimension = e.order[0];
  const std::int64_t columns = entry(extents, column_dimension);
  cta.id(columns, linear::kOffset, column_dimension);
  if (e.order.size() < 2) return cta;
  const std::int64_t rows = entry(extents, e.order[1]);
  for (std::int64_t row = 1; row < rows; row *= 2) {
    triton::Numbers vector(extents.size(), 0);
    vector[static_cast<std::size_t>(e.order[1])] = row;
    vector[static_cast<std::size_t>(column_dimension)] = first_column(e, row, columns);
    cta.append(linear::kOffset, {vector});
  }
  cta.set_size(e.order[1], rows);
  for (std::size_t i = 2; i < e.order.size(); ++i) {
    cta.id(entry(extents, e.order[i]), linear::kOffset, e.order[i]);
  }
  return cta;
}

core::Error other_shape(const Tile& tile, const triton::Numbers& shape) {
  triton::Numbers sizes;
  for (std::int64_t d = 0; d < tile.rank(); ++d) sizes.push_back(tile.size(d));
  return {{.code = "triton.shape",
           .message = fmt::format("the bases are for the shape {}, and it is {}",
                                  fmt::join(sizes, "x"), fmt::join(shape, "x"))}};
}

/// An encoding given by bases is valid for one shape only.
core::Result<linear::Layout> with_bases(const triton::Bases& offset, const triton::Bases& block,
                                        const triton::Numbers& shape) {
  Tile tile(std::ssize(shape), {linear::kOffset, linear::kBlock});
  tile.append(linear::kOffset, offset).append(linear::kBlock, block);
  for (std::int64_t d = 0; d < tile.rank(); ++d) {
    if (tile.size(d) != entry(shape, d)) return core::fail(other_shape(tile, shape));
  }
  return tile.layout();
}

}  // namespace

Lowered lower_family(const triton::SwizzledShared& e, const triton::Numbers& shape) {
  return combine(phased_tile(e, shape_per_cta(e.cga, shape)),
                 {.cga = e.cga, .shape = shape, .order = e.order, .repeats = linear::kOffset});
}

/// Uses the rows and columns of all blocks, which combine() then shrinks to one block's share.
Lowered lower_family(const triton::AmdRotatingShared& e, const triton::Numbers& shape) {
  const bool rows = shape.size() > 1;
  return combine(phased_tile(e, rows ? shape : shape_per_cta(e.cga, shape)),
                 {.cga = e.cga, .shape = shape, .order = e.order, .repeats = linear::kOffset});
}

Lowered lower_family(const triton::PaddedShared& e, const triton::Numbers& shape) {
  return with_bases(e.offset, e.block, shape);
}

Lowered lower_family(const triton::SharedLinear& e, const triton::Numbers& shape) {
  return with_bases(e.offset, e.block, shape);
}

/// One piece, then the partitions, then the next group of pieces in the same partitions.
Lowered lower_family(const triton::PartitionedShared& e, const triton::Numbers& shape) {
  triton::Numbers piece = shape;
  std::int64_t& cut = piece[static_cast<std::size_t>(e.partition_dim)];
  if (cut / e.num_partitions < e.num_groups) {
    return core::fail({.code = "triton.shape",
                       .message = fmt::format("{} elements along dimension {} are cut into {} "
                                              "partitions of {} groups",
                                              cut, e.partition_dim, e.num_partitions, e.num_groups),
                       .help = "a piece needs one element at least"});
  }
  cut = cut / e.num_partitions / e.num_groups;
  TILEGLOT_TRY(base, lower(*e.partition_layout, piece));
  const linear::Name out = linear::standard_out(static_cast<std::size_t>(e.partition_dim));
  TILEGLOT_TRY(spread, linear::mul(base, linear::identity(core::log2_floor(e.num_partitions),
                                                          linear::kPartition, out)));
  return linear::mul(spread,
                     linear::identity(core::log2_floor(e.num_groups), linear::kOffset, out));
}

}  // namespace tileglot::bridge
