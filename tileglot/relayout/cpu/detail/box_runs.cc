// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/detail/box_runs.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tileglot::relayout::cpu {
namespace {

/// Gaps up to this size are read along with the runs around them, if there are more units than
/// gaps.
constexpr std::int64_t kGapBytes = 64;
/// Shorter lines of a transpose cost more than a shuffle.
constexpr std::int64_t kTransposeBytes = 16;
/// So do parts of runs with fewer units.
constexpr std::int64_t kTransposeUnits = 4;
/// Lines of a buffer that are a multiple of this apart share a few sets of the first-level cache.
constexpr std::int64_t kCollidingBytes = 512;
constexpr std::int64_t kLineBytes = 64;

using BoxLoops = std::vector<BoxLoop>;
using Split = BoxSplit;
using Side = std::int64_t BoxLoop::*;

void sort_by(BoxLoops& loops, Side side) {
  std::sort(loops.begin(), loops.end(),
            [&](const BoxLoop& a, const BoxLoop& b) { return a.*side < b.*side; });
}

/// The offsets where runs begin: every combination of the loops, the first fastest.
std::vector<std::int64_t> offsets_of(const BoxLoops& loops, Side side) {
  std::vector<std::int64_t> offsets{0};
  for (const BoxLoop& loop : loops) {
    const std::size_t inner = offsets.size();
    for (std::int64_t i = 1; i < loop.count; ++i) {
      for (std::size_t k = 0; k < inner; ++k) offsets.push_back(offsets[k] + i * loop.*side);
    }
  }
  return offsets;
}

Split split_at(const BoxLoops& loops, std::size_t count) {
  const auto at = loops.begin() + static_cast<std::ptrdiff_t>(count);
  return {BoxLoops(loops.begin(), at), BoxLoops(at, loops.end())};
}

bool joins_source(const BoxLoop& loop, std::int64_t run_bytes) {
  return loop.source <= run_bytes + kGapBytes && loop.source <= 2 * run_bytes;
}

/// Sets the length of the source's runs, and the position of each loop in the buffer.
Split split_source(BoxLoops loops, std::int64_t& bytes) {
  sort_by(loops, &BoxLoop::source);
  std::size_t count = 0;
  for (; count < loops.size() && joins_source(loops[count], bytes); ++count) {
    loops[count].buffer = loops[count].source;
    bytes += (loops[count].count - 1) * loops[count].source;
  }
  std::int64_t step = bytes;
  for (std::size_t i = count; i < loops.size(); ++i) {
    loops[i].buffer = step;
    step *= loops[i].count;
  }
  return split_at(loops, count);
}

/// The same for the target, which has no bytes between units.
Split split_target(BoxLoops loops, std::int64_t& bytes) {
  sort_by(loops, &BoxLoop::target);
  std::size_t count = 0;
  for (; count < loops.size() && loops[count].target == bytes; ++count) bytes *= loops[count].count;
  return split_at(loops, count);
}

std::int64_t units_of(const BoxLoops& loops) {
  std::int64_t units = 1;
  for (const BoxLoop& loop : loops) units *= loop.count;
  return units;
}

bool has(const BoxLoops& loops, const BoxLoop& loop) {
  return std::any_of(loops.begin(), loops.end(), [&](const BoxLoop& other) {
    return other.source == loop.source && other.target == loop.target;
  });
}

/// The loops that are in a run of neither side.
BoxLoops times_of(const Split& source, const Split& target) {
  BoxLoops times;
  for (const BoxLoop& loop : target.others) {
    if (!has(source.run, loop)) times.push_back(loop);
  }
  return times;
}

/// The part of the source's runs that is in no run of the target.
Split apart_from(const Split& source, const Split& target, std::int64_t unit_bytes) {
  std::size_t count = 0;
  for (std::int64_t run = unit_bytes; count < source.run.size(); ++count) {
    const BoxLoop& loop = source.run[count];
    if (has(target.run, loop) || loop.source != run) break;
    run *= loop.count;
  }
  return split_at(source.run, count);
}

BoxLoops joined(BoxLoops loops, const BoxLoops& more) {
  loops.insert(loops.end(), more.begin(), more.end());
  return loops;
}

/// The lines and the target runs of a transpose.
struct Plane {
  Split lines;
  Split to;
  std::int64_t line_bytes = 1;
  std::int64_t target_bytes = 1;

  std::int64_t shorter() const { return std::min(line_bytes, target_bytes); }
};

/// Cuts the run of the target before the first loop that is in the first `count` of the source's.
Plane cut_plane(const Split& source, const Split& target, std::size_t count,
                std::int64_t unit_bytes) {
  Split lines = split_at(source.run, count);
  std::size_t columns = 0;
  while (columns < target.run.size() && !has(lines.run, target.run[columns])) ++columns;
  Split to = split_at(target.run, columns);
  to.others = joined(std::move(to.others), target.others);
  const std::int64_t line_bytes = units_of(lines.run) * unit_bytes;
  const std::int64_t target_bytes = units_of(to.run) * unit_bytes;
  return {std::move(lines), std::move(to), line_bytes, target_bytes};
}

/// The plane whose shorter lines are the longest.
Plane best_plane(const Split& source, const Split& target, std::int64_t unit_bytes) {
  Plane best;
  std::int64_t run = unit_bytes;
  for (std::size_t i = 0; i < source.run.size() && source.run[i].source == run; ++i) {
    run *= source.run[i].count;
    Plane plane = cut_plane(source, target, i + 1, unit_bytes);
    if (plane.shorter() > best.shorter()) best = std::move(plane);
  }
  return best;
}

}  // namespace

BoxShape::BoxShape(std::vector<BoxLoop> box, std::int64_t unit_bytes, Shuffles shuffles)
    : source{unit_bytes}, target{unit_bytes} {
  const Split from = split_source(std::move(box), source.bytes);
  const Split to = split_target(joined(from.run, from.others), target.bytes);
  const Split lines = apart_from(from, to, unit_bytes);
  const std::int64_t line_bytes = units_of(lines.run) * unit_bytes;
  if (std::min(line_bytes, target.bytes) >= kTransposeBytes && unit_bytes < 16) {
    source.bytes = line_bytes;
    set_transpose(lines, to);
    return;
  }
  const Plane plane = best_plane(from, to, unit_bytes);
  const std::int64_t shortest = std::max(kTransposeBytes, kTransposeUnits * unit_bytes);
  if (shuffles == Shuffles::kBlocks && plane.shorter() >= shortest && unit_bytes < 16) {
    source.bytes = plane.line_bytes;
    target.bytes = plane.target_bytes;
    set_transpose(plane.lines, plane.to);
  } else {
    set_shuffle(from, to);
  }
}

/// Source runs in the target's order are the lines of a transpose.
void BoxShape::set_transpose(const BoxSplit& lines, const BoxSplit& to) {
  const BoxLoops times = times_of(lines, to);
  transpose = BoxTranspose{units_of(lines.run), units_of(to.run), units_of(times)};
  pitch = source.bytes % kCollidingBytes == 0 ? source.bytes + kLineBytes : source.bytes;
  source.offsets = offsets_of(joined(to.run, times), &BoxLoop::source);
  target.offsets = offsets_of(joined(lines.run, times), &BoxLoop::target);
}

void BoxShape::set_shuffle(const BoxSplit& from, const BoxSplit& to) {
  pitch = source.bytes;
  source.offsets = offsets_of(from.others, &BoxLoop::source);
  target.offsets = offsets_of(to.others, &BoxLoop::target);
  for (const BoxLoop& loop : joined(to.run, to.others)) loops.push_back({loop.count, loop.buffer});
}

}  // namespace tileglot::relayout::cpu
