// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/wire/detail/sharding_decoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/limits.h"
#include "tileglot/notation/xla/wire/detail/decoder.h"
#include "tileglot/notation/xla/wire/detail/fields.h"
#include "tileglot/notation/xla/wire/reader.h"

namespace tileglot::notation::xla {
namespace {

using core::fail;
using core::Result;
using core::Status;

tl::unexpected<core::Error> contradiction(std::string message) {
  return fail({.code = "wire.sharding",
               .message = std::move(message),
               .help = "a tiled sharding has dimensions, and either devices or an order of them"});
}

tl::unexpected<core::Error> no_such_kind(std::string_view what, std::int64_t value) {
  return fail({.code = "wire.value",
               .message = fmt::format("{} is {}", what, value),
               .help = "XLA numbers the kinds of shardings from 0 to 6"});
}

/// Such a message says nothing else: without this field it is a replicated sharding.
tl::unexpected<core::Error> along_mesh() {
  return fail({.code = "xla.sharding",
               .message = "expected a sharding by tiles, found one along the axes of a mesh",
               .help = "state its tiles and devices, as in {devices=[2,2]<=[4]}"});
}

/// A field of another kind is treated as unknown; the last of several counts.
Status set_number(const WireField& field, std::int64_t& out) {
  if (field.kind == WireKind::kNumber) out = field.value;
  return {};
}

Result<std::vector<ShardingKind>> subgroup_kinds(const std::vector<std::int64_t>& numbers) {
  TILEGLOT_TRY_STATUS(check_count("kinds of dimensions", numbers.size(), kMaxRank));
  std::vector<ShardingKind> kinds;
  for (const std::int64_t number : numbers) {
    const bool fits = std::in_range<std::uint8_t>(number);
    if (!fits || !is_subgroup_kind(static_cast<ShardingKind>(number)))
      return no_such_kind("the kind of a last dimension", number);
    kinds.push_back(static_cast<ShardingKind>(number));
  }
  return kinds;
}

/// Stores a field that is one of the metadata parts; false for other fields.
bool set_part(const WireField& field, OpMetadata& out) {
  const auto part = std::ranges::find(kMetadataParts, field.number, &MetadataPart::field);
  if (part == kMetadataParts.end()) return false;
  if (part->text && field.kind == WireKind::kBytes) out.*part->text = field.bytes;
  if (part->number && field.kind == WireKind::kNumber) out.*part->number = field.value;
  return true;
}

}  // namespace

Status ShardingDecoder::metadata(const WireField& field, Fields& out) {
  if (field.kind != WireKind::kBytes) return {};
  OpMetadata& metadata = out.metadata.emplace_back();
  WireReader reader(field.bytes, field.begin);
  while (!reader.at_end()) {
    const std::size_t begin = reader.position();
    TILEGLOT_TRY(inner, reader.next());
    if (inner && !set_part(*inner, metadata))
      metadata.other_fields += field.bytes.substr(begin, reader.position() - begin);
  }
  return {};
}

Status ShardingDecoder::element(const WireField& field, Fields& out) {
  if (field.kind != WireKind::kBytes) return {};
  TILEGLOT_TRY(element, sharding(field.bytes, field.begin));
  out.elements.push_back(std::move(element));
  return {};
}

Status ShardingDecoder::read(const WireField& field, Fields& out) {
  switch (field.number) {
    case kShardingType: return set_number(field, out.type);
    case kTileDims: return append_numbers(field, out.dims);
    case kTileDevices: return append_numbers(field, out.devices);
    case kTupleShardings: return element(field, out);
    case kReplicateOnLastTileDim: return set_number(field, out.last_tile_dim_replicate);
    case kShardingMetadata: return metadata(field, out);
    case kLastTileDims: return append_numbers(field, out.last_tile_dims);
    case kIotaReshapeDims: return append_numbers(field, out.order.reshape_dims);
    case kIotaTransposePerm: return append_numbers(field, out.order.permutation);
    case kIsShardGroup: return set_number(field, out.is_group);
    case kShardGroupId: return set_number(field, out.group_id);
    case kShardGroupType: return set_number(field, out.group_type);
    case kNamedSharding: return along_mesh();
    default: return {};
  }
}

Result<Sharding> ShardingDecoder::tiled(const Fields& fields) {
  TILEGLOT_TRY(kinds, subgroup_kinds(fields.last_tile_dims));
  const bool has_order = !fields.order.reshape_dims.empty();
  if (has_order && !fields.devices.empty()) return contradiction("devices, and an order of them");
  if (!has_order && fields.devices.empty()) return contradiction("a tiled sharding has no devices");
  TILEGLOT_TRY(tiles, has_order ? iota_tiles(fields.dims, fields.order)
                                : listed_tiles(fields.dims, fields.devices));
  if (fields.last_tile_dim_replicate == 0) return subgroup_sharding(tiles, kinds);
  if (kinds.empty()) return partial_sharding(tiles);
  return contradiction("the last dimension is replicated, and has a kind");
}

Result<Sharding> ShardingDecoder::meaning(Fields& fields) {
  if (fields.type < 0 || fields.type > static_cast<std::int64_t>(ShardingKind::kUnreduced))
    return no_such_kind("the kind of a sharding", fields.type);
  const auto kind = static_cast<ShardingKind>(fields.type);
  if (kind == ShardingKind::kTuple)
    return Sharding{.kind = kind, .elements = std::move(fields.elements)};
  if (kind != ShardingKind::kTiled && kind != ShardingKind::kMaximal) return sharding_of(kind);
  if (fields.devices.size() == 1) return maximal_sharding(fields.devices[0]);
  if (kind == ShardingKind::kTiled) return tiled(fields);
  return contradiction(fmt::format("maximal has one device, not {}", fields.devices.size()));
}

Result<std::optional<ShardGroup>> ShardingDecoder::group(const Fields& fields) {
  if (fields.is_group == 0) return std::optional<ShardGroup>();
  if (fields.group_type < 0 || fields.group_type > 1)
    return no_such_kind("the relation of a group of shardings", fields.group_type);
  return std::optional(ShardGroup{
      .id = fields.group_id, .relation = static_cast<ShardGroup::Relation>(fields.group_type)});
}

Result<Sharding> ShardingDecoder::sharding(std::string_view bytes, std::size_t begin) {
  TILEGLOT_TRY_STATUS(check_count("shardings inside one another", ++depth_, kMaxDepth));
  TILEGLOT_TRY_STATUS(check_count("shardings", ++shardings_, kMaxShapes));
  WireReader reader(bytes, begin);
  Fields fields;
  while (!reader.at_end()) {
    TILEGLOT_TRY(field, reader.next());
    if (field) TILEGLOT_TRY_STATUS(read(*field, fields));
  }
  --depth_;
  TILEGLOT_TRY(decoded, meaning(fields));
  listed_ += decoded.tiles.devices.size();
  TILEGLOT_TRY_STATUS(
      check_count("listed devices", listed_, static_cast<std::size_t>(kMaxListedDevices)));
  if (decoded.kind == ShardingKind::kTuple) {
    if (fields.metadata.empty()) return std::move(decoded);
    return contradiction("a tuple of shardings with metadata of its own");
  }
  TILEGLOT_TRY(shard_group, group(fields));
  decoded.group = shard_group;
  decoded.metadata = std::move(fields.metadata);
  return std::move(decoded);
}

}  // namespace tileglot::notation::xla
