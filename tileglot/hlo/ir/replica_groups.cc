// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/replica_groups.h"

#include <cstddef>
#include <cstdint>
#include <variant>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/sharding/tile_assignment.h"

namespace tileglot::hlo {

core::Result<ListedGroups> listed_groups(const ReplicaGroups& groups) {
  if (const auto* const listed = std::get_if<ListedGroups>(&groups)) return *listed;
  TILEGLOT_TRY(tiles, notation::xla::as_listed(std::get<notation::xla::TileAssignment>(groups)));
  const std::int64_t count = tiles.dims.empty() ? 1 : tiles.dims.front();
  const std::size_t size = tiles.devices.size() / static_cast<std::size_t>(count);
  ListedGroups result;
  result.reserve(static_cast<std::size_t>(count));
  for (std::size_t begin = 0; begin + size <= tiles.devices.size(); begin += size) {
    const auto first = tiles.devices.begin() + static_cast<std::ptrdiff_t>(begin);
    result.emplace_back(first, first + static_cast<std::ptrdiff_t>(size));
  }
  return result;
}

}  // namespace tileglot::hlo
