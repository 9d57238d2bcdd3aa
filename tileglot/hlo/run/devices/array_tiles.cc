// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/devices/array_tiles.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/element_value.h"
#include "tileglot/hlo/run/array/physical_array.h"
#include "tileglot/hlo/run/array/strided_box.h"
#include "tileglot/hlo/run/element/convert.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/hlo/run/operation/array_operation.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/sharding/sharding.h"
#include "tileglot/notation/xla/sharding/tile_shape.h"

namespace tileglot::hlo::run {
namespace {

using notation::xla::Shape;
using notation::xla::Sharding;
using notation::xla::ShardingKind;

/// The part inside the array, as element numbers in the array and in the tile.
struct TileSpans {
  std::vector<std::int64_t> in_whole = {};
  std::vector<std::int64_t> in_tile = {};
  std::size_t tile_size = 0;
};

core::Result<TileSpans> tile_places(const Shape& shape, const Sharding& sharding,
                                    std::size_t device) {
  TILEGLOT_TRY(room, notation::xla::tile_shape(sharding, shape));
  TILEGLOT_TRY(tile,
               notation::xla::tile_of_device(sharding, shape, static_cast<std::int64_t>(device)));
  const Extents inside = extents_of(tile.shape);
  const Extents strides = row_major_strides(extents_of(shape));
  const Extents extents = extents_of(room);
  return TileSpans{places({inside, strides, dot_product(tile.offset, strides)}),
                   places({inside, row_major_strides(extents), 0}),
                   static_cast<std::size_t>(size_of(extents))};
}

}  // namespace

bool device_keeps(const Sharding& sharding, std::size_t device) {
  return sharding.kind != ShardingKind::kMaximal ||
         sharding.device == static_cast<std::int64_t>(device);
}

Elements poison_element(PrimitiveType type) {
  if (type == PrimitiveType::kPred) return zeros(type, 1);
  std::array<std::byte, 16> bytes{};
  bytes.fill(kPoison);
  Elements one = loaded(type, 1, bytes.data());
  round_to_type(one);
  return one;
}

core::Result<Elements> cut_tile(const Elements& whole, const Shape& shape, const Sharding& sharding,
                                std::size_t device, const Elements& fill) {
  if (sharding.kind != ShardingKind::kTiled) return whole;
  TILEGLOT_TRY(where, tile_places(shape, sharding, device));
  if (where.in_tile.size() == where.tile_size) return gathered(whole, where.in_whole);
  Elements tile = repeated(fill, where.tile_size);
  scatter_to(gathered(whole, where.in_whole), where.in_tile, tile);
  return tile;
}

core::Status join_tile(const Elements& tile, const Shape& shape, const Sharding& sharding,
                       std::size_t device, Elements& whole) {
  if (sharding.kind != ShardingKind::kTiled) {
    whole = tile;
    return {};
  }
  TILEGLOT_TRY(where, tile_places(shape, sharding, device));
  scatter_to(gathered(tile, where.in_tile), where.in_whole, whole);
  return {};
}

core::Result<Elements> cleared_tile(const Elements& tile, const Shape& shape,
                                    const Sharding& sharding, std::size_t device) {
  if (sharding.kind != ShardingKind::kTiled) return tile;
  TILEGLOT_TRY(where, tile_places(shape, sharding, device));
  Elements cleared = zeros(tile.type, tile.size());
  scatter_to(gathered(tile, where.in_tile), where.in_tile, cleared);
  return cleared;
}

}  // namespace tileglot::hlo::run
