// SPDX-License-Identifier: Apache-2.0
// injective.cc: the rules that decide injectivity, the cheapest first.
#include "tileglot/map/injective.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/core/f2_matrix.h"
#include "tileglot/map/detail/bit_rows.h"
#include "tileglot/map/detail/box_search.h"
#include "tileglot/map/detail/digit_proof.h"
#include "tileglot/map/detail/digit_sum.h"
#include "tileglot/map/detail/image_enumeration.h"
#include "tileglot/map/detail/placed_digits.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/limits.h"

namespace tileglot::map {
namespace {

constexpr int kProbes = 32;

Injectivity proved(InjectiveRule rule) { return {true, std::nullopt, rule}; }

Injectivity refuted(const IndexMap& f, InjectiveRule rule, Coordinate a, Coordinate b) {
  if (b < a) std::swap(a, b);
  const std::int64_t offset = f(a);
  return {false, Collision{std::move(a), std::move(b), offset}, rule};
}

std::optional<Injectivity> by_difference(const IndexMap& f, const Effort& effort) {
  const std::optional<std::vector<PlacedDigit>> placed = placed_digits(f);
  if (!placed) return std::nullopt;
  const Coordinate zero(f.rank(), 0);
  std::vector<WeightedDigit> weighted;
  for (const PlacedDigit& digit : *placed) {
    weighted.push_back(digit.weighted);
    if (digit.weighted.stride != 0) continue;
    Coordinate x = zero;
    x[digit.dim] = digit.div;
    return refuted(f, InjectiveRule::kDifference, zero, std::move(x));
  }
  if (dominates(weighted)) return proved(InjectiveRule::kDifference);
  const VanishingDifference found = vanishing_difference(
      weighted,
      [&](std::span<const std::int64_t> d) {
        return parts_of_difference(f, *placed, d).has_value();
      },
      effort.difference_steps);
  if (found.answer == VanishingDifference::Answer::kNone) {
    return proved(InjectiveRule::kDifference);
  }
  if (found.answer == VanishingDifference::Answer::kUnknown) return std::nullopt;
  auto parts = parts_of_difference(f, *placed, found.difference);
  return refuted(f, InjectiveRule::kDifference, std::move(parts->first), std::move(parts->second));
}

/// The word on which each row has the parity given by `difference` with this sign.
Coordinate solved(const BitRows& rows, std::span<const std::int64_t> difference, int sign) {
  std::uint64_t parities = 0;
  for (std::size_t i = 0; i < difference.size(); ++i) {
    if (difference[i] * sign > 0) parities |= std::uint64_t{1} << i;
  }
  return rows.coordinate_of(core::solve(matrix_of(rows), parities).value_or(0));
}

std::optional<Injectivity> by_rank(const IndexMap& f, const Effort& effort) {
  const std::optional<BitRows> rows = bit_rows(f);
  if (!rows) return std::nullopt;
  const int rank = rank_of(*rows);
  if (rank < rows->bits()) {
    return refuted(f, InjectiveRule::kRank, Coordinate(f.rank(), 0),
                   rows->coordinate_of(kernel_of(*rows).front()));
  }
  // With full rank the parities determine the bits; if there are as many rows as bits, they are
  // independent.
  const std::vector<WeightedDigit> digits = rows->digits();
  if (dominates(digits)) return proved(InjectiveRule::kRank);
  const VanishingDifference found = vanishing_difference(
      digits, [](std::span<const std::int64_t>) { return true; }, effort.difference_steps);
  if (found.answer == VanishingDifference::Answer::kNone) return proved(InjectiveRule::kRank);
  const bool independent = static_cast<int>(digits.size()) == rank;
  if (!independent || found.answer == VanishingDifference::Answer::kUnknown) return std::nullopt;
  return refuted(f, InjectiveRule::kRank, solved(*rows, found.difference, 1),
                 solved(*rows, found.difference, -1));
}

/// A dimension that no term uses.
std::optional<Injectivity> by_unused_dimension(const IndexMap& f) {
  std::vector<bool> used(f.rank(), false);
  const auto mark = [&](const Value& v) {
    for (const FloorTerm& term : v.floors) {
      if (f.is_dimension(term.src)) used[term.src] = true;
    }
    for (const BitRef& bit : v.xors.bits) {
      if (f.is_dimension(bit.src)) used[bit.src] = true;
    }
  };
  mark(f.out());
  for (const Value& value : f.inner()) mark(value);
  for (std::size_t k = 0; k < f.rank(); ++k) {
    if (used[k] || f.extent(k) <= 1) continue;
    Coordinate x(f.rank(), 0);
    x[k] = 1;
    return refuted(f, InjectiveRule::kCounts, Coordinate(f.rank(), 0), std::move(x));
  }
  return std::nullopt;
}

bool has_more_points_than_offsets(const IndexMap& f) {
  const core::Checked width = core::checked_sub(f.out().bound.hi, f.out().bound.lo);
  return width && f.size() - 1 > *width;
}

/// Coordinates spread over the domain; the first is the origin.
Coordinate probe(const IndexMap& f, int number) {
  Coordinate x;
  std::uint64_t state = static_cast<std::uint64_t>(number) * 0x9E3779B97F4A7C15U;
  for (const Dim& dim : f.domain()) {
    x.push_back(static_cast<std::int64_t>((state >> 1U) % static_cast<std::uint64_t>(dim.extent)));
    state = state * 6364136223846793005U + (number == 0 ? 0 : 1442695040888963407U);
  }
  return x;
}

/// Another coordinate with the offset of x, if a short search finds one.
std::optional<Coordinate> another(const IndexMap& f, const BoxSearch& search, const Coordinate& x,
                                  std::int64_t boxes) {
  std::optional<Coordinate> found;
  search.run({f(x), f(x)}, boxes, [&](std::span<const Range> box) {
    Coordinate low;
    Coordinate high;
    for (const Range& side : box) {
      low.push_back(side.lo);
      high.push_back(side.hi);
    }
    if (low != x) found = std::move(low);
    if (!found && high != x) found = std::move(high);
    return !found.has_value();
  });
  return found;
}

std::optional<Injectivity> by_probe(const IndexMap& f, InjectiveRule rule, const Effort& effort) {
  const BoxSearch search(f);
  for (int number = 0; number < kProbes; ++number) {
    Coordinate x = probe(f, number);
    std::optional<Coordinate> other = another(f, search, x, effort.probe_boxes);
    if (other) return refuted(f, rule, std::move(x), *std::move(other));
  }
  return std::nullopt;
}

core::Result<Injectivity> by_enumeration(const IndexMap& f, InjectiveRule rule,
                                         const Effort& effort) {
  TILEGLOT_TRY(image, ImageEnumeration::of(f, "injectivity", Until::kRepeated, effort));
  if (!image.repeated()) return proved(rule);
  std::vector<Coordinate> two = first_with(f, *image.repeated(), 2);
  return refuted(f, rule, std::move(two[0]), std::move(two[1]));
}

/// Not injective by the counts; the search is only for a pair.
Injectivity by_counts(const IndexMap& f, const Effort& effort) {
  if (auto found = by_probe(f, InjectiveRule::kCounts, effort)) return *std::move(found);
  const auto enumerated = by_enumeration(f, InjectiveRule::kCounts, effort);
  return enumerated ? *enumerated : Injectivity{false, std::nullopt, InjectiveRule::kCounts};
}

}  // namespace

core::Result<Injectivity> injectivity(const IndexMap& f, const Effort& effort) {
  if (f.size() <= 1) return proved(InjectiveRule::kCounts);
  if (auto answer = by_difference(f, effort)) return *std::move(answer);
  if (auto answer = f.is_xor() ? by_rank(f, effort) : std::nullopt) return *std::move(answer);
  if (auto answer = by_unused_dimension(f)) return *std::move(answer);
  if (has_more_points_than_offsets(f)) return by_counts(f, effort);
  if (is_injective_by_digits(f)) return proved(InjectiveRule::kDigits);
  if (auto answer = by_probe(f, InjectiveRule::kProbe, effort)) return *std::move(answer);
  return by_enumeration(f, InjectiveRule::kEnumerate, effort);
}

core::Result<bool> is_injective(const IndexMap& f) {
  TILEGLOT_TRY(answer, injectivity(f));
  return answer.injective;
}

}  // namespace tileglot::map
