// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/sharding/detail/reader.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/core/utf8.h"
#include "tileglot/notation/xla/shape/limits.h"
#include "tileglot/notation/xla/sharding/detail/metadata_reader.h"
#include "tileglot/notation/xla/text/detail/shape_reader.h"

namespace tileglot::notation::xla {

using core::fail;
using core::Result;
using core::Span;
using core::Status;

std::size_t ShardingReader::start() {
  scanner_.skip_space();
  return scanner_.position();
}

/// The error for unexpected text from `begin` to here.
Status ShardingReader::unknown(std::string_view expected, std::size_t begin) {
  const bool nothing = scanner_.position() == begin;
  const Span place = nothing ? scanner_.here() : scanner_.span_from(begin);
  const auto found =
      nothing
          ? scanner_.found()
          : fmt::format("'{}'", core::printable(scanner_.text().substr(begin, place.end - begin)));
  return fail({.code = "xla.sharding",
               .message = fmt::format("expected {}, found {}", expected, found),
               .span = place,
               .help = "write {replicated}, {maximal device=0}, {manual}, {unknown}, {unreduced} "
                       "or {devices=[2,2]<=[4]}; after it last_tile_dim_replicate, "
                       "last_tile_dims={manual}, shard_as 1, shard_like 1, metadata={}"});
}

Result<Sharding> ShardingReader::sharding() {
  const std::size_t begin = start();
  TILEGLOT_TRY_STATUS(scanner_.expect("{", "at the start of the sharding"));
  const bool is_tuple = scanner_.looking_at("{") || scanner_.looking_at("}");
  return is_tuple ? tuple() : single(begin);
}

Result<Sharding> ShardingReader::tuple() {
  Sharding sharding{.kind = ShardingKind::kTuple};
  if (scanner_.accept("}")) return sharding;
  do {
    if (sharding.elements.size() == kMaxShapes)
      return fail(limit_error("shardings", kMaxShapes, scanner_.here()));
    const std::size_t begin = start();
    TILEGLOT_TRY_STATUS(scanner_.expect("{", "at the start of a sharding in a tuple"));
    TILEGLOT_TRY(element, single(begin));
    TILEGLOT_TRY_STATUS(count_listed(element, begin));
    sharding.elements.push_back(std::move(element));
  } while (scanner_.accept(","));
  TILEGLOT_TRY_STATUS(scanner_.expect("}", "at the end of the tuple of shardings"));
  return sharding;
}

Status ShardingReader::count_listed(const Sharding& sharding, std::size_t begin) {
  listed_ += std::ssize(sharding.tiles.devices);
  if (listed_ <= kMaxListedDevices) return {};
  return fail(limit_error("listed devices", static_cast<std::size_t>(kMaxListedDevices),
                          scanner_.span_from(begin)));
}

Result<Sharding> ShardingReader::single(std::size_t begin) {
  ShardingItems items;
  while (!scanner_.accept("}")) TILEGLOT_TRY_STATUS(item(items));
  items.whole = scanner_.span_from(begin);
  return meaning(items);
}

Status ShardingReader::item(ShardingItems& items) {
  const std::size_t begin = start();
  const std::string_view name = scanner_.name();
  // The = of an attribute follows immediately.
  const bool is_attribute = scanner_.text().substr(scanner_.position()).starts_with('=');
  return is_attribute ? attribute(name, begin, items) : word(name, begin, items);
}

Status ShardingReader::word(std::string_view name, std::size_t begin, ShardingItems& items) {
  if (name == "shard_as") return group(ShardGroup::Relation::kAs, items);
  if (name == "shard_like") return group(ShardGroup::Relation::kLike, items);
  if (name == "last_tile_dim_replicate") {
    items.last_tile_dim_replicate = true;
    return {};
  }
  const auto kind = sharding_kind_named(name);
  if (!kind) return unknown("a word of a sharding", begin);
  add_word(items, *kind);
  return {};
}

Status ShardingReader::attribute(std::string_view name, std::size_t begin, ShardingItems& items) {
  if (name != "device" && name != "devices" && name != "last_tile_dims" && name != "metadata")
    return unknown("a word of a sharding", begin);
  scanner_.accept("=");
  if (name == "metadata") return read_metadata(scanner_, items.metadata);
  if (name == "last_tile_dims") {
    TILEGLOT_TRY_STATUS(subgroups(items));
    items.last_tile_dims_place = scanner_.span_from(begin);
  } else {
    TILEGLOT_TRY_STATUS(name == "device" ? device(items) : tiles(items));
    items.devices_place = scanner_.span_from(begin);
  }
  return {};
}

Status ShardingReader::device(ShardingItems& items) {
  TILEGLOT_TRY(device, scanner_.integer("a device"));
  items.devices = {device};
  return {};
}

Status ShardingReader::tiles(ShardingItems& items) {
  TILEGLOT_TRY_STATUS(scanner_.expect("[", "before the dimensions of the tiles"));
  TILEGLOT_TRY_STATUS(numbers("a dimension of the tiles", items.dims));
  TILEGLOT_TRY_STATUS(scanner_.expect("]", "after the dimensions of the tiles"));
  if (!scanner_.accept("<=")) return numbers("a device", items.devices);
  TILEGLOT_TRY(order, iota());
  items.iota = std::move(order);
  return {};
}

Result<IotaOrder> ShardingReader::iota() {
  IotaOrder order;
  TILEGLOT_TRY_STATUS(scanner_.expect("[", "before the dimensions of the devices"));
  TILEGLOT_TRY_STATUS(numbers("a dimension of the devices", order.reshape_dims));
  TILEGLOT_TRY_STATUS(scanner_.expect("]", "after the dimensions of the devices"));
  if (order.reshape_dims.size() == 1) {
    order.permutation = {0};
  } else {
    TILEGLOT_TRY_STATUS(permutation(order));
  }
  return order;
}

Status ShardingReader::permutation(IotaOrder& order) {
  const std::size_t begin = start();
  if (scanner_.name() != "T") {
    scanner_.rewind(begin);
    return unknown("T(..), the order of several dimensions", begin);
  }
  TILEGLOT_TRY_STATUS(scanner_.expect("(", "after T"));
  TILEGLOT_TRY_STATUS(numbers("a dimension of the devices", order.permutation));
  return scanner_.expect(")", "after the order of the dimensions");
}

Status ShardingReader::subgroups(ShardingItems& items) {
  TILEGLOT_TRY_STATUS(scanner_.expect("{", "before the kinds of the last dimensions"));
  if (scanner_.accept("}")) return {};
  do {
    const std::size_t begin = start();
    const auto kind = sharding_kind_named(scanner_.name());
    if (!kind || !is_subgroup_kind(*kind)) return unknown("manual, unreduced or replicated", begin);
    if (items.last_tile_dims.size() == kMaxRank)
      return fail(limit_error("kinds of dimensions", kMaxRank, scanner_.here()));
    items.last_tile_dims.push_back(*kind);
  } while (scanner_.accept(","));
  return scanner_.expect("}", "after the kinds of the last dimensions");
}

Status ShardingReader::group(ShardGroup::Relation relation, ShardingItems& items) {
  TILEGLOT_TRY(id, scanner_.integer("the number of a group of shardings"));
  add_group(items, {.id = id, .relation = relation});
  return {};
}

Status ShardingReader::numbers(std::string_view what, std::vector<std::int64_t>& out) {
  do {
    TILEGLOT_TRY(number, scanner_.integer(what));
    out.push_back(number);
  } while (scanner_.accept(","));
  return {};
}

}  // namespace tileglot::notation::xla
