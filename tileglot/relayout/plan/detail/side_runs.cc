// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/plan/detail/side_runs.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
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
  std::int64_t units = 1;
};

std::vector<Run> merged(std::vector<Run> runs, std::int64_t widest_gap) {
  std::sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) { return a.begin < b.begin; });
  std::size_t last = 0;
  for (std::size_t i = 1; i < runs.size(); ++i) {
    Run& run = runs[last];
    const std::int64_t end = std::max(run.begin + run.length, runs[i].begin + runs[i].length);
    const bool is_near = runs[i].begin - (run.begin + run.length) <= widest_gap;
    if (is_near && end - run.begin <= 2 * (run.units + runs[i].units)) {
      run.length = end - run.begin;
      run.units += runs[i].units;
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
    for (const Run& run : runs) all.push_back({run.begin + offset, run.length, run.units});
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

SideRuns runs_of(std::vector<SteppedLoop> loops, Side side, int unit_bits) {
  std::sort(loops.begin(), loops.end(),
            [](const SteppedLoop& a, const SteppedLoop& b) { return a.step < b.step; });
  const std::int64_t widest_gap = kGapBits / unit_bits;
  std::vector<Run> runs{{}};
  SideRuns result;
  for (const auto& [loop, step] : loops) {
    Run& first = runs.front();
    const bool joins = runs.size() == 1 && loop->is_strided() && step > 0 &&
                       step - first.length <= std::min(widest_gap, first.length);
    if (joins) {
      first.length += (loop->count - 1) * step;
      first.units *= loop->count;
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
