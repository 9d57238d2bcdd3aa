// SPDX-License-Identifier: Apache-2.0
#include "tileglot/analysis/padding_breakdown.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/digits.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"

namespace tileglot::analysis {
namespace {

/// A digit of a dimension: it counts blocks of `block` elements, `stride` positions apart.
struct PlacedDigit {
  std::size_t dimension = 0;
  std::int64_t block = 1;
  std::int64_t stride = 0;
  bool is_top = false;
};

/// The digits of dimension k that move; its padded extent is rounded up to full blocks.
void place_digits(const map::IndexMap& f, std::size_t k, PaddedDimension& dimension,
                  std::vector<PlacedDigit>& placed) {
  const auto digits = map::digits_of(f.out(), static_cast<map::Source>(k));
  if (!digits) return;
  const map::Digit& top = digits->back();
  dimension.padded_extent = core::checked_mul(core::ceil_div(dimension.extent, top.div), top.div)
                                .value_or(dimension.extent);
  for (const map::Digit& digit : *digits) {
    const std::int64_t count = digit.radix.value_or(dimension.padded_extent / top.div);
    if (count > 1 && digit.stride > 0) placed.push_back({k, digit.div, digit.stride, !digit.radix});
  }
}

/// Extends a dimension to the blocks of a top digit that fit before the next digit begins.
void extend(PaddedDimension& dimension, const PlacedDigit& top, std::int64_t next) {
  const core::Checked reached = core::checked_mul(next / top.stride, top.block);
  if (reached) dimension.padded_extent = std::max(dimension.padded_extent, *reached);
}

}  // namespace

core::Result<PaddingBreakdown> padding_breakdown(const map::IndexMap& f) {
  PaddingBreakdown breakdown{.elements = f.size(), .rounded = 1, .positions = f.codomain_size()};
  std::vector<PlacedDigit> digits;
  for (std::size_t k = 0; k < f.domain().size(); ++k) {
    breakdown.dimensions.push_back({.extent = f.extent(k), .padded_extent = f.extent(k)});
    place_digits(f, k, breakdown.dimensions[k], digits);
  }
  std::ranges::sort(digits, {},
                    [](const PlacedDigit& d) { return std::pair(d.stride, d.dimension); });
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (!digits[i].is_top) continue;
    const std::int64_t next = i + 1 < digits.size() ? digits[i + 1].stride : breakdown.positions;
    extend(breakdown.dimensions[digits[i].dimension], digits[i], next);
  }
  // The product may exceed 64 bits where dimensions share the space around them: every codomain is
  // smaller.
  for (const PaddedDimension& dimension : breakdown.dimensions) {
    breakdown.rounded = core::saturating_mul(breakdown.rounded, dimension.padded_extent);
  }
  return breakdown;
}

}  // namespace tileglot::analysis
