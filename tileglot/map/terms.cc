// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/terms.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "tileglot/core/checked.h"
#include "tileglot/map/value.h"

namespace tileglot::map {
namespace {

constexpr std::size_t kMaxBits = 64;
constexpr std::size_t kMaxRows = 64;

using Floors = decltype(Value::floors);

bool have_one_key(const FloorTerm& a, const FloorTerm& b) {
  return a.src == b.src && a.div == b.div;
}
bool by_key(const FloorTerm& a, const FloorTerm& b) {
  return a.src != b.src ? a.src < b.src : a.div < b.div;
}

std::uint64_t one_bit(std::size_t i) { return std::uint64_t{1} << i; }

/// Index of `bit` in part.bits, inserted if missing; existing masks are shifted.
std::optional<std::size_t> place_of(XorPart& part, BitRef bit) {
  const auto* at = std::lower_bound(part.bits.begin(), part.bits.end(), bit);
  const auto place = static_cast<std::size_t>(at - part.bits.begin());
  if (at != part.bits.end() && *at == bit) return place;
  if (part.bits.size() == kMaxBits) return std::nullopt;
  part.bits.insert(at, bit);
  const std::uint64_t below = one_bit(place) - 1;
  for (ParityRow& row : part.rows) row.mask = (row.mask & below) | ((row.mask & ~below) << 1U);
  return place;
}

void drop_unused_bits(XorPart& part) {
  std::uint64_t used = 0;
  for (const ParityRow& row : part.rows) used |= row.mask;
  for (std::size_t i = part.bits.size(); i-- > 0;) {
    if ((used & one_bit(i)) != 0) continue;
    part.bits.erase(part.bits.begin() + i);
    const std::uint64_t below = one_bit(i) - 1;
    for (ParityRow& row : part.rows) row.mask = (row.mask & below) | ((row.mask >> 1U) & ~below);
  }
}

bool add_row(XorPart& part, ParityRow row) {
  auto* at =
      std::lower_bound(part.rows.begin(), part.rows.end(), row,
                       [](const ParityRow& a, const ParityRow& b) { return a.mask < b.mask; });
  if (at == part.rows.end() || at->mask != row.mask) {
    if (part.rows.size() == kMaxRows) return false;
    part.rows.insert(at, row);
    return true;
  }
  const core::Checked weight = core::checked_add(at->weight, row.weight);
  if (!weight) return false;
  at->weight = *weight;
  if (*weight == 0) {
    part.rows.erase(at);
    drop_unused_bits(part);
  }
  return true;
}

/// Appends factor * [first, last), none of which has the key of a term of `sum`; false where a
/// coefficient overflows int64.
bool append_scaled(Floors& sum, const FloorTerm* first, const FloorTerm* last,
                   std::int64_t factor) {
  FloorTerm* to = sum.extend(static_cast<std::size_t>(last - first));
  for (; first != last; ++first, ++to) {
    *to = *first;
    if (!core::multiply_fits(first->coef, factor, to->coef)) return false;
  }
  return true;
}

/// Merges factor * added, sorted like `sum`, into it; false where a coefficient overflows int64.
/// Only the terms of `sum` from the first added one on move, and usually there are none.
bool merge_floors(Floors& sum, const Floors& added, std::int64_t factor) {
  if (added.empty() || factor == 0) return true;
  const FloorTerm* j = added.begin();
  const FloorTerm* const added_end = added.end();
  if (sum.empty() || by_key(sum.back(), *j)) return append_scaled(sum, j, added_end, factor);
  const FloorTerm* from = std::lower_bound(sum.begin(), sum.end(), *j, by_key);
  const Floors tail(from, sum.end());
  sum.truncate(from);
  for (const FloorTerm& term : tail) {
    for (; j != added_end && by_key(*j, term); ++j) {
      if (!append_scaled(sum, j, j + 1, factor)) return false;
    }
    const bool both = j != added_end && have_one_key(*j, term);
    std::int64_t coef = 0;
    if (both && !core::multiply_fits((j++)->coef, factor, coef)) return false;
    if (!core::add_fits(coef, term.coef, coef)) return false;
    if (coef != 0) sum.push_back({coef, term.div, term.src});
  }
  return append_scaled(sum, j, added_end, factor);
}

}  // namespace

core::SmallVector<BitRef, 16> bits_of(const XorPart& part, const ParityRow& row) {
  core::SmallVector<BitRef, 16> bits;
  for (std::uint64_t mask = row.mask; mask != 0; mask &= mask - 1) {
    bits.push_back(part.bits[static_cast<std::size_t>(std::countr_zero(mask))]);
  }
  return bits;
}

bool add_floor(Value& v, FloorTerm term) {
  if (term.coef == 0) return true;
  auto* at = std::lower_bound(v.floors.begin(), v.floors.end(), term, by_key);
  if (at == v.floors.end() || !have_one_key(*at, term)) {
    v.floors.insert(at, term);
    return true;
  }
  const core::Checked coef = core::checked_add(at->coef, term.coef);
  if (!coef) return false;
  at->coef = *coef;
  if (*coef == 0) v.floors.erase(at);
  return true;
}

bool add_parity(Value& v, std::int64_t weight, std::span<const BitRef> bits) {
  if (weight == 0) return true;
  for (const BitRef& bit : bits) {
    if (!place_of(v.xors, bit)) return false;
  }
  std::uint64_t mask = 0;
  for (const BitRef& bit : bits) mask |= one_bit(*place_of(v.xors, bit));
  return add_row(v.xors, {weight, mask});
}

std::optional<Value> add_scaled(const Value& a, const Value& b, std::int64_t factor) {
  std::optional<Value> sum(a);
  sum->bound = {};
  sum->memory = -1;
  if (!add_terms(*sum, b, factor)) sum.reset();
  return sum;
}

bool add_terms(Value& sum, const Value& b, std::int64_t factor) {
  std::int64_t scaled = 0;
  if (!core::multiply_fits(b.base, factor, scaled) || !core::add_fits(sum.base, scaled, sum.base) ||
      !merge_floors(sum.floors, b.floors, factor)) {
    return false;
  }
  for (const ParityRow& row : b.xors.rows) {
    const core::Checked weight = core::checked_mul(row.weight, factor);
    if (!weight || !add_parity(sum, *weight, bits_of(b.xors, row))) return false;
  }
  return true;
}

bool scale_terms(Value& v, std::int64_t factor) {
  if (factor == 0) {
    v = {};
    return true;
  }
  bool fits = core::multiply_fits(v.base, factor, v.base);
  for (FloorTerm& term : v.floors) fits &= core::multiply_fits(term.coef, factor, term.coef);
  for (ParityRow& row : v.xors.rows) fits &= core::multiply_fits(row.weight, factor, row.weight);
  return fits;
}

Value renumber(const Value& v, std::span<const Source> new_of) {
  Value result = v;
  for (FloorTerm& term : result.floors) term.src = new_of[term.src];
  std::sort(result.floors.begin(), result.floors.end(), by_key);
  result.xors = {};
  for (const ParityRow& row : v.xors.rows) {
    auto bits = bits_of(v.xors, row);
    for (BitRef& bit : bits) bit.src = new_of[bit.src];
    add_parity(result, row.weight, bits);
  }
  return result;
}

bool precedes(const Value& a, const Value& b) {
  const auto term = [](const FloorTerm& t) { return std::tuple(t.src, t.div, t.coef); };
  const auto row = [](const ParityRow& r) { return std::tuple(r.mask, r.weight); };
  const auto less = [](const auto& x, const auto& y, auto projection) {
    return std::lexicographical_compare(
        x.begin(), x.end(), y.begin(), y.end(),
        [&](const auto& s, const auto& t) { return projection(s) < projection(t); });
  };
  if (!std::equal(a.floors.begin(), a.floors.end(), b.floors.begin(), b.floors.end())) {
    return less(a.floors, b.floors, term);
  }
  if (!(a.xors.bits == b.xors.bits))
    return less(a.xors.bits, b.xors.bits, [](BitRef bit) { return bit; });
  if (!(a.xors.rows == b.xors.rows)) return less(a.xors.rows, b.xors.rows, row);
  return a.base < b.base;
}

}  // namespace tileglot::map
