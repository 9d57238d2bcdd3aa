// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/plan/detail/gaps.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "tileglot/relayout/plan/detail/loops.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::plan {
namespace {

/// Gaps that are no further apart than this are zeroed with everything between them: streaming
/// whole lines takes less time than storing a part of each.
constexpr std::int64_t kNearBits = 4 * kLineBits;

/// The target bits of a nest: bits [begin, begin + run) and their copies by each loop.
struct Part {
  std::int64_t begin = 0;
  std::int64_t run = 0;
  std::vector<GapLoop> loops = {};  ///< largest step first

  std::int64_t end() const {
    std::int64_t end = begin + run;
    for (const GapLoop& loop : loops) end += (loop.count - 1) * loop.step_bits;
    return end;
  }
};

/// The target's side of a loop, unless its entries are not evenly spaced.
std::optional<GapLoop> target_side(const Loop& loop, int unit_bits) {
  if (loop.walk) return std::nullopt;
  if (loop.table.empty()) return GapLoop{loop.count, loop.step.g * unit_bits};
  const std::int64_t step = loop.table[1].g - loop.table[0].g;
  for (std::size_t i = 1; i < loop.table.size(); ++i) {
    if (loop.table[i].g - loop.table[i - 1].g != step) return std::nullopt;
  }
  return GapLoop{loop.count, step * unit_bits};
}

/// Inner loops without gaps become the run.
void join_run(Part& part) {
  std::sort(part.loops.begin(), part.loops.end(), [](const GapLoop& a, const GapLoop& b) {
    return std::tuple(-a.step_bits, a.count) < std::tuple(-b.step_bits, b.count);
  });
  while (!part.loops.empty() && part.loops.back().step_bits == part.run) {
    part.run *= part.loops.back().count;
    part.loops.pop_back();
  }
}

std::optional<Part> part_of(const Nest& nest) {
  Part part{nest.start.g * nest.unit_bits, nest.unit_bits};
  for (const Loop& loop : nest.loops) {
    if (loop.count == 1 && loop.is_strided()) continue;
    const std::optional<GapLoop> side = target_side(loop, nest.unit_bits);
    if (!side) return std::nullopt;
    part.loops.push_back(*side);
  }
  join_run(part);
  return part;
}

std::optional<std::vector<Part>> parts_of(const std::vector<Nest>& nests) {
  std::vector<Part> parts;
  parts.reserve(nests.size());
  for (const Nest& nest : nests) {
    std::optional<Part> part = part_of(nest);
    if (!part) return std::nullopt;
    parts.push_back(*std::move(part));
  }
  return parts;
}

class GapFinder {
 public:
  /// The gaps of [begin, end) between parts within it.
  void find(std::vector<Part> parts, std::int64_t begin, std::int64_t end) {
    std::sort(parts.begin(), parts.end(),
              [](const Part& a, const Part& b) { return a.begin < b.begin; });
    for (auto first = parts.begin(); first != parts.end();) {
      auto last = first;
      std::int64_t group_end = first->begin;
      for (; last != parts.end() && (last == first || last->begin < group_end); ++last)
        group_end = std::max(group_end, last->end());
      add(begin, first->begin);
      find_in_group({first, last}, group_end);
      begin = group_end;
      first = last;
    }
    add(begin, end);
  }

  std::vector<Gap> take() { return std::move(gaps_); }

 private:
  void add(std::int64_t begin, std::int64_t end) {
    if (begin < end) gaps_.push_back({begin, end - begin, around_});
  }

  /// Parts that overlap: one iteration of the loop that they share, and the gaps between its
  /// iterations.
  void find_in_group(std::vector<Part> group, std::int64_t end) {
    const std::int64_t begin = group.front().begin;
    if (group.size() == 1 && group.front().loops.empty()) return;
    if (std::any_of(group.begin(), group.end(), [](const Part& p) { return p.loops.empty(); }))
      return add(begin, end);
    const GapLoop shared = group.front().loops.front();
    std::int64_t round_end = begin;
    bool nests = shared.step_bits >= kNearBits;
    for (Part& part : group) {
      nests = nests && part.loops.front() == shared;
      part.loops.erase(part.loops.begin());
      round_end = std::max(round_end, part.end());
    }
    if (!nests || round_end > begin + shared.step_bits) return add(begin, end);
    around_.push_back(shared);
    find(std::move(group), begin, round_end);
    --around_.back().count;
    add(round_end, begin + shared.step_bits);
    around_.pop_back();
  }

  std::vector<GapLoop> around_;
  std::vector<Gap> gaps_;
};

}  // namespace

std::vector<Gap> gaps_of(const std::vector<Nest>& nests, std::int64_t target_bits) {
  std::optional<std::vector<Part>> parts = parts_of(nests);
  if (!parts) return {{0, target_bits, {}}};
  GapFinder finder;
  finder.find(*std::move(parts), 0, target_bits);
  return finder.take();
}

}  // namespace tileglot::relayout::plan
