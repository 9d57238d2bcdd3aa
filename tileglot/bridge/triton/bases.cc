// SPDX-License-Identifier: Apache-2.0
// triton/bases.cc: encodings given by bases, and slices.
#include "tileglot/bridge/triton/detail/families.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tileglot/bridge/triton/detail/tile.h"
#include "tileglot/bridge/triton/lower.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name.h"
#include "tileglot/notation/triton/encoding.h"

namespace tileglot::bridge {
namespace {

void append_dimensions(triton::Numbers& order, const triton::Numbers& vector) {
  for (std::size_t d = 0; d < vector.size(); ++d) {
    const auto dimension = static_cast<std::int64_t>(d);
    if (vector[d] != 0 && std::ranges::count(order, dimension) == 0) order.push_back(dimension);
  }
}

/// Dimensions in the order in which the registers move along them, then the others from the last
/// on.
triton::Numbers register_order(const triton::Bases& registers, std::int64_t rank) {
  triton::Numbers order;
  for (const triton::Numbers& vector : registers) append_dimensions(order, vector);
  for (const std::int64_t d : row_major(rank)) {
    if (std::ranges::count(order, d) == 0) order.push_back(d);
  }
  return order;
}

template <bool Generic>
core::Result<linear::Layout> fitted(const triton::DistributedBases<Generic>& e,
                                    const triton::Numbers& shape) {
  Tile tile(std::ssize(shape), {linear::kRegister, linear::kLane, linear::kWarp, linear::kBlock});
  tile.append(linear::kRegister, e.register_bases)
      .append(linear::kLane, e.lane_bases)
      .append(linear::kWarp, e.warp_bases)
      .append(linear::kBlock, e.block_bases);
  tile.grow(shape, register_order(e.register_bases, std::ssize(shape)), linear::kRegister);
  tile.shrink(shape, Beyond::kDropRegister);
  return tile.layout();
}

/// A flat output without the bits of one dimension.
std::uint64_t without(std::uint64_t column, const linear::Dimension& d) {
  const std::uint64_t low =
      d.begin == 0 ? 0 : column & (~std::uint64_t{0} >> (linear::kMaxBits - d.begin));
  const int above = d.begin + d.bits;
  return low | (above >= linear::kMaxBits ? 0 : column >> above << d.begin);
}

}  // namespace

Lowered lower_family(const triton::Linear& e, const triton::Numbers& shape) {
  return fitted(e, shape);
}

Lowered lower_family(const triton::GenericLinear& e, const triton::Numbers& shape) {
  return fitted(e, shape);
}

/// Registers that moved only along the dropped dimension are removed; lanes, warps and blocks are
/// kept and repeat.
Lowered lower_family(const triton::Slice& e, const triton::Numbers& shape) {
  triton::Numbers parent_shape = shape;
  parent_shape.insert(parent_shape.begin() + static_cast<std::ptrdiff_t>(e.dim), 1);
  TILEGLOT_TRY(parent, lower(*e.parent, parent_shape));
  const linear::Dimension dropped = parent.outs()[static_cast<std::size_t>(e.dim)];
  linear::Layout result;
  for (std::size_t d = 0; d < parent.outs().size(); ++d) {
    if (static_cast<std::int64_t>(d) == e.dim) continue;
    result.add_out(linear::standard_out(result.outs().size()), parent.outs()[d].bits);
  }
  for (const linear::Dimension& in : parent.ins()) {
    std::vector<std::uint64_t> columns;
    for (const std::uint64_t column : parent.columns_of(in)) {
      const std::uint64_t kept = without(column, dropped);
      if (kept != 0 || in.name != linear::kRegister) columns.push_back(kept);
    }
    result.add_in(in.name, columns);
  }
  return result;
}

}  // namespace tileglot::bridge
