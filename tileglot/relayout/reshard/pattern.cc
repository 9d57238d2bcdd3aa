// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/reshard/pattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/relayout/reshard/array_pattern.h"
#include "tileglot/relayout/reshard/rank_classes.h"
#include "tileglot/relayout/reshard/resharding.h"

namespace tileglot::relayout::reshard {
namespace {

std::string in_groups(std::int64_t size) {
  return size == 2 ? " in pairs" : fmt::format(" in groups of {}", size);
}

std::string in_each_group(const Pattern& pattern) {
  if (pattern.groups == 1) return {};
  return pattern.group_size == 2 ? " in each pair"
                                 : fmt::format(" in each group of {}", pattern.group_size);
}

struct ArrayMove {
  Pattern pattern;
  std::int64_t bits;
};

std::int64_t lacked_bits(const RankClasses& classes, int element_bits) {
  std::int64_t bits = 0;
  for (const RankClasses::Rank& rank : classes.ranks) {
    bits = core::saturating_add(bits, core::saturating_mul(classes.lacked(rank), element_bits));
  }
  return bits;
}

/// One for each array; nothing where the limit does not suffice.
std::optional<std::vector<ArrayMove>> array_moves(const Resharding& resharding,
                                                  std::int64_t limit) {
  std::vector<ArrayMove> moves;
  std::set<std::int64_t> ranks;
  for (const Array& array : resharding.arrays()) {
    const auto classes = rank_classes(array, limit);
    if (!classes) return {};
    for (const RankClasses::Rank& rank : classes->ranks) ranks.insert(rank.rank);
    moves.push_back({array_pattern(*classes), lacked_bits(*classes, array.element_bits)});
  }
  for (ArrayMove& move : moves) {
    move.pattern.is_whole = move.pattern.groups == 1 &&
                            move.pattern.group_size == static_cast<std::int64_t>(ranks.size());
  }
  return moves;
}

/// Arrays that move nothing are left out where others move.
std::vector<NamedShare> shares_of(const std::vector<ArrayMove>& moves) {
  const bool any_moves = std::ranges::any_of(moves, [](const auto& move) { return move.bits > 0; });
  std::vector<NamedShare> shares;
  double all_bits = 0;
  for (const auto& [pattern, bits] : moves) {
    if (any_moves && bits == 0) continue;
    all_bits += static_cast<double>(bits);
    std::string name = name_of(pattern);
    auto share = std::ranges::find(shares, name, &NamedShare::name);
    if (share == shares.end())
      share = shares.insert(share, {.name = std::move(name), .pattern = pattern});
    share->moved_bits = core::saturating_add(share->moved_bits, bits);
    share->share += static_cast<double>(bits);
  }
  if (!any_moves && shares.size() != 1) return {{.name = name_of(Pattern{})}};
  for (NamedShare& share : shares) share.share = any_moves ? share.share / all_bits : 0;
  std::ranges::sort(shares, [](const NamedShare& a, const NamedShare& b) {
    return a.share != b.share ? a.share > b.share : a.name < b.name;
  });
  return shares;
}

/// Never 0 or 100 of what is only near it.
std::string percent(double share) {
  const auto rounded = static_cast<int>(std::lround(share * 100));
  if (rounded == 0) return "<1 %";
  return rounded == 100 ? ">99 %" : fmt::format("{} %", rounded);
}

}  // namespace

std::string name_of(const Pattern& pattern) {
  const std::string parts = pattern.parts == Parts::kUneven ? " of uneven parts" : "";
  switch (pattern.kind) {
    case PatternKind::kNotExamined: return "not examined";
    case PatternKind::kNothing: return "nothing moves";
    case PatternKind::kSlice: return "a slice: nothing moves";
    case PatternKind::kPermute: return "a permute";
    case PatternKind::kBroadcast: return "a broadcast from one rank" + in_each_group(pattern);
    case PatternKind::kScatter:
      return "a scatter" + parts + " from one rank" + in_each_group(pattern);
    case PatternKind::kGather: return "a gather" + parts + " to one rank" + in_each_group(pattern);
    case PatternKind::kIrregular: return "irregular";
    case PatternKind::kAllGather:
    case PatternKind::kAllToAll:
    case PatternKind::kAllToAllThenAllGather: break;
  }
  const std::string groups = pattern.is_whole ? "" : in_groups(pattern.group_size);
  if (pattern.kind == PatternKind::kAllGather) return "an all-gather" + parts + groups;
  if (pattern.kind == PatternKind::kAllToAll) return "an all-to-all" + parts + groups;
  return "an all-to-all" + parts + ", then an all-gather" + in_groups(pattern.copies) +
         (pattern.is_whole ? "" : fmt::format(", within groups of {}", pattern.group_size));
}

std::vector<NamedShare> patterns_of(const Resharding& resharding, std::int64_t limit) {
  if (const auto moves = array_moves(resharding, limit)) return shares_of(*moves);
  const Pattern unknown{.kind = PatternKind::kNotExamined};
  return {{.name = name_of(unknown), .pattern = unknown}};
}

std::string name_of(const std::vector<NamedShare>& shares) {
  if (shares.size() == 1) return shares.front().name;
  std::string text;
  for (const NamedShare& share : shares) {
    const bool is_first = text.empty();
    text += fmt::format("{}{} ({}{})", is_first ? "" : ", ", share.name, percent(share.share),
                        is_first ? " of the bytes" : "");
  }
  return text;
}

}  // namespace tileglot::relayout::reshard
