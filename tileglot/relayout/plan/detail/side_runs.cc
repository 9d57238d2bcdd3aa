// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/plan/detail/side_runs.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace tileglot::relayout::plan {
namespace {

/// Runs beyond this are counted, not merged.
constexpr std::size_t kMostListed = 512;

std::vector<std::int64_t> offsets_of(const Loop& loop, Side side) {
  std::vector<std::int64_t> offsets;
  for (std::int64_t i = 0; i < loop.count; ++i) {
    const bool has_entry = !loop.table.empty();
    offsets.push_back(has_entry ? loop.table[static_cast<std::size_t>(i)].*side
                                : loop.step.*side * i);
  }
  return offsets;
}

struct Run {
  std::int64_t begin = 0;
  std::int64_t length = 1;
};

std::vector<Run> merged(std::vector<Run> runs, std::int64_t widest_gap) {
  std::sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) { return a.begin < b.begin; });
  std::size_t last = 0;
  for (std::size_t i = 1; i < runs.size(); ++i) {
    const std::int64_t end = runs[last].begin + runs[last].length;
    if (runs[i].begin - end <= std::min(widest_gap, runs[last].length)) {
      runs[last].length = std::max(end, runs[i].begin + runs[i].length) - runs[last].begin;
    } else {
      runs[++last] = runs[i];
    }
  }
  runs.resize(last + 1);
  return runs;
}

/// The runs that one entry of a loop after the other shifts.
std::vector<Run> repeated(const std::vector<Run>& runs, const Loop& loop, Side side,
                          std::int64_t widest_gap) {
  std::vector<Run> all;
  for (const std::int64_t offset : offsets_of(loop, side)) {
    for (const Run& run : runs) all.push_back({run.begin + offset, run.length});
  }
  return merged(std::move(all), widest_gap);
}

}  // namespace

std::int64_t least_step(const Loop& loop, Side side) {
  if (loop.table.empty()) return loop.step.*side;
  std::vector<std::int64_t> offsets = offsets_of(loop, side);
  std::sort(offsets.begin(), offsets.end());
  std::int64_t least = 0;
  for (std::size_t i = 1; i < offsets.size(); ++i) {
    const std::int64_t step = offsets[i] - offsets[i - 1];
    if (step > 0 && (least == 0 || step < least)) least = step;
  }
  return least;
}

SideRuns runs_of(std::span<const Loop* const> loops, Side side, int unit_bits) {
  std::vector<std::pair<std::int64_t, const Loop*>> by_step;
  for (const Loop* loop : loops) by_step.emplace_back(least_step(*loop, side), loop);
  std::sort(by_step.begin(), by_step.end());
  const std::int64_t widest_gap = kGapBits / unit_bits;
  std::vector<Run> runs{{}};
  SideRuns result;
  for (const auto& [step, loop] : by_step) {
    const Run& first = runs.front();
    const bool joins = runs.size() == 1 && loop->is_strided() &&
                       step - first.length <= std::min(widest_gap, first.length);
    if (joins) {
      runs.front().length += (loop->count - 1) * step;
    } else if (static_cast<std::int64_t>(runs.size()) * loop->count <=
               static_cast<std::int64_t>(kMostListed)) {
      runs = repeated(runs, *loop, side, widest_gap);
    } else {
      result.number *= static_cast<double>(loop->count);
    }
  }
  std::int64_t length = 0;
  for (const Run& run : runs) length += run.length;
  result.number *= static_cast<double>(runs.size());
  result.length = static_cast<double>(length) / static_cast<double>(runs.size());
  return result;
}

}  // namespace tileglot::relayout::plan
