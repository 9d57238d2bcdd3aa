// SPDX-License-Identifier: Apache-2.0
// bit_rows.cc: reads the bits of digits and parities as rows over F2.
#include "tileglot/map/detail/bit_rows.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/map/digits.h"

namespace tileglot::map {
namespace {

/// Where the bits of each dimension begin in a word; the last dimension at 0.
std::vector<int> shifts_of(const std::vector<int>& widths) {
  std::vector<int> shifts(widths.size(), 0);
  for (std::size_t k = widths.size(); k-- > 1;) shifts[k - 1] = shifts[k] + widths[k];
  return shifts;
}

/// The bits of each digit with a stride; false where a weight overflows int64.
bool add_digit_rows(const std::vector<Digit>& digits, int width, int shift, BitRows& rows) {
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const int low = core::log2_floor(digits[i].div);
    const int high = i + 1 < digits.size() ? core::log2_floor(digits[i + 1].div) : width;
    if (digits[i].stride == 0) continue;
    for (int bit = low; bit < high; ++bit) {
      const core::Checked weight =
          core::checked_mul(digits[i].stride, std::int64_t{1} << (bit - low));
      if (!weight) return false;
      rows.rows.push_back({*weight, std::uint64_t{1} << (shift + bit)});
    }
  }
  return true;
}

void add_parity_rows(const XorPart& part, const std::vector<int>& shifts, BitRows& rows) {
  for (const ParityRow& row : part.rows) {
    std::uint64_t mask = 0;
    for (std::uint64_t rest = row.mask; rest != 0; rest &= rest - 1) {
      const BitRef bit = part.bits[static_cast<std::size_t>(std::countr_zero(rest))];
      mask |= std::uint64_t{1} << (shifts[bit.src] + bit.bit);
    }
    rows.rows.push_back({row.weight, mask});
  }
}

std::vector<std::uint64_t> masks_of(const BitRows& rows) {
  std::vector<std::uint64_t> masks(rows.rows.size());
  std::transform(rows.rows.begin(), rows.rows.end(), masks.begin(),
                 [](const BitRow& row) { return row.mask; });
  return masks;
}

/// Masks in reduced echelon form, each with a highest bit that no other has set; descending.
std::vector<std::uint64_t> echelon(std::span<const std::uint64_t> masks) {
  std::vector<std::uint64_t> basis;
  for (std::uint64_t mask : masks) {
    for (const std::uint64_t b : basis) mask = std::min(mask, mask ^ b);
    if (mask == 0) continue;
    for (std::uint64_t& b : basis) {
      if (((b >> (std::bit_width(mask) - 1)) & 1U) != 0) b ^= mask;
    }
    basis.insert(std::upper_bound(basis.begin(), basis.end(), mask, std::greater<>()), mask);
  }
  return basis;
}

}  // namespace

int BitRows::bits() const { return std::accumulate(widths.begin(), widths.end(), 0); }

Coordinate BitRows::coordinate_of(std::uint64_t word) const {
  const std::vector<int> shifts = shifts_of(widths);
  Coordinate x;
  for (std::size_t k = 0; k < widths.size(); ++k) {
    x.push_back(static_cast<std::int64_t>((word >> shifts[k]) & core::low_bits(widths[k])));
  }
  return x;
}

std::vector<WeightedDigit> BitRows::digits() const {
  std::vector<WeightedDigit> digits;
  digits.reserve(rows.size());
  for (const BitRow& row : rows) digits.push_back({row.weight, 2});
  return digits;
}

std::optional<BitRows> bit_rows(const IndexMap& f) {
  if (f.is_deep() || f.size() == 0) return std::nullopt;
  BitRows rows{f.out().base, {}, {}};
  for (const Dim& dim : f.domain()) {
    if (!core::is_power_of_two(dim.extent)) return std::nullopt;
    rows.widths.push_back(core::log2_floor(dim.extent));
  }
  for (const FloorTerm& term : f.out().floors) {
    if (!core::is_power_of_two(term.div)) return std::nullopt;
  }
  const std::vector<int> shifts = shifts_of(rows.widths);
  for (std::size_t k = 0; k < f.rank(); ++k) {
    const auto digits = digits_of(f.out(), static_cast<Source>(k));
    if (!digits || !add_digit_rows(*digits, rows.widths[k], shifts[k], rows)) return std::nullopt;
  }
  add_parity_rows(f.out().xors, shifts, rows);
  return rows;
}

core::F2Matrix matrix_of(const BitRows& rows) {
  core::F2Matrix columns(rows.bits(), static_cast<int>(rows.rows.size()));
  for (std::size_t i = 0; i < rows.rows.size(); ++i) {
    columns.set_column(static_cast<int>(i), rows.rows[i].mask);
  }
  return core::transpose(columns);
}

std::vector<std::uint64_t> kernel_of(const BitRows& rows) {
  const std::vector<std::uint64_t> basis = echelon(masks_of(rows));
  // A bit that leads no mask is free: set it, and each leading bit that depends on it.
  std::vector<std::uint64_t> kernel;
  std::uint64_t leading = 0;
  for (const std::uint64_t b : basis) leading |= std::bit_floor(b);
  for (int bit = 0; bit < rows.bits(); ++bit) {
    const std::uint64_t free = std::uint64_t{1} << bit;
    if ((leading & free) != 0) continue;
    std::uint64_t word = free;
    for (const std::uint64_t b : basis) {
      if ((b & free) != 0) word |= std::bit_floor(b);
    }
    kernel.push_back(word);
  }
  std::vector<std::uint64_t> reduced = echelon(kernel);
  std::reverse(reduced.begin(), reduced.end());
  return reduced;
}

int rank_of(const BitRows& rows) { return static_cast<int>(echelon(masks_of(rows)).size()); }

}  // namespace tileglot::map
