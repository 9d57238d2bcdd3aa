// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/view/sampling.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace tileglot::render {
namespace {

constexpr std::int64_t kMostBlocks = 16;

std::int64_t blocks(std::int64_t extent, std::int64_t block) {
  return extent / block + (extent % block == 0 ? 0 : 1);
}

}  // namespace

std::int64_t cells_of(const Side& side, std::int64_t step) { return blocks(side.count(), step); }

Samples sampled(const Side& side, std::int64_t step, std::int64_t covers) {
  Samples samples{.covers = covers, .step = step};
  samples.at.reserve(static_cast<std::size_t>(cells_of(side, step)));
  for (std::int64_t left = side.count(); left > 0; left -= step) {
    samples.at.push_back(side.last - left);
    if (left <= step) break;
  }
  return samples;
}

std::int64_t block_of(std::int64_t extent, std::int64_t tile) {
  // A single tile would be a single block.
  std::int64_t block = tile < extent ? std::max<std::int64_t>(tile, 1) : 1;
  while (blocks(extent, block) > kMostBlocks) block *= 2;
  return block;
}

}  // namespace tileglot::render
