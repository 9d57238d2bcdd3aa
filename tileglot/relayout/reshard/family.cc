// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/reshard/family.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "tileglot/relayout/reshard/rank_classes.h"

namespace tileglot::relayout::reshard {
namespace {

/// How many ranks of a family have each part, want each tile, and both.
struct FamilyCounts {
  std::map<std::size_t, std::int64_t> having = {};
  std::map<std::size_t, std::int64_t> wanting = {};
  std::map<std::pair<std::size_t, std::size_t>, std::int64_t> both = {};
};

/// Nothing where parts differ in size, or are not had by equally many ranks of the family.
std::optional<FamilyCounts> counts_of(const Family& family) {
  if (!family.has_equal_parts()) return {};
  FamilyCounts counts;
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

}  // namespace

std::optional<Groups> gather(const Family& family) {
  if (!family.has_equal_parts()) return {};
  const bool has_own = family.has_part(family.ranks.front().has);
  for (const RankClasses::Rank& rank : family.ranks) {
    if (family.has_part(rank.has) != has_own) return {};
  }
  const auto parts = static_cast<std::int64_t>(family.parts.size());
  return Groups{.size = has_own ? parts : parts + 1, .count = family.size()};
}

std::optional<Groups> all_gather(const Family& family) {
  const auto counts = counts_of(family);
  if (!counts) return {};
  const auto parts = static_cast<std::int64_t>(family.parts.size());
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

}  // namespace tileglot::relayout::reshard
