// SPDX-License-Identifier: Apache-2.0
// digit_sum.cc: searches differences of digits that cancel.
#include "tileglot/map/detail/digit_sum.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <optional>
#include <span>
#include <unordered_set>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"

namespace tileglot::map {
namespace {

__extension__ using Wide = __int128;

/// |a|, also of the smallest int64.
std::uint64_t magnitude(std::int64_t a) {
  const auto bits = static_cast<std::uint64_t>(a);
  return a < 0 ? 0 - bits : bits;
}

/// a^-1 mod m. Precondition: gcd(a, m) = 1, m >= 2.
std::int64_t modular_inverse(std::int64_t a, std::int64_t m) {
  std::int64_t r0 = m;
  std::int64_t r1 = core::floor_mod(a, m);
  std::int64_t t0 = 0;
  std::int64_t t1 = 1;
  while (r1 != 0) {
    const std::int64_t q = r0 / r1;
    r0 = std::exchange(r1, r0 - q * r1);
    t0 = std::exchange(t1, t0 - q * t1);
  }
  return core::floor_mod(t0, m);
}

/// Differences start, start + step, .., last.
struct Candidates {
  std::int64_t start = 0;
  std::int64_t last = -1;
  std::int64_t step = 1;
};

class DifferenceSearch {
 public:
  using Accept = std::function<bool(std::span<const std::int64_t>)>;

  DifferenceSearch(std::span<const WeightedDigit> digits, const Accept& accept, std::int64_t steps)
      : digits_(digits),
        order_(by_stride(digits)),
        accept_(accept),
        difference_(digits.size(), 0),
        limit_(steps) {}

  VanishingDifference result() {
    if (!prepare()) return {};
    if (search(0, 0, false) == Outcome::kAccepted) {
      return {VanishingDifference::Answer::kFound, difference_};
    }
    if (steps_ > limit_) return {};
    return {VanishingDifference::Answer::kNone, {}};
  }

 private:
  enum class Outcome { kDead, kRejected, kAccepted };

  /// Reach and gcd of the digits from each level on; false where the reach overflows int64.
  bool prepare() {
    const std::size_t n = order_.size();
    reach_.assign(n + 1, 0);
    gcd_.assign(n + 1, 0);
    dead_.resize(n);
    for (std::size_t level = n; level-- > 0;) {
      const WeightedDigit& digit = digits_[order_[level]];
      const core::Checked stride = core::checked_abs(digit.stride);
      const core::Checked part = stride ? core::checked_mul(*stride, digit.radix - 1) : stride;
      const core::Checked sum = part ? core::checked_add(reach_[level + 1], *part) : part;
      if (!sum || *sum > core::kInt64Max / 2) return false;
      reach_[level] = *sum;
      gcd_[level] = std::gcd(gcd_[level + 1], *stride);
    }
    return true;
  }

  /// Differences at a level whose rest the later levels may still cancel.
  Candidates candidates(std::size_t level, std::int64_t rest) const {
    const WeightedDigit& digit = digits_[order_[level]];
    const std::int64_t stride = std::abs(digit.stride);
    const std::int64_t reach = reach_[level + 1];
    std::int64_t low = std::max(core::ceil_div(rest - reach, stride), 1 - digit.radix);
    const std::int64_t high = std::min(core::floor_div(rest + reach, stride), digit.radix - 1);
    const std::int64_t g = gcd_[level + 1];
    if (g == 0) return rest % stride == 0 ? Candidates{low, high, 1} : Candidates{};
    const std::int64_t common = std::gcd(stride, g);
    const std::int64_t step = g / common;
    if (step > 1) {
      const std::int64_t inverse = modular_inverse(stride / common % step, step);
      const auto residue =
          static_cast<std::int64_t>(Wide{core::floor_mod(rest / common, step)} * inverse % step);
      low += core::floor_mod(residue - core::floor_mod(low, step), step);
    }
    return {low, high, step};
  }

  /// `started`: an earlier digit differs. Until then only differences >= 0 are searched, since -d
  /// vanishes if d does.
  Outcome search(std::size_t level, std::int64_t rest, bool started) {
    if (level == order_.size()) {
      if (!started) return Outcome::kRejected;
      return accept_(difference_) ? Outcome::kAccepted : Outcome::kRejected;
    }
    if (started && dead_[level].contains(rest)) return Outcome::kDead;
    const WeightedDigit& digit = digits_[order_[level]];
    const std::int64_t sign = digit.stride < 0 ? -1 : 1;
    const Candidates range = candidates(level, rest);
    Outcome outcome = Outcome::kDead;
    // Until a digit differs the rest is 0, and so 0 is among the candidates.
    const std::int64_t first = started ? range.start : std::max<std::int64_t>(range.start, 0);
    for (std::int64_t d = first; d <= range.last; d += range.step) {
      if (++steps_ > limit_) return Outcome::kRejected;
      difference_[order_[level]] = sign * d;
      const std::int64_t left = rest - std::abs(digit.stride) * d;
      const Outcome below = search(level + 1, left, started || d != 0);
      if (below == Outcome::kAccepted) return below;
      if (below == Outcome::kRejected) outcome = below;
      if (range.last - d < range.step) break;  // the next would exceed the range, and perhaps int64
    }
    difference_[order_[level]] = 0;
    if (outcome == Outcome::kDead && started) dead_[level].insert(rest);
    return outcome;
  }

  std::span<const WeightedDigit> digits_;
  std::vector<std::size_t> order_;
  const Accept& accept_;
  std::vector<std::int64_t> difference_;
  std::vector<std::int64_t> reach_;
  std::vector<std::int64_t> gcd_;
  std::vector<std::unordered_set<std::int64_t>> dead_;  ///< by level: rests without a completion
  std::int64_t limit_;
  std::int64_t steps_ = 0;
};

}  // namespace

std::vector<std::size_t> by_stride(std::span<const WeightedDigit> digits) {
  std::vector<std::size_t> order(digits.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const std::uint64_t left = magnitude(digits[a].stride);
    const std::uint64_t right = magnitude(digits[b].stride);
    return left != right ? left > right : a < b;
  });
  return order;
}

std::size_t dominant_count(std::span<const WeightedDigit> digits,
                           std::span<const std::size_t> order) {
  Wide reach = 0;
  std::size_t count = 0;
  for (std::size_t i = order.size(); i-- > 0;) {
    const Wide stride = magnitude(digits[order[i]].stride);
    count = stride > reach ? count + 1 : 0;
    reach += stride * (digits[order[i]].radix - 1);
    reach = std::min(reach, Wide{1} << 64);  // strides do not exceed it
  }
  return count;
}

VanishingDifference vanishing_difference(
    std::span<const WeightedDigit> digits,
    const std::function<bool(std::span<const std::int64_t>)>& accept, std::int64_t steps) {
  return DifferenceSearch(digits, accept, steps).result();
}

}  // namespace tileglot::map
