// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/walk.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/map/evaluator.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"

namespace tileglot::map {
namespace {

std::uint64_t wrapped(std::int64_t n) { return static_cast<std::uint64_t>(n); }

bool bit_of(std::int64_t n, unsigned bit) { return ((wrapped(n) >> bit) & 1U) != 0; }

/// x, followed by the values of the inner values there.
std::vector<std::int64_t> sources_at(const IndexMap& f, const Coordinate& x) {
  std::vector<std::int64_t> sources = x;
  for (const Value& v : f.inner()) sources.push_back(evaluate(v, sources));
  return sources;
}

}  // namespace

Walker::Walker(const IndexMap& f, Coordinate start)
    : rank_(f.rank()), at_(std::move(start)), axes_(f.rank()), nodes_(f.inner().size() + 1) {
  const std::vector<std::int64_t> sources = sources_at(f, at_);
  for (std::size_t j = 0; j < f.inner().size(); ++j) totals_.push_back(wrapped(sources[rank_ + j]));
  offset_ = wrapped(evaluate(f.out(), sources));
  for (std::size_t k = 0; k < rank_; ++k) axes_[k].start = at_[k];
  for (std::size_t j = 0; j < f.inner().size(); ++j) {
    add_axis_terms(f.inner()[j], j);
    add_inner_terms(f.inner()[j], j);
  }
  add_axis_terms(f.out(), f.inner().size());
  add_inner_terms(f.out(), f.inner().size());
  for (Axis& axis : axes_) arm(axis);
}

/// Counters for the floors and bits of dimensions.
void Walker::add_axis_terms(const Value& v, std::size_t value) {
  const bool is_inner = value < totals_.size();
  const auto countdown = [&](Source k, std::int64_t period) {
    const std::int64_t left = period - at_[k] % period;
    axes_[k].moves_inner = axes_[k].moves_inner || is_inner;
    return Countdown{period, left, left};
  };
  for (const FloorTerm& term : v.floors) {
    if (term.src >= rank_) continue;
    Axis& axis = axes_[term.src];
    if (term.div == 1 && is_inner) {
      axis.inner_slopes.push_back({value, wrapped(term.coef)});
      axis.moves_inner = true;
    } else if (term.div == 1) {
      axis.slope = wrapped(term.coef);
    } else {
      axis.crossings.push_back({countdown(term.src, term.div), value, wrapped(term.coef)});
    }
  }
  for (std::size_t place = 0; place < v.xors.bits.size(); ++place) {
    const BitRef bit = v.xors.bits[place];
    if (bit.src >= rank_) continue;
    axes_[bit.src].flips.push_back({countdown(bit.src, std::int64_t{1} << bit.bit), value, place});
  }
}

/// Prepares the terms that refresh recomputes, with their current values.
void Walker::add_inner_terms(const Value& v, std::size_t value) {
  Node& node = nodes_[value];
  node.xors = v.xors;
  const auto total_of = [&](Source src) { return static_cast<std::int64_t>(totals_[src - rank_]); };
  for (const FloorTerm& term : v.floors) {
    if (term.src < rank_) continue;
    node.floors.push_back({wrapped(term.coef), term.src - rank_, Divider(term.div)});
    const std::int64_t quotient = core::floor_div(total_of(term.src), term.div);
    node.from_floors += wrapped(term.coef) * wrapped(quotient);
  }
  std::uint64_t bits = 0;
  for (std::size_t place = 0; place < v.xors.bits.size(); ++place) {
    const BitRef bit = v.xors.bits[place];
    const bool from_axis = bit.src < rank_;
    const bool now = bit_of(from_axis ? at_[bit.src] : total_of(bit.src), bit.bit);
    if (now) bits |= std::uint64_t{1} << place;
    if (!from_axis) node.bits.push_back({bit.src - rank_, bit.bit, place, now});
  }
  for (std::size_t r = 0; r < v.xors.rows.size(); ++r) {
    const bool odd = (std::popcount(bits & v.xors.rows[r].mask) & 1) != 0;
    if (odd) node.odd |= std::uint64_t{1} << r;
  }
}

void Walker::cross(Axis& axis) {
  const std::int64_t steps = axis.armed;
  for (const Slope& slope : axis.inner_slopes) total(slope.value) += slope.coef * wrapped(steps);
  for (Crossing& crossing : axis.crossings) {
    if (!crossing.countdown.passes(steps)) continue;
    total(crossing.value) += crossing.coef;
    crossing.passed += crossing.coef;
  }
  for (Flip& f : axis.flips) {
    if (!f.countdown.passes(steps)) continue;
    flip(f.value, f.place);
    f.changed = !f.changed;
  }
  arm(axis);
  if (axis.moves_inner) refresh();
}

/// An inner value that moves with every step is examined after every step.
void Walker::arm(Axis& axis) const {
  std::int64_t until = axis.inner_slopes.empty() ? core::kInt64Max : 1;
  for (const Crossing& crossing : axis.crossings) until = std::min(until, crossing.countdown.left);
  for (const Flip& f : axis.flips) until = std::min(until, f.countdown.left);
  axis.until = until;
  axis.armed = until;
}

void Walker::rewind(std::size_t k) {
  Axis& axis = axes_[k];
  const std::uint64_t moved = wrapped(at_[k] - axis.start);
  at_[k] = axis.start;
  offset_ -= axis.slope * moved;
  for (const Slope& slope : axis.inner_slopes) total(slope.value) -= slope.coef * moved;
  for (Crossing& crossing : axis.crossings) {
    total(crossing.value) -= crossing.passed;
    crossing.passed = 0;
    crossing.countdown.left = crossing.countdown.left_at_start;
  }
  for (Flip& f : axis.flips) {
    if (f.changed) flip(f.value, f.place);
    f.changed = false;
    f.countdown.left = f.countdown.left_at_start;
  }
  arm(axis);
  if (axis.moves_inner) refresh();
}

/// Flips the parities that contain the bit.
void Walker::flip(std::size_t value, std::size_t place) {
  Node& node = nodes_[value];
  std::uint64_t row_mark = 1;
  for (const ParityRow& row : node.xors.rows) {
    if (((row.mask >> place) & 1U) != 0) {
      const bool was_odd = (node.odd & row_mark) != 0;
      total(value) += was_odd ? 0 - wrapped(row.weight) : wrapped(row.weight);
      node.odd ^= row_mark;
    }
    row_mark <<= 1U;
  }
}

/// Recomputes the floors and bits of inner values, in order of their dependencies.
void Walker::refresh() {
  for (std::size_t value = 0; value < nodes_.size(); ++value) {
    Node& node = nodes_[value];
    std::uint64_t sum = 0;
    for (const Node::Floor& floor : node.floors) {
      const auto inner = static_cast<std::int64_t>(totals_[floor.inner]);
      sum += floor.coef * wrapped(floor.divider.floor(inner));
    }
    total(value) += sum - node.from_floors;
    node.from_floors = sum;
    for (Node::InnerBit& bit : node.bits) {
      const bool now = bit_of(static_cast<std::int64_t>(totals_[bit.inner]), bit.bit);
      if (now != bit.now) flip(value, bit.place);
      bit.now = now;
    }
  }
}

namespace {

Coordinate first_of(std::span<const Range> box) {
  Coordinate x;
  for (const Range& side : box) x.push_back(side.lo);
  return x;
}

std::vector<Range> whole_box(const IndexMap& f) {
  std::vector<Range> box;
  for (const Dim& dim : f.domain()) box.push_back({0, dim.extent - 1});
  return box;
}

}  // namespace

BoxWalk::BoxWalk(const IndexMap& f) : BoxWalk(f, whole_box(f)) {}

BoxWalk::BoxWalk(const IndexMap& f, std::vector<Range> box)
    : box_(std::move(box)), walker_(f, first_of(box_)) {}

bool BoxWalk::next() {
  for (std::size_t k = box_.size(); k-- > 0;) {
    if (walker_.at()[k] < box_[k].hi) {
      walker_.step(k);
      return true;
    }
    walker_.rewind(k);
  }
  return false;
}

}  // namespace tileglot::map
