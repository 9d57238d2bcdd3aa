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

namespace tileglot::notation::linear {
namespace {

/// The blocks of a cluster, shrunk to the shape.
Tile cluster(const Bases& cga, const Numbers& shape) {
  Tile tile(std::ssize(shape), {kBlock});
  tile.append(kBlock, cga);
  tile.shrink(shape);
  return tile;
}

Numbers share_of(const Tile& blocks, const Numbers& shape) {
  Numbers share = shape;
  for (std::size_t d = 0; d < share.size(); ++d) {
    share[d] = std::max<std::int64_t>(1, share[d] / blocks.size(static_cast<std::int64_t>(d)));
  }
  return share;
}

}  // namespace

Numbers shape_per_cta(const Bases& cga, const Numbers& shape) {
  return share_of(cluster(cga, shape), shape);
}

core::Result<Layout> combine(Tile cta, const Combine& how) {
  const Tile blocks = cluster(how.cga, how.shape);
  const Numbers share = share_of(blocks, how.shape);
  cta.grow(share, how.order, how.repeats);
  cta.shrink(share, how.beyond);
  cta.times(blocks);
  return cta.layout();
}

}  // namespace tileglot::notation::linear
