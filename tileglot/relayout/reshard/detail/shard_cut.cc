// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/reshard/detail/shard_cut.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/box.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/print.h"
#include "tileglot/map/shard.h"
#include "tileglot/placement/box_tree.h"

namespace tileglot::relayout::reshard {
namespace {

using Boxes = std::vector<map::Box>;

constexpr std::size_t kMostShards = std::size_t{1} << 20;
constexpr std::size_t kMostBoxes = std::size_t{1} << 20;
/// The most comparisons of boxes, and how many more for each shard. Lists that do not overlap take
/// about half as many.
constexpr std::int64_t kComparisons = std::int64_t{1} << 26;
constexpr std::int64_t kComparisonsOfAShard = 128;
/// Cutting a box takes as long as comparing it so often.
constexpr std::int64_t kComparisonsOfACut = 4;

core::Error too_many(std::string message) {
  return {{.code = "relayout.too_many_moves",
           .message = std::move(message),
           .help = "cut the tensor into fewer shards, or into shards that overlap less"}};
}

core::Status check_boxes(std::size_t boxes) {
  if (boxes <= kMostBoxes) return {};
  return core::fail(
      too_many(fmt::format("the shards are cut into more than {} boxes", kMostBoxes)));
}

/// Counts comparisons: searches among boxes that overlap can take their product.
class Work {
 public:
  explicit Work(std::size_t shards)
      : most_(kComparisons + static_cast<std::int64_t>(shards) * kComparisonsOfAShard) {}

  core::Status add(std::int64_t comparisons) {
    done_ += comparisons;
    if (done_ <= most_) return {};
    return core::fail(
        too_many(fmt::format("the shards overlap so much that cutting them takes more than {} "
                             "comparisons of boxes",
                             most_)));
  }

 private:
  std::int64_t most_;
  std::int64_t done_ = 0;
};

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
    return core::fail(too_many(
        fmt::format("there are {} {} shards, more than {}", shards.size(), side, kMostShards)));
  Boxes boxes;
  boxes.reserve(shards.size());
  for (std::size_t i = 0; i < shards.size(); ++i) {
    TILEGLOT_TRY(box, box_of(shards[i], extents, side, i));
    boxes.push_back(std::move(box));
  }
  return boxes;
}

core::Status check_apart(const placement::BoxTree& targets, Work& work) {
  for (std::size_t i = 0; i < targets.size(); ++i) {
    std::size_t other = targets.size();
    TILEGLOT_TRY_STATUS(work.add(targets.for_each_meeting(targets.box(i), [&](std::size_t met) {
      if (met != i) other = std::min(other, met);
    })));
    if (other == targets.size()) continue;
    const auto both = map::intersection(targets.box(i), targets.box(other));
    return core::fail(
        {.code = "relayout.shards_overlap",
         .message = fmt::format("target shards {} and {} have elements in common", i, other),
         .help = "an element has one place in the target; a source may repeat them",
         .witness = map::coordinate_text(both->begin)});
  }
  return {};
}

std::int64_t covered_size(const map::Box& box, const placement::BoxTree& apart) {
  std::int64_t size = 0;
  apart.for_each_meeting(
      box, [&](std::size_t met) { size += map::intersection(apart.box(met), box)->size(); });
  return size;
}

/// The first element of `rest`, in row-major order, that no box has. Precondition: there is one, and
/// no two boxes share an element.
map::Coordinate first_hole(map::Box rest, const placement::BoxTree& apart) {
  for (std::size_t k = 0; k < rest.begin.size(); ++k) {
    while (rest.end[k] - rest.begin[k] > 1) {
      map::Box low = rest;
      low.end[k] = rest.begin[k] + (rest.end[k] - rest.begin[k]) / 2;
      if (covered_size(low, apart) < low.size()) {
        rest = std::move(low);
      } else {
        rest.begin[k] = low.end[k];
      }
    }
  }
  return rest.begin;
}

core::Error missing(const map::Box& box, const placement::BoxTree& apart, std::string_view side) {
  return {{.code = "relayout.shards_missing",
           .message = fmt::format("an element is in no {} shard", side),
           .witness = map::coordinate_text(first_hole(box, apart))}};
}

/// The shards that have elements, and of those with equal boxes the first; ascending.
std::vector<std::size_t> distinct(const Boxes& boxes) {
  std::vector<std::size_t> numbers(boxes.size());
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  std::erase_if(numbers, [&](std::size_t i) { return boxes[i].size() == 0; });
  std::ranges::sort(
      numbers, {}, [&](const std::size_t& i) { return std::tie(boxes[i].begin, boxes[i].end, i); });
  const auto box_at = [&](std::size_t i) -> const map::Box& { return boxes[i]; };
  const auto repeated = std::ranges::unique(numbers, {}, box_at);
  numbers.erase(repeated.begin(), repeated.end());
  std::ranges::sort(numbers);
  return numbers;
}

Boxes without(const Boxes& boxes, const map::Box& less) {
  Boxes rest;
  for (const map::Box& box : boxes) {
    Boxes pieces = map::difference(box, less);
    std::move(pieces.begin(), pieces.end(), std::back_inserter(rest));
  }
  return rest;
}

/// What box i has and no box before it. Neighbours in the tree are taken away one after the other,
/// which keeps the rest in few boxes.
core::Result<Boxes> first_had_by(std::size_t i, const placement::BoxTree& boxes, Work& work) {
  std::vector<std::size_t> earlier;
  TILEGLOT_TRY_STATUS(work.add(boxes.for_each_meeting(boxes.box(i), [&](std::size_t met) {
    if (met < i) earlier.push_back(met);
  })));
  Boxes rest = {boxes.box(i)};
  for (const std::size_t other : earlier) {
    if (rest.empty()) break;
    TILEGLOT_TRY_STATUS(work.add(static_cast<std::int64_t>(rest.size()) * kComparisonsOfACut));
    rest = without(rest, boxes.box(other));
    TILEGLOT_TRY_STATUS(check_boxes(rest.size()));
  }
  return rest;
}

/// Boxes that share no element, with the shard that each is read from.
struct Parts {
  std::vector<std::size_t> sources;
  placement::BoxTree boxes;
};

core::Result<Parts> parts_of(const Boxes& sources, Work& work) {
  const std::vector<std::size_t> numbers = distinct(sources);
  Boxes boxes;
  boxes.reserve(numbers.size());
  for (const std::size_t number : numbers) boxes.push_back(sources[number]);
  const placement::BoxTree tree(std::move(boxes));
  Parts parts;
  Boxes apart;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    TILEGLOT_TRY(first, first_had_by(i, tree, work));
    TILEGLOT_TRY_STATUS(check_boxes(apart.size() + first.size()));
    parts.sources.resize(parts.sources.size() + first.size(), numbers[i]);
    std::move(first.begin(), first.end(), std::back_inserter(apart));
  }
  parts.boxes = placement::BoxTree(std::move(apart));
  return parts;
}

core::Status cut_target(std::size_t target, const map::Box& box, const Parts& parts,
                        std::vector<ShardBox>& cut, Work& work) {
  std::int64_t missing_size = box.size();
  const std::size_t begin = cut.size();
  TILEGLOT_TRY_STATUS(work.add(parts.boxes.for_each_meeting(box, [&](std::size_t part) {
    cut.push_back({parts.sources[part], target, *map::intersection(parts.boxes.box(part), box)});
    missing_size -= cut.back().box.size();
  })));
  if (missing_size > 0) return core::fail(missing(box, parts.boxes, "source"));
  TILEGLOT_TRY_STATUS(check_boxes(cut.size()));
  std::ranges::sort(cut.begin() + static_cast<std::ptrdiff_t>(begin), cut.end(), {},
                    [](const ShardBox& b) { return std::tie(b.source, b.box.begin); });
  return {};
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
  Work work(from.size() + to.size());
  const placement::BoxTree wanted(to);
  TILEGLOT_TRY_STATUS(check_apart(wanted, work));
  if (covered_size(whole, wanted) < whole.size())
    return core::fail(missing(whole, wanted, "target"));
  TILEGLOT_TRY(parts, parts_of(from, work));
  std::vector<ShardBox> cut;
  for (std::size_t t = 0; t < to.size(); ++t)
    TILEGLOT_TRY_STATUS(cut_target(t, to[t], parts, cut, work));
  return cut;
}

}  // namespace tileglot::relayout::reshard
