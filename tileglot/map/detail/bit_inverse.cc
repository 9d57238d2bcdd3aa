// SPDX-License-Identifier: Apache-2.0
// bit_inverse.cc: reads parities off an offset and solves for the bits.
#include "tileglot/map/detail/bit_inverse.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/map/detail/digit_sum.h"

namespace tileglot::map {

std::optional<BitInverse> BitInverse::of(const IndexMap& f) {
  std::optional<BitRows> rows = bit_rows(f);
  if (!rows || rows->rows.size() > core::F2Matrix::kMaxSize) return std::nullopt;
  const std::vector<WeightedDigit> digits = rows->digits();
  const std::vector<std::size_t> order = by_stride(digits);
  if (dominant_count(digits, order) != digits.size()) return std::nullopt;
  BitInverse inverse;
  core::Checked least = rows->base;
  inverse.rows_ = {rows->base, {}, std::move(rows->widths)};
  for (const std::size_t i : order) {
    const std::int64_t weight = rows->rows[i].weight;
    inverse.rows_.rows.push_back(rows->rows[i]);
    if (least && weight < 0) least = core::checked_add(*least, weight);
    if (weight == core::kInt64Min) return std::nullopt;
  }
  if (!least) return std::nullopt;
  inverse.least_ = *least;
  inverse.matrix_ = matrix_of(inverse.rows_);
  inverse.kernel_ = kernel_of(inverse.rows_);
  return inverse;
}

std::optional<std::uint64_t> BitInverse::parities(std::int64_t offset) const {
  const core::Checked distance = core::checked_sub(offset, least_);
  if (!distance || *distance < 0) return std::nullopt;
  std::int64_t rest = *distance;
  std::uint64_t parities = 0;
  for (std::size_t i = 0; i < rows_.rows.size(); ++i) {
    const std::int64_t weight = std::abs(rows_.rows[i].weight);
    const bool taken = rest >= weight;
    if (taken) rest -= weight;
    if (taken != (rows_.rows[i].weight < 0)) parities |= std::uint64_t{1} << i;
  }
  if (rest != 0) return std::nullopt;
  return parities;
}

Preimages BitInverse::list(std::int64_t offset, std::size_t at_most) const {
  const std::optional<std::uint64_t> told = parities(offset);
  const std::optional<std::uint64_t> solution = told ? core::solve(matrix_, *told) : std::nullopt;
  if (!solution) return {};
  std::uint64_t first = *solution;
  for (const std::uint64_t k : kernel_) first = std::min(first, first ^ k);
  Preimages found{std::int64_t{1} << kernel_.size(), {}};
  const std::uint64_t listed =
      std::min(static_cast<std::uint64_t>(found.count), static_cast<std::uint64_t>(at_most));
  // Each kernel word has its own highest bit, so words ascend with the number that selects them.
  for (std::uint64_t n = 0; n < listed; ++n) {
    std::uint64_t word = first;
    for (std::uint64_t rest = n; rest != 0; rest &= rest - 1) {
      word ^= kernel_[static_cast<std::size_t>(std::countr_zero(rest))];
    }
    found.coordinates.push_back(rows_.coordinate_of(word));
  }
  return found;
}

}  // namespace tileglot::map
