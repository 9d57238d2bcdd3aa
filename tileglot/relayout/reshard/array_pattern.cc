// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/reshard/array_pattern.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/relayout/reshard/pattern.h"
#include "tileglot/relayout/reshard/rank_classes.h"

namespace tileglot::relayout::reshard {
namespace {

/// A has-class, and how many elements of a target tile it has.
using TilePart = std::pair<std::size_t, std::int64_t>;

/// Ranks that lack elements of tiles with these parts. Of tiles that one has-class has whole, the size
/// does not count.
struct Family {
  std::vector<TilePart> parts = {};  ///< ascending
  std::vector<RankClasses::Rank> ranks = {};

  std::size_t source() const { return parts.front().first; }
  std::int64_t size() const { return static_cast<std::int64_t>(ranks.size()); }
  bool has_one_source() const { return parts.size() == 1; }
  /// Two parts or more, and all are equal.
  bool has_equal_parts() const {
    return parts.size() > 1 && std::ranges::all_of(parts, [&](const TilePart& part) {
             return part.second == parts.front().second;
           });
  }
  bool has_part(std::optional<std::size_t> has) const {
    return has && std::ranges::binary_search(parts, *has, {}, &TilePart::first);
  }
};

struct Groups {
  std::int64_t size = 1;
  std::int64_t count = 0;
  std::int64_t copies = 1;
};

/// How many ranks of a family have each part, want each tile, and both.
struct Counts {
  std::map<std::size_t, std::int64_t> having = {};
  std::map<std::size_t, std::int64_t> wanting = {};
  std::map<std::pair<std::size_t, std::size_t>, std::int64_t> both = {};
};

/// Nothing where parts differ in size, or are not had by equally many ranks of the family.
std::optional<Counts> counts_of(const Family& family) {
  if (!family.has_equal_parts()) return {};
  Counts counts;
  for (const RankClasses::Rank& rank : family.ranks) {
    if (!family.has_part(rank.has)) return {};
    ++counts.having[*rank.has];
    ++counts.wanting[*rank.want];
    ++counts.both[{*rank.has, *rank.want}];
  }
  const auto parts = static_cast<std::int64_t>(family.parts.size());
  const auto is_share = [&](const auto& entry) { return entry.second * parts == family.size(); };
  if (counts.having.size() != family.parts.size()) return {};
  if (!std::ranges::all_of(counts.having, is_share)) return {};
  return counts;
}

std::optional<Groups> all_gather(const Family& family) {
  const auto counts = counts_of(family);
  if (!counts) return {};
  const auto parts = static_cast<std::int64_t>(family.parts.size());
  if (counts->both.size() != counts->having.size() * counts->wanting.size()) return {};
  for (const auto& [classes, ranks] : counts->both) {
    if (ranks * parts != counts->wanting.at(classes.second)) return {};
  }
  return Groups{.size = parts, .count = family.size() / parts};
}

std::optional<Groups> all_to_all(const Family& family) {
  const auto counts = counts_of(family);
  if (!counts) return {};
  const auto parts = static_cast<std::int64_t>(family.parts.size());
  const std::int64_t groups = family.size() / parts;
  const auto fits = [&](const auto& entry) { return entry.second <= groups; };
  if (!std::ranges::all_of(counts->wanting, fits)) return {};
  return Groups{.size = parts, .count = groups};
}

std::optional<Groups> all_to_all_then_all_gather(const Family& family) {
  const auto counts = counts_of(family);
  if (!counts) return {};
  const auto parts = static_cast<std::int64_t>(family.parts.size());
  const auto tiles = static_cast<std::int64_t>(counts->wanting.size());
  const auto is_share = [&](const auto& entry) { return entry.second * tiles == family.size(); };
  if (tiles == 1 || tiles == parts || parts % tiles != 0) return {};
  if (!std::ranges::all_of(counts->wanting, is_share)) return {};
  return Groups{.size = parts, .count = family.size() / parts, .copies = parts / tiles};
}

class Finder {
 public:
  explicit Finder(const RankClasses& classes)
      : classes_(classes), holders_(classes.had.size()), idle_holders_(classes.had.size()) {
    std::map<std::vector<TilePart>, std::vector<RankClasses::Rank>> families;
    for (const RankClasses::Rank& rank : classes.ranks) {
      const bool lacks = classes.lacked(rank) > 0;
      if (rank.has) {
        ++holders_[*rank.has];
        if (!lacks) ++idle_holders_[*rank.has];
      }
      if (lacks) families[parts_of(*rank.want)].push_back(rank);
    }
    for (auto& [parts, ranks] : families) families_.push_back({parts, std::move(ranks)});
  }

  Pattern pattern() const {
    if (families_.empty())
      return {.kind = is_slice() ? PatternKind::kSlice : PatternKind::kNothing};
    if (!classes_.are_apart) return {.kind = PatternKind::kIrregular};
    using Kind = PatternKind;
    const std::pair<Kind, Ask> kinds[] = {
        {Kind::kPermute, [&](const Family& f) { return permute(f); }},
        {Kind::kBroadcast, [&](const Family& f) { return broadcast(f); }},
        {Kind::kScatter, [&](const Family& f) { return scatter(f); }},
        {Kind::kGather, [&](const Family& f) { return gather(f); }},
        {Kind::kAllGather, all_gather},
        {Kind::kAllToAll, all_to_all},
        {Kind::kAllToAllThenAllGather, all_to_all_then_all_gather}};
    for (const auto& [kind, ask] : kinds) {
      if (const auto groups = agreed(ask)) {
        return {.kind = kind,
                .group_size = groups->size,
                .groups = groups->count,
                .copies = groups->copies};
      }
    }
    return {.kind = Kind::kIrregular};
  }

 private:
  using Ask = std::function<std::optional<Groups>(const Family&)>;

  std::vector<TilePart> parts_of(std::size_t want) const {
    const std::span<const Overlap> sources = classes_.sources(want);
    if (sources.size() == 1) return {{sources.front().has, 0}};
    std::vector<TilePart> parts;
    for (const Overlap& overlap : sources) parts.emplace_back(overlap.has, overlap.elements);
    return parts;
  }

  /// Whether each rank that wants anything has more. Precondition: no rank lacks anything.
  bool is_slice() const {
    bool any = false;
    for (const RankClasses::Rank& rank : classes_.ranks) {
      if (!rank.want) continue;
      if (classes_.wanted[*rank.want] == classes_.had[*rank.has]) return false;
      any = true;
    }
    return any;
  }

  /// The groups of all families, where each has some and their sizes are equal.
  std::optional<Groups> agreed(const Ask& ask) const {
    std::optional<Groups> all;
    for (const Family& family : families_) {
      const auto groups = ask(family);
      if (!groups) return {};
      if (all && (all->size != groups->size || all->copies != groups->copies)) return {};
      const std::int64_t before = all ? all->count : 0;
      all = groups;
      all->count += before;
    }
    return all;
  }

  std::optional<Groups> permute(const Family& family) const {
    if (!family.has_one_source() || family.size() > holders_[family.source()]) return {};
    return Groups{};
  }

  /// From as many roots as share the receivers evenly: all, or one.
  std::optional<Groups> from_roots(const Family& family) const {
    const std::int64_t idle = idle_holders_[family.source()];
    if (idle == 0) return {};
    const std::int64_t roots = family.size() % idle == 0 ? idle : 1;
    return Groups{.size = 1 + family.size() / roots, .count = roots};
  }

  std::optional<Groups> broadcast(const Family& family) const {
    const auto wants_the_same = [&](const RankClasses::Rank& rank) {
      return rank.want == family.ranks.front().want;
    };
    if (!family.has_one_source() || !std::ranges::all_of(family.ranks, wants_the_same)) return {};
    return from_roots(family);
  }

  std::optional<Groups> scatter(const Family& family) const {
    if (!family.has_one_source()) return {};
    const std::int64_t elements = classes_.wanted[*family.ranks.front().want];
    std::set<std::size_t> wants;
    for (const RankClasses::Rank& rank : family.ranks) {
      if (!wants.insert(*rank.want).second || classes_.wanted[*rank.want] != elements) return {};
    }
    return from_roots(family);
  }

  std::optional<Groups> gather(const Family& family) const {
    if (!family.has_equal_parts() || family.size() > 1) return {};
    const auto own = family.ranks.front().has;
    for (const auto& [has, elements] : family.parts) {
      if (has != own && idle_holders_[has] == 0) return {};
      if (is_shared(has)) return {};
    }
    const auto parts = static_cast<std::int64_t>(family.parts.size());
    return Groups{.size = family.has_part(own) ? parts : parts + 1, .count = 1};
  }

  /// Whether ranks of two families lack elements of a has-class.
  bool is_shared(std::size_t has) const {
    return std::ranges::count_if(families_,
                                 [&](const Family& family) { return family.has_part(has); }) > 1;
  }

  const RankClasses& classes_;
  std::vector<std::int64_t> holders_;
  std::vector<std::int64_t> idle_holders_;  ///< those that lack nothing
  std::vector<Family> families_ = {};
};

}  // namespace

Pattern array_pattern(const RankClasses& classes) { return Finder(classes).pattern(); }

}  // namespace tileglot::relayout::reshard
