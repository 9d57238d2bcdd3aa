// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/entry/device_view.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/pass/entry/entry_leaves.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/sharding/sharding.h"
#include "tileglot/notation/xla/sharding/tile_assignment.h"
#include "tileglot/notation/xla/sharding/tile_shape.h"
#include "tileglot/notation/xla/size/array_size.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;
using xla::ShardingKind;

/// Tiles along one dimension that have the same extent.
struct Cut {
  std::int64_t extent = 0;
  std::int64_t tiles = 0;
};

/// Whole tiles, the remainder, and tiles after the end.
std::vector<Cut> cuts_of(std::int64_t extent, std::int64_t tiles) {
  const std::int64_t size = core::ceil_div(extent, tiles);
  const std::int64_t whole = size == 0 ? 0 : extent / size;
  const std::int64_t rest = size == 0 ? 0 : extent % size;
  std::vector<Cut> cuts;
  if (whole > 0) cuts.push_back({size, whole});
  if (rest > 0) cuts.push_back({rest, 1});
  const std::int64_t behind = tiles - whole - (rest > 0 ? 1 : 0);
  if (behind > 0) cuts.push_back({0, behind});
  return cuts;
}

/// Cuts each part along dimension d as well.
std::vector<HeldPart> cut(const std::vector<HeldPart>& parts, std::size_t d,
                          const std::vector<Cut>& cuts) {
  std::vector<HeldPart> result;
  result.reserve(std::min(parts.size() * cuts.size(), kHeldSizes));
  for (const HeldPart& part : parts) {
    for (const Cut& one : cuts) {
      if (result.size() == kHeldSizes) return result;
      HeldPart smaller{part.shape, part.devices * one.tiles};
      smaller.shape.dimensions[d].bound = one.extent;
      result.push_back(std::move(smaller));
    }
  }
  return result;
}

/// Precondition: the tiles fit the shape.
std::vector<HeldPart> tiles_held(const xla::Sharding& sharding, const xla::Shape& whole) {
  const auto tiles = xla::data_tiles(sharding);
  std::int64_t copies = xla::tile_count(sharding.tiles);
  for (const std::int64_t t : tiles) copies /= t;
  std::vector<HeldPart> parts{{whole, copies}};
  for (std::size_t d = 0; d < tiles.size(); ++d) {
    if (tiles[d] > 1) parts = cut(parts, d, cuts_of(*whole.dimensions[d].bound, tiles[d]));
  }
  return parts;
}

std::vector<HeldPart> held_parts(const EntryLeaf& leaf, const xla::Shape& whole,
                                 std::int64_t devices) {
  if (!leaf.sharding) return {{whole, devices}};
  const ShardingKind kind = leaf.sharding->kind;
  if (kind == ShardingKind::kTiled) return tiles_held(*leaf.sharding, whole);
  return {{whole, kind == ShardingKind::kMaximal ? 1 : devices}};
}

bool is_known(const EntryLeaf& leaf) {
  return !leaf.sharding || (leaf.sharding->kind != ShardingKind::kManual &&
                            leaf.sharding->kind != ShardingKind::kUnknown);
}

std::optional<std::int64_t> bytes_of(const xla::Shape& shape) {
  const auto size = xla::array_size(shape);
  return size ? std::optional(*size) : std::nullopt;
}

}  // namespace

core::Result<DeviceView> device_view(const EntryLeaf& leaf, std::int64_t devices) {
  xla::Shape whole = leaf.shape;
  if (!xla::is_array(whole)) return DeviceView{.allocated = whole, .held = {{whole, devices}}};
  whole.layout = xla::layout_or_default(whole);
  TILEGLOT_TRY(allocated, leaf.sharding ? xla::tile_shape(*leaf.sharding, whole) : whole);
  const std::optional<std::int64_t> bytes = bytes_of(allocated);
  return DeviceView{.allocated = std::move(allocated),
                    .bytes = bytes,
                    .held = held_parts(leaf, whole, devices),
                    .is_known = is_known(leaf)};
}

}  // namespace tileglot::hlo::pass
