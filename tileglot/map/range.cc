// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/range.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "tileglot/core/checked.h"
#include "tileglot/core/small_vector.h"
#include "tileglot/map/detail/refactor_inner.h"
#include "tileglot/map/value.h"

namespace tileglot::map {
namespace {

/// Sums of products of two int64 before they are narrowed.
__extension__ using Wide = __int128;

constexpr Wide kWideLimit = Wide{1} << 118;  // 256 terms of this size still fit

struct WideRange {
  Wide lo = 0;
  Wide hi = 0;
  bool overflow = false;

  void add(Wide low, Wide high) {
    lo += low;
    hi += high;
    if (lo < -kWideLimit || hi > kWideLimit || low < -kWideLimit || high > kWideLimit)
      overflow = true;
    if (overflow) lo = hi = 0;
  }
  void add(const WideRange& other) {
    overflow = overflow || other.overflow;
    add(other.lo, other.hi);
  }
};

/// Floor terms of one source, divisors ascending.
using Chain = std::span<const FloorTerm>;

void add_product(WideRange& sum, Wide coef, Wide low, Wide high) {
  const Wide a = coef * low;
  const Wide b = coef * high;
  sum.add(std::min(a, b), std::max(a, b));
}

void add_each_term(WideRange& sum, Chain chain, Range source) {
  for (const FloorTerm& term : chain) {
    add_product(sum, term.coef, core::floor_quotient(source.lo, term.div),
                core::floor_quotient(source.hi, term.div));
  }
}

using Strides = core::SmallVector<std::int64_t, 16>;

/// Finds the strides of the digits that the chain's divisors cut; false where they do not nest or a
/// stride overflows int64.
bool find_strides(Chain chain, Strides& strides) {
  std::int64_t stride = 0;
  std::int64_t div_below = 1;
  for (const FloorTerm& term : chain) {
    if (core::floor_remainder(term.div, div_below) != 0) return false;
    const std::int64_t ratio = core::floor_quotient(term.div, div_below);
    if (!core::multiply_fits(stride, ratio, stride)) return false;
    if (!core::add_fits(stride, term.coef, stride)) return false;
    strides.push_back(stride);
    div_below = term.div;
  }
  return true;
}

/// The digit scan over [0, hi] from the top: a partial sum for the prefix equal to hi's, and the
/// bounds of the prefixes below it, after which every digit is free.
class CountingScan {
 public:
  explicit CountingScan(std::int64_t hi) : hi_(hi) {}

  void take(std::int64_t div, std::int64_t next_div, std::int64_t stride) {
    const std::int64_t digit =
        core::floor_quotient(next_div == 0 ? hi_ : core::floor_remainder(hi_, next_div), div);
    WideRange below;
    if (has_below_) {
      below = below_;
      add_product(below, stride, 0, core::floor_quotient(next_div, div) - 1);
    }
    if (digit > 0) {
      WideRange split = own_;
      add_product(split, stride, 0, digit - 1);
      below = has_below_ ? join(below, split) : split;
      has_below_ = true;
    }
    below_ = below;
    add_product(own_, stride, digit, digit);
  }

  WideRange result() const { return has_below_ ? join(below_, own_) : own_; }

 private:
  static WideRange join(const WideRange& a, const WideRange& b) {
    return {std::min(a.lo, b.lo), std::max(a.hi, b.hi), a.overflow || b.overflow};
  }

  std::int64_t hi_;
  WideRange own_;
  WideRange below_;
  bool has_below_ = false;
};

/// The digit scan from the top: partial sums of all prefixes that are still equal to lo's, to hi's,
/// to both or to neither.
class DigitScan {
 public:
  static constexpr std::int64_t kTop = 0;  ///< replaces the radix, which the top digit lacks

  explicit DigitScan(Range source) : source_(source) { states_[3].reached = true; }

  /// Adds the digit floor(x / div) mod radix (kTop: the top digit) to all partial sums.
  void take(std::int64_t div, std::int64_t radix, std::int64_t stride) {
    const std::int64_t low = digit(source_.lo, div, radix);
    const std::int64_t high = digit(source_.hi, div, radix);
    const std::array<State, 4> before = states_;
    states_ = {};
    for (unsigned flags = 0; flags < 4; ++flags) {
      if (!before[flags].reached) continue;
      const bool on_lo = (flags & 1U) != 0;
      const bool on_hi = (flags & 2U) != 0;
      const std::int64_t first = on_lo ? low : 0;
      const std::int64_t last = on_hi ? high : radix - 1;
      if (on_lo && on_hi && first == last) {
        extend(3, before[flags], first, first, stride);
        continue;
      }
      if (on_lo) extend(1, before[flags], first, first, stride);
      if (on_hi) extend(2, before[flags], last, last, stride);
      extend(0, before[flags], first + (on_lo ? 1 : 0), last - (on_hi ? 1 : 0), stride);
    }
  }

  WideRange result() const {
    WideRange range;
    bool any = false;
    for (const State& state : states_) {
      if (!state.reached) continue;
      range.lo = any ? std::min(range.lo, state.lo) : state.lo;
      range.hi = any ? std::max(range.hi, state.hi) : state.hi;
      range.overflow = range.overflow || state.overflow;
      any = true;
    }
    return range;
  }

 private:
  struct State {
    bool reached = false;
    bool overflow = false;
    Wide lo = 0;
    Wide hi = 0;
  };

  static std::int64_t digit(std::int64_t x, std::int64_t div, std::int64_t radix) {
    const std::int64_t quotient = core::floor_div(x, div);
    return radix == kTop ? quotient : core::floor_mod(quotient, radix);
  }

  /// Appends the digits first..last (none if first > last) to `from`, with flags `to`.
  void extend(unsigned to, const State& from, std::int64_t first, std::int64_t last,
              std::int64_t stride) {
    if (first > last) return;
    WideRange sum{from.lo, from.hi, from.overflow};
    add_product(sum, stride, first, last);
    State& state = states_[to];
    state.lo = state.reached ? std::min(state.lo, sum.lo) : sum.lo;
    state.hi = state.reached ? std::max(state.hi, sum.hi) : sum.hi;
    state.overflow = state.overflow || sum.overflow;
    state.reached = true;
  }

  Range source_;
  std::array<State, 4> states_{};  // bit 0: equal to lo so far, bit 1: equal to hi so far
};

void add_chain(WideRange& sum, Chain chain, Range source) {
  if (chain.size() < 2) return add_each_term(sum, chain, source);
  Strides strides;
  if (!find_strides(chain, strides)) return add_each_term(sum, chain, source);
  if (source.lo == 0) {
    CountingScan scan(source.hi);
    for (std::size_t i = chain.size(); i-- > 0;) {
      scan.take(chain[i].div, i + 1 == chain.size() ? 0 : chain[i + 1].div, strides[i]);
    }
    return sum.add(scan.result());
  }
  DigitScan scan(source);
  for (std::size_t i = chain.size(); i-- > 0;) {
    const bool is_top = i + 1 == chain.size();
    scan.take(chain[i].div, is_top ? DigitScan::kTop : chain[i + 1].div / chain[i].div, strides[i]);
  }
  sum.add(scan.result());
}

bool is_fixed(BitRef bit, std::span<const Range> sources) {
  const Range range = sources[bit.src];
  return (range.lo >> bit.bit) == (range.hi >> bit.bit);
}

void add_parities(WideRange& sum, const XorPart& part, std::span<const Range> sources) {
  std::uint64_t varying = 0;
  std::uint64_t ones = 0;
  for (std::size_t i = 0; i < part.bits.size(); ++i) {
    const BitRef bit = part.bits[i];
    const std::uint64_t mark = std::uint64_t{1} << i;
    if (!is_fixed(bit, sources)) varying |= mark;
    if (((sources[bit.src].lo >> bit.bit) & 1) != 0) ones |= mark;
  }
  for (const ParityRow& row : part.rows) {
    if ((row.mask & varying) != 0) {
      add_product(sum, row.weight, 0, 1);
    } else {
      const int parity = std::popcount(row.mask & ones) & 1;
      add_product(sum, row.weight, parity, parity);
    }
  }
}

/// Floor terms source by source, then the parities.
WideRange sum_of_parts(const Value& v, std::span<const Range> sources) {
  WideRange sum;
  sum.add(v.base, v.base);
  const FloorTerm* first = v.floors.begin();
  while (first != v.floors.end()) {
    const FloorTerm* last = std::find_if(first, v.floors.end(),
                                         [&](const FloorTerm& t) { return t.src != first->src; });
    add_chain(sum, Chain(first, last), sources[first->src]);
    first = last;
  }
  add_parities(sum, v.xors, sources);
  return sum;
}

WideRange meet(const WideRange& a, const WideRange& b) {
  if (a.overflow) return b;
  if (b.overflow) return a;
  return {std::max(a.lo, b.lo), std::min(a.hi, b.hi), false};
}

std::optional<Range> narrow(const WideRange& wide) {
  if (wide.overflow || wide.lo < core::kInt64Min || wide.hi > core::kInt64Max) return std::nullopt;
  return Range{static_cast<std::int64_t>(wide.lo), static_cast<std::int64_t>(wide.hi)};
}

}  // namespace

std::optional<Range> range_over(const Value& v, std::span<const Range> sources,
                                std::span<const Value> inner, std::size_t rank) {
  WideRange range = sum_of_parts(v, sources);
  const bool has_inner_floor = !v.floors.empty() && v.floors.back().src >= rank;
  // With inner values whole again, 0 <= v - d*floor(v/d) < d can be proved.
  if (has_inner_floor) range = meet(range, sum_of_parts(refactor_inner(v, inner, rank), sources));
  return narrow(range);
}

std::optional<Range> range_over_box(const IndexMap& f, std::span<const Range> box) {
  core::SmallVector<Range, 16> sources;
  for (const Range& side : box) sources.push_back(side);
  for (const Value& value : f.inner()) {
    const std::optional<Range> range =
        range_over(value, {sources.data(), sources.size()}, f.inner(), f.rank());
    if (!range) return std::nullopt;
    sources.push_back({std::max(range->lo, value.bound.lo), std::min(range->hi, value.bound.hi)});
  }
  const std::optional<Range> range =
      range_over(f.out(), {sources.data(), sources.size()}, f.inner(), f.rank());
  if (!range) return std::nullopt;
  return Range{std::max(range->lo, f.out().bound.lo), std::min(range->hi, f.out().bound.hi)};
}

}  // namespace tileglot::map
