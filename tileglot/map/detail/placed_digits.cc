// SPDX-License-Identifier: Apache-2.0
// placed_digits.cc: collects the digits of each dimension.
#include "tileglot/map/detail/placed_digits.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/map/digits.h"
#include "tileglot/map/value.h"

namespace tileglot::map {

std::optional<std::vector<PlacedDigit>> placed_digits(const IndexMap& f) {
  if (!f.is_plain()) return std::nullopt;
  std::vector<PlacedDigit> placed;
  for (std::size_t k = 0; k < f.rank(); ++k) {
    if (f.extent(k) <= 1) continue;
    const auto digits = digits_of(f.out(), static_cast<Source>(k));
    if (!digits) return std::nullopt;
    for (const Digit& digit : *digits) {
      const std::int64_t radix = digit.radix.value_or(core::ceil_div(f.extent(k), digit.div));
      placed.push_back({k, digit.div, {digit.stride, radix}});
    }
  }
  return placed;
}

std::optional<std::pair<Coordinate, Coordinate>> parts_of_difference(
    const IndexMap& f, std::span<const PlacedDigit> digits,
    std::span<const std::int64_t> difference) {
  std::pair<Coordinate, Coordinate> parts{Coordinate(f.rank(), 0), Coordinate(f.rank(), 0)};
  for (std::size_t j = 0; j < digits.size(); ++j) {
    Coordinate& x = difference[j] > 0 ? parts.first : parts.second;
    const std::size_t k = digits[j].dim;
    const std::int64_t moved = std::abs(difference[j]) * digits[j].div;
    if (moved > f.extent(k) - 1 - x[k]) return std::nullopt;
    x[k] += moved;
  }
  return parts;
}

}  // namespace tileglot::map
