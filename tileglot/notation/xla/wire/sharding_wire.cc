// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/wire/sharding_wire.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/limits.h"
#include "tileglot/notation/xla/wire/detail/decoder.h"
#include "tileglot/notation/xla/wire/detail/fields.h"
#include "tileglot/notation/xla/wire/detail/sharding_decoder.h"
#include "tileglot/notation/xla/wire/detail/writer.h"

namespace tileglot::notation::xla {
namespace {

using core::Result;

void write_part(const MetadataPart& part, const OpMetadata& metadata, WireWriter& out) {
  if (part.number) out.number(part.field, metadata.*part.number);
  if (part.text && !(metadata.*part.text).empty()) out.bytes(part.field, metadata.*part.text);
}

/// Writes the fields in the order of their numbers, as generated code does.
std::string metadata_to_wire(const OpMetadata& metadata) {
  auto parts = kMetadataParts;
  std::ranges::sort(parts, {}, &MetadataPart::field);
  WireWriter out;
  for (const MetadataPart& part : parts) write_part(part, metadata, out);
  return out.take() + metadata.other_fields;
}

std::vector<std::int64_t> numbers_of(const std::vector<ShardingKind>& kinds) {
  std::vector<std::int64_t> numbers;
  numbers.reserve(kinds.size());
  for (const ShardingKind kind : kinds) numbers.push_back(static_cast<std::int64_t>(kind));
  return numbers;
}

void write_devices(const Sharding& sharding, WireWriter& out) {
  if (sharding.kind == ShardingKind::kMaximal)
    out.numbers(kTileDevices, std::vector{sharding.device});
  out.numbers(kTileDims, sharding.tiles.dims);
  out.numbers(kTileDevices, sharding.tiles.devices);
}

void write_order(const Sharding& sharding, WireWriter& out) {
  if (!sharding.tiles.iota) return;
  out.numbers(kIotaReshapeDims, sharding.tiles.iota->reshape_dims);
  out.numbers(kIotaTransposePerm, sharding.tiles.iota->permutation);
}

void write_group(const Sharding& sharding, WireWriter& out) {
  if (!sharding.group) return;
  out.number(kIsShardGroup, 1);
  out.number(kShardGroupId, sharding.group->id);
  out.number(kShardGroupType, static_cast<std::int64_t>(sharding.group->relation));
}

}  // namespace

std::string to_wire(const Sharding& sharding) {
  WireWriter out;
  out.number(kShardingType, static_cast<std::int64_t>(sharding.kind));
  write_devices(sharding, out);
  for (const Sharding& element : sharding.elements) out.bytes(kTupleShardings, to_wire(element));
  out.number(kReplicateOnLastTileDim, sharding.last_tile_dim_replicate ? 1 : 0);
  for (const OpMetadata& one : sharding.metadata)
    out.bytes(kShardingMetadata, metadata_to_wire(one));
  out.numbers(kLastTileDims, numbers_of(sharding.subgroups));
  write_order(sharding, out);
  write_group(sharding, out);
  return out.take();
}

Result<Sharding> sharding_from_wire(std::string_view bytes) {
  TILEGLOT_TRY_STATUS(check_count("bytes", bytes.size(), kMaxTextBytes));
  return ShardingDecoder().sharding(bytes, 0);
}

}  // namespace tileglot::notation::xla
