// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/plan/detail/loops.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/map/refine.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::plan {
namespace {

constexpr int kMaxUnitBits = 128;

/// Makes target offsets ascend: entry 0 of a loop is the least.
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

/// Replaces a table by strided loops, as far as possible.
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

/// True if b continues a: one loop can do both.
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

}  // namespace

std::int64_t target_gap(const Loop& loop) {
  if (loop.walk) return 1;
  if (loop.table.empty()) return loop.step.g;
  std::int64_t gap = core::kInt64Max;
  for (std::size_t i = 1; i < loop.table.size(); ++i)
    gap = std::min(gap, loop.table[i].g - loop.table[i - 1].g);
  return gap;
}

Nest simplified(Move start, std::vector<Loop> loops, int element_bits) {
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
  return nest;
}

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

}  // namespace tileglot::relayout::plan
