// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/sharding/print.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/notation/xla/sharding/detail/quoted_text.h"

namespace tileglot::notation::xla {
namespace {

constexpr std::size_t kAnnouncedEvery = 5;

std::string order_text(const IotaOrder& order) {
  const std::string dims = fmt::format("<=[{}]", fmt::join(order.reshape_dims, ","));
  if (order.reshape_dims.size() == 1) return dims;
  return fmt::format("{}T({})", dims, fmt::join(order.permutation, ","));
}

std::string tiles_text(const TileAssignment& tiles) {
  const std::string dims = fmt::format("devices=[{}]", fmt::join(tiles.dims, ","));
  if (tiles.iota) return dims + order_text(*tiles.iota);
  return fmt::format("{}{}", dims, fmt::join(tiles.devices, ","));
}

std::string subgroups_text(const Sharding& sharding) {
  if (sharding.last_tile_dim_replicate) return " last_tile_dim_replicate";
  if (sharding.subgroups.empty()) return "";
  std::vector<std::string_view> kinds;
  kinds.reserve(sharding.subgroups.size());
  for (const ShardingKind kind : sharding.subgroups) kinds.push_back(name_of(kind));
  return fmt::format(" last_tile_dims={{{}}}", fmt::join(kinds, ", "));
}

std::string group_text(const Sharding& sharding) {
  if (!sharding.group) return "";
  const bool as = sharding.group->relation == ShardGroup::Relation::kAs;
  return fmt::format(" shard_{} {}", as ? "as" : "like", sharding.group->id);
}

/// Empty texts and zeros are not written.
std::string value_text(const MetadataPart& part, const OpMetadata& metadata) {
  if (part.text) return (metadata.*part.text).empty() ? "" : quoted(metadata.*part.text);
  return metadata.*part.number == 0 ? "" : fmt::format("{}", metadata.*part.number);
}

std::string parts_text(const OpMetadata& metadata) {
  std::string text;
  for (const MetadataPart& part : kMetadataParts) {
    const std::string value = value_text(part, metadata);
    if (!value.empty()) text += fmt::format("{}{}={}", text.empty() ? "" : " ", part.name, value);
  }
  return text;
}

std::string metadata_text(const std::vector<OpMetadata>& metadata) {
  if (metadata.empty()) return "";
  if (metadata.size() == 1) return fmt::format(" metadata={{{}}}", parts_text(metadata[0]));
  std::string text;
  for (const OpMetadata& one : metadata) {
    text += fmt::format("{}{{{}}}", text.empty() ? "" : ", ", parts_text(one));
  }
  return fmt::format(" metadata={{{}}}", text);
}

std::string tuple_text(const Sharding& sharding, MetadataText metadata) {
  std::string text = "{";
  for (std::size_t i = 0; i < sharding.elements.size(); ++i) {
    if (i > 0) text += ", ";
    if (i > 0 && i % kAnnouncedEvery == 0) text += fmt::format("/*index={}*/", i);
    text += print(sharding.elements[i], metadata);
  }
  return text + "}";
}

std::string kind_text(const Sharding& sharding) {
  if (sharding.kind == ShardingKind::kTiled)
    return tiles_text(sharding.tiles) + subgroups_text(sharding);
  if (sharding.kind == ShardingKind::kMaximal)
    return fmt::format("maximal device={}", sharding.device);
  return std::string(name_of(sharding.kind));
}

}  // namespace

std::string print(const Sharding& sharding, MetadataText metadata) {
  if (sharding.kind == ShardingKind::kTuple) return tuple_text(sharding, metadata);
  const bool shown = metadata == MetadataText::kShown;
  return fmt::format("{{{}{}{}}}", kind_text(sharding), group_text(sharding),
                     shown ? metadata_text(sharding.metadata) : "");
}

}  // namespace tileglot::notation::xla
