// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/triton/detail/combine_cga.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "tileglot/bridge/triton/detail/tile.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name.h"
#include "tileglot/notation/triton/encoding.h"

namespace tileglot::bridge {
namespace {

/// The blocks of a cluster, shrunk to the shape.
Tile cluster(const triton::Bases& cga, const triton::Numbers& shape) {
  Tile tile(std::ssize(shape), {linear::kBlock});
  tile.append(linear::kBlock, cga);
  tile.shrink(shape);
  return tile;
}

triton::Numbers share_of(const Tile& blocks, const triton::Numbers& shape) {
  triton::Numbers share = shape;
  for (std::size_t d = 0; d < share.size(); ++d) {
    share[d] = std::max<std::int64_t>(1, share[d] / blocks.size(static_cast<std::int64_t>(d)));
  }
  return share;
}

}  // namespace

triton::Numbers shape_per_cta(const triton::Bases& cga, const triton::Numbers& shape) {
  return share_of(cluster(cga, shape), shape);
}

core::Result<linear::Layout> combine(Tile cta, const Combine& how) {
  const Tile blocks = cluster(how.cga, how.shape);
  const triton::Numbers share = share_of(blocks, how.shape);
  cta.grow(share, how.order, how.repeats);
  cta.shrink(share, how.beyond);
  cta.times(blocks);
  return cta.layout();
}

}  // namespace tileglot::bridge
