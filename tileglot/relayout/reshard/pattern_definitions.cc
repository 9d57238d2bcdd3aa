// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/reshard/pattern_definitions.h"

#include <algorithm>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "tileglot/map/box.h"
#include "tileglot/placement/side.h"
#include "tileglot/relayout/reshard/pattern.h"
#include "tileglot/relayout/reshard/resharding.h"

namespace tileglot::relayout::reshard {
namespace {

using Extents = std::vector<std::int64_t>;
using Elements = std::bitset<256>;

bool contains(const Elements& all, const Elements& some) { return (some & ~all).none(); }

/// Row-major positions of a box in the array.
Elements elements_of(const map::Box& box, const Extents& extents) {
  std::int64_t size = 1;
  for (const std::int64_t extent : extents) size *= extent;
  Elements elements;
  for (std::int64_t n = 0; n < size; ++n) {
    std::int64_t rest = n;
    bool is_in = true;
    for (std::size_t k = extents.size(); k-- > 0; rest /= extents[k]) {
      const std::int64_t x = rest % extents[k];
      is_in = is_in && box.begin[k] <= x && x < box.end[k];
    }
    elements[static_cast<std::size_t>(n)] = is_in;
  }
  return elements;
}

std::vector<Elements> held(const placement::Side& side, std::int64_t ranks) {
  std::vector<Elements> held(static_cast<std::size_t>(ranks));
  for (std::int64_t tile = 0; tile < side.tiles(); ++tile) {
    for (std::int64_t copy = 0; copy < side.copies(tile); ++copy)
      held[static_cast<std::size_t>(side.holder(tile, copy))] |=
          elements_of(side.box(tile), side.extents());
  }
  return held;
}

}  // namespace

Definitions::Definitions(const Resharding& resharding)
    : has_(held(resharding.arrays()[0].source, resharding.ranks())),
      wants_(held(resharding.arrays()[0].target, resharding.ranks())) {
  for (std::size_t rank = 0; rank < has_.size(); ++rank) {
    if (!contains(has_[rank], wants_[rank])) lacking_.push_back(rank);
  }
}

Pattern Definitions::first() const {
  for (const Kind kind :
       {Kind::kSlice, Kind::kNothing, Kind::kPermute, Kind::kBroadcast, Kind::kScatter,
        Kind::kGather, Kind::kAllGather, Kind::kAllToAll, Kind::kAllToAllThenAllGather}) {
    if (holds_in_some_groups(kind, Parts::kEqual)) return {.kind = kind};
  }
  for (const Kind kind : {Kind::kScatter, Kind::kGather, Kind::kAllGather, Kind::kAllToAll,
                          Kind::kAllToAllThenAllGather}) {
    if (holds_in_some_groups(kind, Parts::kUneven)) return {.kind = kind, .parts = Parts::kUneven};
  }
  return {.kind = Kind::kIrregular};
}

bool Definitions::holds_in_some_groups(Kind kind, Parts parts) const {
  for (std::size_t size = 1; size <= has_.size() + 1; ++size) {
    for (std::size_t copies = 1; copies <= size; ++copies) {
      if (holds(kind, parts, size, copies)) return true;
    }
  }
  return false;
}

bool Definitions::holds(const Pattern& pattern) const {
  const auto size = static_cast<std::size_t>(pattern.group_size);
  if (!holds(pattern.kind, pattern.parts, size, static_cast<std::size_t>(pattern.copies)))
    return false;
  const auto groups = static_cast<std::size_t>(pattern.groups);
  switch (pattern.kind) {
    case Kind::kBroadcast:
    case Kind::kScatter: return groups * (size - 1) == lacking_.size();
    case Kind::kGather: return groups == lacking_.size();
    case Kind::kAllGather:
    case Kind::kAllToAll:
    case Kind::kAllToAllThenAllGather: return groups * size == lacking_.size();
    default: return groups == 0 && size == 1;
  }
}

bool Definitions::holds(Kind kind, Parts parts, std::size_t size, std::size_t copies) const {
  const bool is_lacking = !lacking_.empty();
  if (copies != 1 && kind != Kind::kAllToAllThenAllGather) return false;
  switch (kind) {
    case Kind::kNothing: return !is_lacking && !is_slice();
    case Kind::kSlice: return !is_lacking && is_slice();
    case Kind::kPermute: return is_lacking && size == 1 && has_roots(kind, parts, 1);
    case Kind::kBroadcast:
    case Kind::kScatter: return is_lacking && size > 1 && has_roots(kind, parts, size - 1);
    case Kind::kGather: return is_lacking && size > 1 && gathers(parts, size);
    case Kind::kAllGather:
    case Kind::kAllToAll:
    case Kind::kAllToAllThenAllGather:
      return is_lacking && size > 1 && exchange(kind, parts, size, copies);
    default: return true;
  }
}

bool Definitions::is_slice() const {
  bool any = false;
  for (std::size_t rank = 0; rank < has_.size(); ++rank) {
    if (wants_[rank].none()) continue;
    if (wants_[rank] == has_[rank]) return false;
    any = true;
  }
  return any;
}

bool Definitions::lacks(std::size_t rank) const {
  return std::ranges::binary_search(lacking_, rank);
}

bool Definitions::split(const Ranks& ranks, std::size_t size, const Senders& taken,
                        const Place& place) {
  if (ranks.empty()) return true;
  if (size == 0 || ranks.size() % size != 0) return false;
  std::vector<bool> chosen(ranks.size() - 1, false);
  std::fill_n(chosen.begin(), size - 1, true);
  do {
    Ranks group{ranks[0]};
    Ranks rest;
    for (std::size_t i = 1; i < ranks.size(); ++i)
      (chosen[i - 1] ? group : rest).push_back(ranks[i]);
    const auto next = [&](const Senders& more) { return split(rest, size, more, place); };
    if (place(group, taken, next)) return true;
  } while (std::prev_permutation(chosen.begin(), chosen.end()));
  return false;
}

bool Definitions::has_roots(Kind kind, Parts parts, std::size_t receivers) const {
  const bool may_lack = kind == Kind::kPermute;
  return split(lacking_, receivers, {},
               [&](const Ranks& group, const Senders& taken, const Next& next) {
                 if (!may_lack && !are_served_alike(kind, parts, group)) return false;
                 for (std::size_t root = 0; root < has_.size(); ++root) {
                   if (taken[root] || (lacks(root) && !may_lack) || !has_all(root, group)) continue;
                   if (next(Senders(taken).set(root))) return true;
                 }
                 return false;
               });
}

bool Definitions::has_all(std::size_t root, const Ranks& group) const {
  return std::ranges::all_of(group,
                             [&](std::size_t rank) { return contains(has_[root], wants_[rank]); });
}

bool Definitions::are_served_alike(Kind kind, Parts parts, const Ranks& group) const {
  for (const std::size_t a : group) {
    if (parts == Parts::kEqual && wants_[a].count() != wants_[group[0]].count()) return false;
    for (const std::size_t b : group) {
      if (kind == Kind::kBroadcast && wants_[a] != wants_[b]) return false;
      if (kind == Kind::kScatter && a != b && (wants_[a] & wants_[b]).any()) return false;
    }
  }
  return true;
}

bool Definitions::gathers(Parts parts, std::size_t size) const {
  return split(lacking_, 1, {}, [&](const Ranks& group, const Senders& taken, const Next& next) {
    const std::size_t to = group[0];
    const Elements own = wants_[to] & has_[to];
    const std::size_t senders = size - 1;
    const std::size_t count = senders + (own.any() ? 1 : 0);
    if (count < 2) return false;
    std::optional<std::size_t> part;
    if (parts == Parts::kEqual) {
      part = wants_[to].count() / count;
      if (*part * count != wants_[to].count() || (own.any() && own.count() != *part)) return false;
    }
    return sends_parts(wants_[to] & ~own, part, senders, 0, taken, next);
  });
}

bool Definitions::sends_parts(const Elements& rest, std::optional<std::size_t> part,
                              std::size_t senders, std::size_t from, const Senders& taken,
                              const Next& next) const {
  if (senders == 0) return rest.none() && next(taken);
  for (std::size_t rank = from; rank < has_.size(); ++rank) {
    const Elements sent = rest & has_[rank];
    if (taken[rank] || lacks(rank) || sent.none() || (part && sent.count() != *part)) continue;
    if (sends_parts(rest & ~sent, part, senders - 1, rank + 1, Senders(taken).set(rank), next))
      return true;
  }
  return false;
}

bool Definitions::exchange(Kind kind, Parts parts, std::size_t size, std::size_t copies) const {
  return split(lacking_, size, {}, [&](const Ranks& group, const Senders& taken, const Next& next) {
    return has_parts(parts, group) && wants_copies(kind, group, copies) && next(taken);
  });
}

bool Definitions::has_parts(Parts parts, const Ranks& group) const {
  const std::size_t part = (has_[group[0]] & wants_[group[0]]).count();
  for (const std::size_t to : group) {
    Elements all;
    for (const std::size_t from : group) {
      const Elements sent = has_[from] & wants_[to];
      if (sent.none() || (all & sent).any()) return false;
      if (parts == Parts::kEqual && sent.count() != part) return false;
      all |= sent;
    }
    if (all != wants_[to]) return false;
  }
  return true;
}

bool Definitions::wants_copies(Kind kind, const Ranks& group, std::size_t copies) const {
  const std::size_t wanting = kind == Kind::kAllGather ? group.size() : copies;
  if (kind == Kind::kAllToAllThenAllGather && (wanting == 1 || wanting == group.size()))
    return false;
  return std::ranges::all_of(group, [&](std::size_t a) {
    const auto same = [&](std::size_t b) { return wants_[a] == wants_[b]; };
    const auto shares = [&](std::size_t b) { return (wants_[a] & wants_[b]).any(); };
    return static_cast<std::size_t>(std::ranges::count_if(group, same)) == wanting &&
           static_cast<std::size_t>(std::ranges::count_if(group, shares)) == wanting;
  });
}

}  // namespace tileglot::relayout::reshard
