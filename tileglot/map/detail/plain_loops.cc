// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/detail/plain_loops.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/map/refine.h"
#include "tileglot/map/value.h"

namespace tileglot::map {
namespace {

std::vector<std::int64_t> divisors_of(const Value& f, const Value& g) {
  std::vector<std::int64_t> divisors;
  for (const FloorTerm& term : f.floors) divisors.push_back(term.div);
  for (const FloorTerm& term : g.floors) divisors.push_back(term.div);
  std::sort(divisors.begin(), divisors.end());
  divisors.erase(std::unique(divisors.begin(), divisors.end()), divisors.end());
  return divisors;
}

std::int64_t sum_at(const Value& v, std::int64_t x) {
  std::int64_t sum = 0;
  for (const FloorTerm& term : v.floors) sum = wrapping_sum(sum, term.coef, x / term.div);
  return sum;
}

}  // namespace

PlainLoops::PlainLoops(Value f, Value g, std::int64_t extent)
    : f_(std::move(f)), g_(std::move(g)), extent_(extent), levels_{{1}} {
  for (const std::int64_t divisor : divisors_of(f_, g_)) insert(divisor);
  if (levels_.size() > 1 && levels_.back().block >= extent_) levels_.pop_back();
}

// A block size that reaches the extent acts as infinity: no divisor is a multiple of it, so it is
// removed when the next divisor is inserted.
void PlainLoops::insert(std::int64_t divisor) {
  const std::int64_t top = levels_.back().block;
  if (divisor % top == 0) {
    if (divisor > top) levels_.push_back({divisor});
    return;
  }
  const std::int64_t joint = std::min(core::checked_lcm(top, divisor).value_or(extent_), extent_);
  while (divisor % levels_.back().block != 0) levels_.pop_back();
  levels_.back().table = true;
  levels_.push_back({joint});
}

std::int64_t PlainLoops::next_block(std::size_t level) const {
  return level + 1 < levels_.size() ? levels_[level + 1].block : extent_;
}

template <class Visit>
void PlainLoops::for_each_piece(const Visit& visit) const {
  std::int64_t start = 0;
  for (std::size_t level = levels_.size(); level-- > 0;) {
    const std::int64_t count = (extent_ - start) / levels_[level].block;
    if (count > 0) visit(level, start, count);
    start += count * levels_[level].block;
  }
}

std::int64_t PlainLoops::piece_count() const {
  std::int64_t pieces = 0;
  for_each_piece([&](std::size_t, std::int64_t, std::int64_t) { ++pieces; });
  return pieces;
}

std::int64_t PlainLoops::table_entries() const {
  std::int64_t entries = 0;
  for_each_piece([&](std::size_t level, std::int64_t, std::int64_t count) {
    for (std::size_t i = 0; i <= level; ++i) {
      if (levels_[i].table) entries += i == level ? count : next_block(i) / levels_[i].block;
    }
  });
  return entries;
}

std::vector<Piece> PlainLoops::pieces() const {
  std::vector<Piece> pieces;
  for_each_piece([&](std::size_t level, std::int64_t start, std::int64_t count) {
    Piece piece{at(start), {}};
    for (std::size_t i = level + 1; i-- > 0;) {
      const std::int64_t entries = i == level ? count : next_block(i) / levels_[i].block;
      if (entries > 1) piece.loops.push_back(loop_of(i, entries));
    }
    pieces.push_back(std::move(piece));
  });
  return pieces;
}

Loop PlainLoops::loop_of(std::size_t level, std::int64_t count) const {
  const std::int64_t block = levels_[level].block;
  Loop loop{.count = count};
  if (!levels_[level].table) {
    loop.step = at(block);
    return loop;
  }
  loop.table.reserve(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i) loop.table.push_back(at(i * block));
  return loop;
}

Move PlainLoops::at(std::int64_t x) const { return {sum_at(f_, x), sum_at(g_, x)}; }

}  // namespace tileglot::map
