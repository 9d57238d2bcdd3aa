// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/reshard/rank_classes.h"

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/map/box.h"
#include "tileglot/placement/side.h"
#include "tileglot/relayout/reshard/array.h"

namespace tileglot::relayout::reshard {
namespace {

struct HeldTile {
  std::int64_t rank;
  std::int64_t tile;
  friend auto operator<=>(const HeldTile&, const HeldTile&) = default;
};

struct RankInClass {
  std::int64_t rank;
  std::size_t number;
};

/// The classes of one side.
struct SideClasses {
  std::vector<RankInClass> ranks = {};  ///< ascending
  std::vector<std::int64_t> elements = {};
  std::vector<std::vector<std::size_t>> of_tile = {};  ///< the classes that a tile is in
};

/// Ascending; tiles without elements are left out.
std::optional<std::vector<HeldTile>> held_tiles(const placement::Side& side, std::int64_t& budget) {
  if (side.tiles() > budget) return {};
  budget -= side.tiles();
  std::vector<HeldTile> held;
  for (std::int64_t tile = 0; tile < side.tiles(); ++tile) {
    if (side.box(tile).size() == 0) continue;
    const std::int64_t copies = side.copies(tile);
    if (copies > budget) return {};
    budget -= copies;
    for (std::int64_t copy = 0; copy < copies; ++copy)
      held.push_back({side.holder(tile, copy), tile});
  }
  std::ranges::sort(held);
  return held;
}

std::optional<SideClasses> classes_of(const placement::Side& side, std::int64_t& budget) {
  const auto held = held_tiles(side, budget);
  if (!held) return {};
  SideClasses classes;
  classes.of_tile.resize(static_cast<std::size_t>(side.tiles()));
  std::map<std::vector<std::int64_t>, std::size_t> numbers;
  for (auto first = held->begin(); first != held->end();) {
    std::vector<std::int64_t> tiles;
    auto last = first;
    for (; last != held->end() && last->rank == first->rank; ++last) tiles.push_back(last->tile);
    const auto [entry, is_new] = numbers.try_emplace(std::move(tiles), numbers.size());
    classes.ranks.push_back({first->rank, entry->second});
    if (is_new) {
      classes.elements.push_back(0);
      for (const std::int64_t tile : entry->first) {
        classes.elements.back() += side.box(tile).size();
        classes.of_tile[static_cast<std::size_t>(tile)].push_back(entry->second);
      }
    }
    first = last;
  }
  return classes;
}

bool are_classes_apart(const SideClasses& side) {
  return std::ranges::all_of(side.of_tile, [](const auto& classes) { return classes.size() < 2; });
}

/// Overlaps of equal classes become one. Precondition: ascending.
void merge_equal(std::vector<Overlap>& overlaps) {
  std::size_t kept = 0;
  for (const Overlap& next : overlaps) {
    if (kept > 0 && overlaps[kept - 1].want == next.want && overlaps[kept - 1].has == next.has) {
      overlaps[kept - 1].elements += next.elements;
    } else {
      overlaps[kept++] = next;
    }
  }
  overlaps.resize(kept);
}

std::optional<std::vector<Overlap>> overlaps_of(const Array& array, const SideClasses& has,
                                                const SideClasses& want, std::int64_t& budget) {
  std::vector<Overlap> overlaps;
  for (std::size_t tile = 0; tile < want.of_tile.size() && budget >= 0; ++tile) {
    const std::vector<std::size_t>& wanting = want.of_tile[tile];
    if (wanting.empty()) continue;
    array.source.for_each_meeting(
        array.target.box(static_cast<std::int64_t>(tile)),
        [&](std::int64_t source, const map::Box& both) {
          const std::vector<std::size_t>& having = has.of_tile[static_cast<std::size_t>(source)];
          budget -= static_cast<std::int64_t>(having.size() * wanting.size());
          if (budget < 0) return;
          for (const std::size_t b : wanting) {
            for (const std::size_t a : having) overlaps.push_back({b, a, both.size()});
          }
        });
  }
  if (budget < 0) return {};
  std::ranges::sort(overlaps);
  merge_equal(overlaps);
  return overlaps;
}

/// The ranks of both sides, each once.
std::vector<RankClasses::Rank> joined(const SideClasses& has, const SideClasses& want) {
  std::vector<RankClasses::Rank> ranks;
  auto a = has.ranks.begin();
  auto b = want.ranks.begin();
  while (a != has.ranks.end() || b != want.ranks.end()) {
    const bool takes_a = a != has.ranks.end() && (b == want.ranks.end() || a->rank <= b->rank);
    const bool takes_b = b != want.ranks.end() && (a == has.ranks.end() || b->rank <= a->rank);
    RankClasses::Rank& next = ranks.emplace_back();
    next.rank = takes_a ? a->rank : b->rank;
    if (takes_a) next.has = (a++)->number;
    if (takes_b) next.want = (b++)->number;
  }
  return ranks;
}

}  // namespace

std::span<const Overlap> RankClasses::sources(std::size_t want) const {
  const auto range = std::ranges::equal_range(overlaps, want, {}, &Overlap::want);
  return {range.begin(), range.end()};
}

std::int64_t RankClasses::lacked(const Rank& rank) const {
  if (!rank.want) return 0;
  const std::int64_t all = wanted[*rank.want];
  if (!rank.has) return all;
  const auto from = sources(*rank.want);
  const auto own = std::ranges::lower_bound(from, *rank.has, {}, &Overlap::has);
  return own != from.end() && own->has == *rank.has ? all - own->elements : all;
}

std::optional<RankClasses> rank_classes(const Array& array, std::int64_t& budget) {
  auto has = classes_of(array.source, budget);
  if (!has) return {};
  auto want = classes_of(array.target, budget);
  if (!want) return {};
  auto overlaps = overlaps_of(array, *has, *want, budget);
  if (!overlaps) return {};
  return RankClasses{.ranks = joined(*has, *want),
                     .had = std::move(has->elements),
                     .wanted = std::move(want->elements),
                     .overlaps = std::move(*overlaps),
                     .are_apart = are_classes_apart(*has) && are_classes_apart(*want)};
}

}  // namespace tileglot::relayout::reshard
