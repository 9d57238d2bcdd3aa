// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/reshard/array_pattern.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/relayout/reshard/family.h"
#include "tileglot/relayout/reshard/pattern.h"
#include "tileglot/relayout/reshard/rank_classes.h"

namespace tileglot::relayout::reshard {
namespace {

class Finder {
 public:
  Finder(const RankClasses& classes, Parts parts)
      : classes_(classes),
        parts_(parts),
        holders_(classes.had.size()),
        idle_holders_(classes.had.size()),
        receivers_(classes.had.size()) {
    std::vector<std::optional<std::size_t>> family_of(classes.wanted.size());
    for (const RankClasses::Rank& rank : classes.ranks) {
      const bool lacks = classes.lacked(rank) > 0;
      if (rank.has) {
        ++holders_[*rank.has];
        if (!lacks) ++idle_holders_[*rank.has];
      }
      if (!lacks) continue;
      std::optional<std::size_t>& family = family_of[*rank.want];
      if (!family) family = family_with(parts_of(*rank.want));
      families_[*family].ranks.push_back(rank);
    }
    for (const Family& family : families_) count_receivers(family);
  }

  Pattern pattern() const {
    if (families_.empty())
      return {.kind = is_slice() ? PatternKind::kSlice : PatternKind::kNothing};
    if (!classes_.are_apart) return {.kind = PatternKind::kIrregular};
    if (has_one_source_each()) return from_one_source();
    using Ask = std::optional<Groups> (Finder::*)() const;
    static constexpr std::pair<PatternKind, Ask> kAsks[] = {
        {PatternKind::kGather, &Finder::gathers},
        {PatternKind::kAllGather, &Finder::all_gathers},
        {PatternKind::kAllToAll, &Finder::all_to_alls},
        {PatternKind::kAllToAllThenAllGather, &Finder::all_to_alls_then_all_gathers}};
    for (const auto& [kind, ask] : kAsks) {
      if (const auto groups = (this->*ask)()) return named(kind, *groups);
    }
    return {.kind = PatternKind::kIrregular};
  }

 private:
  Pattern named(PatternKind kind, const Groups& groups) const {
    return {.kind = kind,
            .group_size = groups.size,
            .groups = groups.count,
            .copies = groups.copies,
            .parts = parts_};
  }

  std::size_t family_with(std::vector<TilePart> parts) {
    const auto [entry, is_new] = numbers_.try_emplace(std::move(parts), families_.size());
    if (is_new) families_.push_back({.parts = entry->first});
    return entry->second;
  }

  void count_receivers(const Family& family) {
    for (const auto& [has, elements] : family.parts) receivers_[has] += family.size();
    for (const RankClasses::Rank& rank : family.ranks) {
      if (family.has_part(rank.has)) --receivers_[*rank.has];
    }
  }

  /// Parts of any size count as one element each: so families do not differ by sizes.
  std::vector<TilePart> parts_of(std::size_t want) const {
    const std::span<const Overlap> sources = classes_.sources(want);
    std::vector<TilePart> parts;
    parts.reserve(sources.size());
    for (const Overlap& overlap : sources)
      parts.emplace_back(overlap.has, parts_ == Parts::kUneven ? 1 : overlap.elements);
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
  template <class Ask>
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

  bool has_one_source_each() const {
    return std::ranges::all_of(families_, &Family::has_one_source);
  }

  /// Each rank wants what one has-class has. Where senders suffice, each sends to one rank.
  Pattern from_one_source() const {
    if (do_senders_suffice(holders_, 1)) return {.kind = PatternKind::kPermute};
    if (const auto groups = broadcasts()) return named(PatternKind::kBroadcast, *groups);
    if (const auto groups = scatters()) return named(PatternKind::kScatter, *groups);
    return {.kind = PatternKind::kIrregular};
  }

  /// Whether there are senders for all receivers, where each serves `receivers` of them.
  bool do_senders_suffice(const std::vector<std::int64_t>& senders, std::int64_t receivers) const {
    for (std::size_t has = 0; has < senders.size(); ++has) {
      if (core::ceil_div(receivers_[has], receivers) > senders[has]) return false;
    }
    return true;
  }

  /// Groups of a root and as few receivers as possible, whose number divides `common`.
  std::optional<Groups> with_roots(std::int64_t common) const {
    for (std::int64_t size = 1; size <= common; ++size) {
      if (common % size != 0 || !do_senders_suffice(idle_holders_, size)) continue;
      Groups groups{.size = 1 + size};
      for (const Family& family : families_) groups.count += family.size() / size;
      return groups;
    }
    return {};
  }

  std::optional<Groups> broadcasts() const {
    std::int64_t common = 0;
    for (const Family& family : families_) {
      for (const auto& [want, copies] : copies_wanted(family)) common = std::gcd(common, copies);
    }
    return with_roots(common);
  }

  std::optional<Groups> scatters() const {
    std::int64_t common = 0;
    for (const Family& family : families_) common = std::gcd(common, family.size());
    const auto groups = with_roots(common);
    if (!groups) return {};
    for (const Family& family : families_) {
      // No root sends a tile twice.
      const std::int64_t roots = family.size() / (groups->size - 1);
      for (const auto& [want, copies] : copies_wanted(family)) {
        if (copies > roots) return {};
      }
    }
    return groups;
  }

  /// How many ranks want each tile.
  static std::map<std::size_t, std::int64_t> copies_wanted(const Family& family) {
    std::map<std::size_t, std::int64_t> copies;
    for (const RankClasses::Rank& rank : family.ranks) ++copies[*rank.want];
    return copies;
  }

  std::optional<Groups> gathers() const {
    if (!do_senders_suffice(idle_holders_, 1)) return {};
    return agreed(gather);
  }
  std::optional<Groups> all_gathers() const { return agreed(all_gather); }
  std::optional<Groups> all_to_alls() const { return agreed(all_to_all); }
  std::optional<Groups> all_to_alls_then_all_gathers() const {
    return agreed(all_to_all_then_all_gather);
  }

  const RankClasses& classes_;
  Parts parts_;
  std::vector<std::int64_t> holders_;
  std::vector<std::int64_t> idle_holders_;  ///< those that lack nothing
  std::vector<std::int64_t> receivers_;     ///< how many ranks lack elements that a has-class has
  std::vector<Family> families_ = {};
  std::map<std::vector<TilePart>, std::size_t> numbers_ = {};  ///< of families
};

}  // namespace

Pattern array_pattern(const RankClasses& classes) {
  const Pattern equal = Finder(classes, Parts::kEqual).pattern();
  if (equal.kind != PatternKind::kIrregular) return equal;
  return Finder(classes, Parts::kUneven).pattern();
}

}  // namespace tileglot::relayout::reshard
