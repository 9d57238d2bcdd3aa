// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/plan/detail/nest_builder.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/map/refine.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::plan {
namespace {

constexpr int kByteBits = 8;
constexpr int kMaxUnitBits = 128;
constexpr std::int64_t kLineBits = std::int64_t{64} * 8;
/// Below, a loop over runs is worth a kernel.
constexpr std::int64_t kShortRunBits = std::int64_t{32} * 8;
/// One leaf loop moves no more: threads share the strips.
constexpr std::int64_t kStripBits = std::int64_t{256} * 1024 * 8;
/// Below, a strided loop is a plane of rows.
constexpr std::int64_t kTransposeCount = 8;
/// Target lines that stay in the cache while they fill.
constexpr std::int64_t kRowsInFlight = 64;

bool is_run(const Loop& loop) { return loop.is_strided() && loop.step == Move{1, 1}; }

/// Target offsets ascend: entry 0 of a loop is the least.
void ascend(Loop& loop, Move& start) {
  if (loop.walk) return;
  if (loop.table.empty()) {
    if (loop.step.g >= 0) return;
    start = start + loop.step * (loop.count - 1);
    loop.step = loop.step * -1;
    return;
  }
  std::sort(loop.table.begin(), loop.table.end(), [](Move a, Move b) { return a.g < b.g; });
  const Move first = loop.table.front();
  start = start + first;
  for (Move& move : loop.table) move = move - first;
}

/// The longest r such that every block of r entries moves by the first step.
std::int64_t steady_entries(const std::vector<Move>& table, Move step) {
  auto steady = static_cast<std::int64_t>(table.size());
  for (std::size_t i = 1; i < table.size(); ++i) {
    if (table[i] - table[i - 1] != step) steady = std::gcd(steady, static_cast<std::int64_t>(i));
  }
  return steady;
}

/// Strided loops in place of a table, as far as it is one.
void untable(Loop loop, std::vector<Loop>& loops) {
  while (loop.table.size() > 1) {
    const Move step = loop.table[1] - loop.table[0];
    const std::int64_t steady = steady_entries(loop.table, step);
    if (steady == 1) break;
    loops.push_back({.count = steady, .step = step});
    std::vector<Move> rest;
    for (std::size_t i = 0; i < loop.table.size(); i += static_cast<std::size_t>(steady))
      rest.push_back(loop.table[i]);
    loop.table = std::move(rest);
    loop.count = static_cast<std::int64_t>(loop.table.size());
  }
  if (loop.count > 1) loops.push_back(std::move(loop));
}

/// Least distance between two target offsets of a loop. A walk counts as one element.
std::int64_t target_gap(const Loop& loop) {
  if (loop.walk) return 1;
  if (loop.table.empty()) return loop.step.g;
  std::int64_t gap = core::kInt64Max;
  for (std::size_t i = 1; i < loop.table.size(); ++i)
    gap = std::min(gap, loop.table[i].g - loop.table[i - 1].g);
  return gap;
}

/// b continues a: one loop does both.
bool continues(const Loop& a, const Loop& b) {
  return a.is_strided() && b.is_strided() && b.step == a.step * a.count;
}

/// Joins two loops into one; false where no two continue each other.
bool merge_two(std::vector<Loop>& loops) {
  for (Loop& first : loops) {
    const auto second = std::find_if(loops.begin(), loops.end(),
                                     [&](const Loop& l) { return continues(first, l); });
    if (second == loops.end() || &*second == &first) continue;
    first.count *= second->count;
    loops.erase(second);
    return true;
  }
  return false;
}

std::int64_t gcd_of(std::int64_t gcd, Move move) { return std::gcd(std::gcd(gcd, move.f), move.g); }

/// How many elements of a run can be one unit: a power of two that divides all other movements.
std::int64_t widening(const Nest& nest, const Loop& run) {
  std::int64_t gcd = gcd_of(run.count, nest.start);
  for (const Loop& loop : nest.loops) {
    if (loop.walk) return 1;
    if (&loop == &run) continue;
    gcd = gcd_of(gcd, loop.step);
    for (const Move move : loop.table) gcd = gcd_of(gcd, move);
  }
  return std::min(gcd & -gcd, std::int64_t{kMaxUnitBits / nest.unit_bits});
}

Move divided(Move move, std::int64_t by) { return {move.f / by, move.g / by}; }

void widen(Nest& nest) {
  const auto run = std::find_if(nest.loops.begin(), nest.loops.end(), is_run);
  if (run == nest.loops.end()) return;
  const std::int64_t elements = widening(nest, *run);
  nest.unit_bits *= static_cast<int>(elements);
  nest.start = divided(nest.start, elements);
  for (Loop& loop : nest.loops) {
    loop.step = divided(loop.step, elements);
    for (Move& move : loop.table) move = divided(move, elements);
  }
  run->count /= elements;
  run->step = {1, 1};
  if (run->count == 1) nest.loops.erase(run);
}

/// Target in order: the largest gaps outside, the run inside all.
void order(std::vector<Loop>& loops) {
  const auto rank_of = [](const Loop& l) {
    return std::tuple(is_run(l), -target_gap(l), -l.step.f, l.count, l.walk);
  };
  std::sort(loops.begin(), loops.end(),
            [&](const Loop& a, const Loop& b) { return rank_of(a) < rank_of(b); });
}

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

/// The loop becomes strips of `count`, outside; what is left over is the nest returned.
/// Precondition: strided.
std::optional<Nest> strip(Nest& nest, std::size_t at, std::int64_t count) {
  Loop& loop = nest.loops[at];
  if (loop.count <= count) return std::nullopt;
  const std::int64_t strips = loop.count / count;
  const std::int64_t rest = loop.count % count;
  std::optional<Nest> remainder;
  if (rest > 0) {
    remainder = nest;
    remainder->start = nest.start + loop.step * (strips * count);
    remainder->loops[at].count = rest;
  }
  Loop outer{.count = strips, .step = loop.step * count};
  loop.count = count;
  if (strips > 1)
    nest.loops.insert(nest.loops.begin() + static_cast<std::ptrdiff_t>(at), std::move(outer));
  return remainder;
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

/// The loop at `rows`, cut to strips of at most `count`, becomes the last but one.
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
  return kStripBits / 2 / (std::max<std::int64_t>(loop.step.g, 1) * nest.unit_bits);
}

/// Chooses the rows: the loop that is in order in the source, so that lines of both sides stay in
/// the cache; else whatever strided loop is near.
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

Kernel plane_or_transpose(const Nest& nest) {
  const Loop& rows = nest.loops[nest.loops.size() - 2];
  const Loop& columns = nest.loops.back();
  const bool both_long = rows.count >= kTransposeCount && columns.count >= kTransposeCount;
  const bool turns = std::abs(rows.step.f) < std::abs(columns.step.f);
  return both_long && turns && rows.step.f != 0 ? Kernel::kTranspose : Kernel::kPlane;
}

/// The two loops together go through one block without a gap.
bool fills_block(std::int64_t a_count, std::int64_t a_step, std::int64_t b_count,
                 std::int64_t b_step) {
  return (a_step == 1 && b_step == a_count) || (b_step == 1 && a_step == b_count);
}

/// Where a plane is one block of the source and scattered in the target, blocks follow one another
/// in the source. Units below a byte stay in the target's order, so that threads can share them.
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

std::vector<Nest> with_planes(Nest nest) {
  Planes planes = choose_rows(std::move(nest));
  std::vector<Nest> nests = std::move(planes.remainders);
  nests.insert(nests.begin(), std::move(planes.nest));
  for (Nest& each : nests) {
    each.kernel = plane_or_transpose(each);
    order_by_source(each);
  }
  return nests;
}

std::vector<Nest> with_kernel(Nest nest) {
  if (nest.loops.empty()) nest.loops.push_back({.count = 1, .step = {1, 1}});
  const Loop& last = nest.loops.back();
  const bool has_rows = nest.loops.size() > 1 && nearest_strided(nest);
  if (!last.is_strided()) {
    nest.kernel = Kernel::kTable;
  } else if (is_run(last) && (last.count * nest.unit_bits >= kShortRunBits || !has_rows)) {
    nest.kernel = Kernel::kRun;
  } else {
    if (nest.loops.size() == 1) nest.loops.insert(nest.loops.begin(), {.count = 1});
    return with_planes(std::move(nest));
  }
  return {std::move(nest)};
}

}  // namespace

std::vector<Nest> build_nests(Move start, std::vector<Loop> loops, int element_bits) {
  Nest nest{.unit_bits = element_bits, .start = start};
  for (Loop& loop : loops) {
    ascend(loop, nest.start);
    if (loop.table.empty()) {
      nest.loops.push_back(std::move(loop));
    } else {
      untable(std::move(loop), nest.loops);
    }
  }
  while (merge_two(nest.loops)) {
  }
  widen(nest);
  order(nest.loops);

  std::vector<Nest> stripped;
  if (!nest.loops.empty() && nest.loops.back().is_strided()) {
    const std::int64_t count = std::max<std::int64_t>(1, kStripBits / nest.unit_bits);
    if (auto remainder = strip(nest, nest.loops.size() - 1, count))
      stripped = with_kernel(std::move(*remainder));
  }
  std::vector<Nest> nests = with_kernel(std::move(nest));
  std::move(stripped.begin(), stripped.end(), std::back_inserter(nests));
  return nests;
}

}  // namespace tileglot::relayout::plan
