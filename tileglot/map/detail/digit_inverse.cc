// SPDX-License-Identifier: Apache-2.0
// digit_inverse.cc: divides an offset by the strides, and counts the free digits.
#include "tileglot/map/detail/digit_inverse.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/map/detail/digit_sum.h"
#include "tileglot/map/digits.h"

namespace tileglot::map {

// The number below the extent decides, digit by digit from the top, how many free choices stay
// below.
std::int64_t DigitInverse::Axis::count(std::int64_t x) const {
  std::int64_t total = 0;
  for (std::size_t i = places.size(); i-- > 0;) {
    const Place& place = places[i];
    const bool top = i + 1 == places.size();
    const std::int64_t quotient = extent / place.div;
    const std::int64_t bound = top ? quotient : quotient % place.radix;
    if (place.free) {
      total += bound * place.free_below;
      continue;
    }
    const std::int64_t digit = top ? x / place.div : x / place.div % place.radix;
    if (digit < bound) total += place.free_below;
    if (digit != bound) break;
  }
  return total;
}

std::int64_t DigitInverse::Axis::nth(std::int64_t x, std::int64_t i) const {
  for (std::size_t p = places.size(); p-- > 0;) {
    if (!places[p].free) continue;
    x += i / places[p].free_below * places[p].div;
    i %= places[p].free_below;
  }
  return x;
}

bool DigitInverse::add_axis(const IndexMap& f, std::size_t k) {
  const auto digits = digits_of(f.out(), static_cast<Source>(k));
  if (!digits) return false;
  Axis axis{f.extent(k), {}};
  std::int64_t free_below = 1;
  for (const Digit& digit : *digits) {
    const std::int64_t radix = digit.radix.value_or(core::ceil_div(axis.extent, digit.div));
    const bool free = digit.stride == 0;
    axis.places.push_back({digit.div, radix, free, free_below});
    if (free && digit.radix) free_below *= radix;
    if (free && radix > 1) direct_ = false;
    if (free || radix == 1) continue;
    const core::Checked stride = core::checked_abs(digit.stride);
    if (!stride) return false;
    steps_.push_back({Divider(std::max<std::int64_t>(*stride, 2)), *stride, radix, digit.div, k,
                      digit.stride < 0});
  }
  axes_.push_back(std::move(axis));
  return true;
}

bool DigitInverse::sort_steps(std::int64_t base) {
  std::vector<WeightedDigit> digits;
  digits.reserve(steps_.size());
  for (const Step& step : steps_) digits.push_back({step.stride, step.radix});
  const std::vector<std::size_t> order = by_stride(digits);
  if (dominant_count(digits, order) != digits.size()) return false;
  std::vector<Step> sorted;
  core::Checked least = base;
  for (const std::size_t i : order) {
    sorted.push_back(steps_[i]);
    if (!steps_[i].falling) continue;
    const core::Checked reach = core::checked_mul(steps_[i].stride, steps_[i].radix - 1);
    least = reach && least ? core::checked_sub(*least, *reach) : std::nullopt;
  }
  steps_ = std::move(sorted);
  least_ = least.value_or(0);
  return least.has_value();
}

std::optional<DigitInverse> DigitInverse::of(const IndexMap& f) {
  if (!f.is_plain() || f.size() == 0) return std::nullopt;
  DigitInverse inverse;
  for (std::size_t k = 0; k < f.rank(); ++k) {
    if (!inverse.add_axis(f, k)) return std::nullopt;
  }
  if (!inverse.sort_steps(f.out().base)) return std::nullopt;
  return inverse;
}

bool DigitInverse::read(std::int64_t offset, std::span<std::int64_t> x) const {
  std::int64_t rest = 0;
  if (__builtin_sub_overflow(offset, least_, &rest) || rest < 0) return false;
  std::fill(x.begin(), x.end(), 0);
  for (const Step& step : steps_) {
    const std::int64_t digit = step.stride == 1 ? rest : step.divider.floor(rest);
    if (digit >= step.radix) return false;
    rest -= digit * step.stride;
    const std::int64_t moved = (step.falling ? step.radix - 1 - digit : digit) * step.div;
    // A clipped top digit and the digits below it may together exceed the extent, and int64.
    if (moved > axes_[step.dim].extent - 1 - x[step.dim]) return false;
    x[step.dim] += moved;
  }
  return rest == 0;
}

bool DigitInverse::find(std::int64_t offset, std::span<std::int64_t> x) const {
  return read(offset, x);
}

Preimages DigitInverse::list(std::int64_t offset, std::size_t at_most) const {
  Coordinate told(axes_.size());
  if (!read(offset, told)) return {};
  Preimages found{1, {}};
  std::vector<std::int64_t> counts;
  for (std::size_t k = 0; k < axes_.size(); ++k) {
    counts.push_back(axes_[k].count(told[k]));
    found.count *= counts.back();
  }
  const auto listed = static_cast<std::size_t>(
      std::min(static_cast<std::uint64_t>(found.count), static_cast<std::uint64_t>(at_most)));
  for (std::size_t n = 0; n < listed; ++n) {
    Coordinate x(axes_.size());
    auto rest = static_cast<std::int64_t>(n);
    for (std::size_t k = axes_.size(); k-- > 0;) {
      x[k] = axes_[k].nth(told[k], rest % counts[k]);
      rest /= counts[k];
    }
    found.coordinates.push_back(std::move(x));
  }
  return found;
}

}  // namespace tileglot::map
