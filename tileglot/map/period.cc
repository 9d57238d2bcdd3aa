// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/period.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>

#include "tileglot/core/checked.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"

namespace tileglot::map {
namespace {

__extension__ using Wide = __int128;
__extension__ using WideBits = unsigned __int128;

bool fits(Wide n) { return n >= core::kInt64Min && n <= core::kInt64Max; }

}  // namespace

Periods::Periods(std::span<const Value> inner, std::size_t rank, std::size_t k, std::int64_t extent)
    : rank_(rank), k_(k), extent_(extent) {
  inner_.reserve(inner.size());
  for (const Value& v : inner) inner_.push_back(of(v));
}

Period Periods::source(Source src) const {
  if (src >= rank_) return inner_[src - rank_];
  return capped(1, src == k_ ? 1 : 0);
}

/// A period that reaches the extent is set to the extent: its step is never taken.
Period Periods::capped(std::int64_t length, std::int64_t step) const {
  return length < extent_ ? Period{length, step} : Period{extent_, 0};
}

/// floor(u / d) where u has period p.
Period Periods::divided(const Period& p, std::int64_t d) const {
  if (!repeats(p)) return p;
  // gcd in unsigned numbers: |C| of the smallest int64 does not fit int64.
  const auto step = static_cast<std::uint64_t>(p.step);
  const std::uint64_t size = p.step < 0 ? 0 - step : step;
  const auto shared = static_cast<std::int64_t>(std::gcd(size, static_cast<std::uint64_t>(d)));
  // C*m/d = C/gcd: always whole, and no larger than C.
  return capped(core::saturating_mul(p.length, d / shared), p.step / shared);
}

std::int64_t Periods::joint_length(std::int64_t a, std::int64_t b) const {
  if (a >= extent_ || b >= extent_) return extent_;
  return capped(core::checked_lcm(a, b).value_or(extent_), 0).length;
}

Period Periods::of(const FloorTerm& term) const {
  const Period p = divided(source(term.src), term.div);
  const Wide step = Wide{term.coef} * p.step;
  return fits(step) ? Period{p.length, static_cast<std::int64_t>(step)} : never();
}

std::int64_t Periods::length_of(const BitRef& bit) const {
  const Period p = source(bit.src);
  if (bit.bit < 62) return divided(p, std::int64_t{2} << bit.bit).length;
  // 2^63 does not fit int64, and bits 63 and up are the sign: they repeat where the source does not
  // move.
  return p.step == 0 ? p.length : extent_;
}

Period Periods::of(const XorPart& xors, const ParityRow& row) const {
  std::int64_t length = capped(1, 0).length;
  for (std::uint64_t mask = row.mask; mask != 0; mask &= mask - 1) {
    const auto i = static_cast<std::size_t>(std::countr_zero(mask));
    length = joint_length(length, length_of(xors.bits[i]));
  }
  return {length, 0};
}

Period Periods::of(const Value& value) const {
  std::int64_t length = capped(1, 0).length;
  for (const FloorTerm& term : value.floors) length = joint_length(length, of(term).length);
  for (const ParityRow& row : value.xors.rows) {
    length = joint_length(length, of(value.xors, row).length);
  }
  if (length == extent_) return never();
  // The sum is the difference of two values, less than 2^65; single terms may overflow 128 bits,
  // and wrap.
  WideBits sum = 0;
  for (const FloorTerm& term : value.floors) {
    const Period p = divided(source(term.src), term.div);
    sum += static_cast<WideBits>(Wide{p.step} * (length / p.length)) *
           static_cast<WideBits>(term.coef);
  }
  const auto step = static_cast<Wide>(sum);
  return fits(step) ? Period{length, static_cast<std::int64_t>(step)} : never();
}

}  // namespace tileglot::map
