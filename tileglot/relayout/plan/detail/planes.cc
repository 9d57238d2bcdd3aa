// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/plan/detail/planes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/relayout/plan/detail/loops.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::plan {
namespace {

/// Half of a core's second-level cache.
constexpr std::int64_t kNearBits = std::int64_t{128} * 1024 * kByteBits;
/// Below this count, a strided loop is a plane of rows.
constexpr std::int64_t kTransposeCount = 8;
/// Target lines that stay in the cache while they fill.
constexpr std::int64_t kRowsInFlight = 64;

/// The strided loop that moves least in the source, other than the last one.
std::optional<std::size_t> source_loop(const Nest& nest) {
  std::optional<std::size_t> least;
  for (std::size_t i = 0; i + 1 < nest.loops.size(); ++i) {
    const Loop& loop = nest.loops[i];
    if (!loop.is_strided() || loop.step.f == 0) continue;
    if (!least || std::abs(loop.step.f) <= std::abs(nest.loops[*least].step.f)) least = i;
  }
  return least;
}

void move_loop(std::vector<Loop>& loops, std::size_t from, std::size_t to) {
  Loop loop = std::move(loops[from]);
  loops.erase(loops.begin() + static_cast<std::ptrdiff_t>(from));
  loops.insert(loops.begin() + static_cast<std::ptrdiff_t>(to), std::move(loop));
}

/// The strided loop nearest to the last one, if any.
std::optional<std::size_t> nearest_strided(const Nest& nest) {
  for (std::size_t i = nest.loops.size() - 1; i-- > 0;) {
    if (nest.loops[i].is_strided()) return i;
  }
  return std::nullopt;
}

/// A nest whose last two loops will be a kernel's rows and columns, and remainders.
struct Planes {
  Nest nest;
  std::vector<Nest> remainders = {};
};

/// The loop at `rows`, cut to strips of at most `count`, becomes the second to last.
Planes with_rows(Nest nest, std::size_t rows, std::int64_t count) {
  Planes planes;
  const std::size_t before = nest.loops.size();
  std::optional<Nest> remainder = strip(nest, rows, count);
  const std::size_t at = rows + nest.loops.size() - before;
  move_loop(nest.loops, at, nest.loops.size() - 2);
  if (remainder) {
    move_loop(remainder->loops, rows, before - 2);
    planes.remainders.push_back(std::move(*remainder));
  }
  planes.nest = std::move(nest);
  return planes;
}

/// How many entries keep the part of the target that they touch in the cache.
std::int64_t entries_in_cache(const Nest& nest, const Loop& loop) {
  return kNearBits / (std::max<std::int64_t>(loop.step.g, 1) * nest.unit_bits);
}

/// Chooses the rows: the loop that is in order in the source, so that lines of both sides stay in
/// the cache; else any strided loop that is near.
Planes choose_rows(Nest nest) {
  const Loop& last = nest.loops.back();
  const std::size_t next = nest.loops.size() - 2;
  const std::optional<std::size_t> inner = source_loop(nest);
  if (inner && std::abs(nest.loops[*inner].step.f) < std::abs(last.step.f)) {
    const bool fills_lines = last.count * nest.unit_bits >= kLineBits;
    const std::int64_t count = fills_lines || *inner == next ? core::kInt64Max : kRowsInFlight;
    return with_rows(std::move(nest), *inner, count);
  }
  const std::optional<std::size_t> near = nearest_strided(nest);
  const std::int64_t count = near ? entries_in_cache(nest, nest.loops[*near]) : 0;
  if (near && (*near == next || count >= kTransposeCount)) {
    return with_rows(std::move(nest), *near, *near == next ? core::kInt64Max : count);
  }
  nest.loops.insert(nest.loops.end() - 1, {.count = 1});
  return {std::move(nest)};
}

Kernel plane_or_blocked(const Nest& nest) {
  const Loop& rows = nest.loops[nest.loops.size() - 2];
  const Loop& columns = nest.loops.back();
  const bool both_long = rows.count >= kTransposeCount && columns.count >= kTransposeCount;
  const bool transposes = std::abs(rows.step.f) < std::abs(columns.step.f);
  return both_long && transposes && rows.step.f != 0 ? Kernel::kBlockedPlane : Kernel::kPlane;
}

/// True if the two loops together go through one block without a gap.
bool fills_block(std::int64_t a_count, std::int64_t a_step, std::int64_t b_count,
                 std::int64_t b_step) {
  return (a_step == 1 && b_step == a_count) || (b_step == 1 && a_step == b_count);
}

/// Where a plane is one block of the source and scattered in the target, blocks are consecutive in
/// the source. Units below a byte stay in the target's order, so that threads can share them.
void order_by_source(Nest& nest) {
  const Loop& rows = nest.loops[nest.loops.size() - 2];
  const Loop& columns = nest.loops.back();
  const auto outer_end = nest.loops.end() - 2;
  const bool is_strided = std::all_of(nest.loops.begin(), outer_end,
                                      [](const Loop& loop) { return loop.is_strided(); });
  if (nest.kernel != Kernel::kPlane || nest.unit_bits < kByteBits || !is_strided) return;
  if (!fills_block(rows.count, rows.step.f, columns.count, columns.step.f)) return;
  if (fills_block(rows.count, rows.step.g, columns.count, columns.step.g)) return;
  const auto rank_of = [](const Loop& l) { return std::tuple(-std::abs(l.step.f), -l.step.g); };
  std::sort(nest.loops.begin(), outer_end,
            [&](const Loop& a, const Loop& b) { return rank_of(a) < rank_of(b); });
}

}  // namespace

std::vector<Nest> with_planes(Nest nest) {
  if (nest.loops.size() == 1) nest.loops.insert(nest.loops.begin(), {.count = 1});
  Planes planes = choose_rows(std::move(nest));
  std::vector<Nest> nests = std::move(planes.remainders);
  nests.insert(nests.begin(), std::move(planes.nest));
  for (Nest& each : nests) {
    each.kernel = plane_or_blocked(each);
    order_by_source(each);
  }
  return nests;
}

}  // namespace tileglot::relayout::plan
