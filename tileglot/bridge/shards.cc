// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/shards.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "tileglot/bridge/xla.h"
#include "tileglot/core/error.h"
#include "tileglot/map/shard.h"
#include "tileglot/map/subarray.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/validate/largest_part.h"
#include "tileglot/notation/xla/validate/split_address.h"

namespace tileglot::bridge {

core::Result<std::vector<map::Shard>> shards_of(const notation::xla::Shape& shape) {
  TILEGLOT_TRY(parts, notation::xla::split_parts(shape));
  TILEGLOT_TRY(largest, notation::xla::largest_part(shape));
  TILEGLOT_TRY(map, to_map(largest));
  std::vector<map::Shard> shards;
  shards.reserve(parts.size());
  for (notation::xla::SplitPart& part : parts) {
    std::vector<map::Slice> slices;
    slices.reserve(part.extents.size());
    for (const std::int64_t extent : part.extents) slices.push_back({0, extent, 1});
    TILEGLOT_TRY(part_map, map::subarray(map, slices));
    shards.push_back({std::move(part.begin), std::move(part_map)});
  }
  return shards;
}

}  // namespace tileglot::bridge
