// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/reshard/detail/shard_cut.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/box.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/print.h"
#include "tileglot/map/shard.h"

namespace tileglot::relayout::reshard {
namespace {

using Boxes = std::vector<map::Box>;

constexpr std::size_t kMostMoves = std::size_t{1} << 16;
/// Every shard is compared with every other.
constexpr std::size_t kMostShards = 4096;

core::Error no_box(std::string message) {
  return {{.code = "relayout.shard",
           .message = std::move(message),
           .help = "a shard begins inside the tensor and ends there, in every dimension"}};
}

core::Result<map::Box> box_of(const map::Shard& shard, std::span<const std::int64_t> extents,
                              std::string_view side, std::size_t number) {
  if (shard.begin.size() != extents.size() || shard.map.rank() != extents.size())
    return core::fail(
        no_box(fmt::format("{} shard {} does not have the {} dimensions of the tensor", side,
                           number, extents.size())));
  map::Box box{shard.begin, shard.begin};
  for (std::size_t k = 0; k < extents.size(); ++k) {
    const core::Checked end = core::checked_add(box.begin[k], shard.map.extent(k));
    if (box.begin[k] < 0 || !end || *end > extents[k])
      return core::fail(
          no_box(fmt::format("{} shard {} begins at {} with extent {} in dimension {} of extent {}",
                             side, number, box.begin[k], shard.map.extent(k), k, extents[k])));
    box.end[k] = *end;
  }
  return box;
}

core::Result<Boxes> boxes_of(std::span<const map::Shard> shards,
                             std::span<const std::int64_t> extents, std::string_view side) {
  if (shards.size() > kMostShards)
    return core::fail({.code = "relayout.too_many_moves",
                       .message = fmt::format("there are {} {} shards, more than {}", shards.size(),
                                              side, kMostShards)});
  Boxes boxes;
  boxes.reserve(shards.size());
  for (std::size_t i = 0; i < shards.size(); ++i) {
    TILEGLOT_TRY(box, box_of(shards[i], extents, side, i));
    boxes.push_back(std::move(box));
  }
  return boxes;
}

core::Status check_apart(const Boxes& targets) {
  for (std::size_t i = 0; i < targets.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const auto both = map::intersection(targets[j], targets[i]);
      if (!both) continue;
      return core::fail(
          {.code = "relayout.shards_overlap",
           .message = fmt::format("target shards {} and {} have elements in common", j, i),
           .help = "an element has one place in the target; a source may repeat them",
           .witness = map::coordinate_text(both->begin)});
    }
  }
  return {};
}

core::Status check_covered(const map::Box& box, const Boxes& boxes, std::string_view side) {
  const auto hole = map::uncovered(box, boxes);
  if (!hole) return {};
  return core::fail({.code = "relayout.shards_missing",
                     .message = fmt::format("an element is in no {} shard", side),
                     .witness = map::coordinate_text(*hole)});
}

/// Each box without all of the others.
Boxes without(map::Box box, const Boxes& others) {
  Boxes left = {std::move(box)};
  for (const map::Box& other : others) {
    Boxes rest;
    for (const map::Box& piece : left) {
      Boxes pieces = map::difference(piece, other);
      std::move(pieces.begin(), pieces.end(), std::back_inserter(rest));
    }
    left = std::move(rest);
    if (left.empty() || left.size() > kMostMoves) break;
  }
  return left;
}

/// The boxes of one target, each from the first source that contains it.
core::Status cut_target(std::size_t target, const map::Box& box, const Boxes& sources,
                        std::vector<ShardBox>& cut) {
  Boxes taken;
  for (std::size_t s = 0; s < sources.size(); ++s) {
    const auto both = map::intersection(box, sources[s]);
    if (!both) continue;
    for (map::Box& part : without(*both, taken)) {
      if (cut.size() == kMostMoves)
        return core::fail(
            {.code = "relayout.too_many_moves",
             .message = fmt::format("the shards have more than {} boxes in common", kMostMoves)});
      taken.push_back(part);
      cut.push_back({s, target, std::move(part)});
    }
  }
  return check_covered(box, taken, "source");
}

core::Result<map::Box> whole_of(std::span<const std::int64_t> extents) {
  map::Box whole{map::Coordinate(extents.size(), 0), {extents.begin(), extents.end()}};
  const bool is_empty = std::ranges::find(extents, 0) != extents.end();
  core::Checked size = is_empty ? 0 : 1;
  for (const std::int64_t extent : extents) {
    if (extent < 0)
      return core::fail({.code = "map.domain",
                         .message = fmt::format("an extent is {}; it must be 0 or more", extent)});
    if (size) size = core::checked_mul(*size, extent);
  }
  if (size) return whole;
  return core::fail({.code = "map.overflow",
                     .message = "the number of coordinates does not fit a signed 64-bit integer"});
}

}  // namespace

core::Result<std::vector<ShardBox>> cut_shards(std::span<const std::int64_t> extents,
                                               std::span<const map::Shard> sources,
                                               std::span<const map::Shard> targets) {
  TILEGLOT_TRY(whole, whole_of(extents));
  TILEGLOT_TRY(from, boxes_of(sources, extents, "source"));
  TILEGLOT_TRY(to, boxes_of(targets, extents, "target"));
  TILEGLOT_TRY_STATUS(check_apart(to));
  TILEGLOT_TRY_STATUS(check_covered(whole, to, "target"));
  std::vector<ShardBox> cut;
  for (std::size_t t = 0; t < to.size(); ++t) TILEGLOT_TRY_STATUS(cut_target(t, to[t], from, cut));
  return cut;
}

}  // namespace tileglot::relayout::reshard
