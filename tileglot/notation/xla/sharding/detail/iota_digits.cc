// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/sharding/detail/iota_digits.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/notation/xla/shape/limits.h"

namespace tileglot::notation::xla {
namespace {

std::int64_t least_prime(std::int64_t n) {
  for (std::int64_t p = 2; p * p <= n; ++p) {
    if (n % p == 0) return p;
  }
  return n;
}

std::int64_t greatest_prime(std::int64_t n) {
  std::int64_t p = least_prime(n);
  for (; p < n; p = least_prime(n)) n /= p;
  return p;
}

/// Whether primes, the smallest first, can be cut between `front` and `back`. Beyond what could be
/// listed instead, the result does not matter and the search would be long.
bool primes_part(std::int64_t front, std::int64_t back) {
  const bool small = front <= kMaxListedDevices && back <= kMaxListedDevices;
  return !small || greatest_prime(front) <= least_prime(back);
}

class Cutter {
 public:
  explicit Cutter(IotaDigits digits) : digits_(std::move(digits)), single_(digits_.size() == 1) {}

  /// Takes the next digits, whose product is `dim`.
  std::optional<IotaDigits> take(std::int64_t dim) {
    IotaDigits taken;
    for (; dim > 1; dim /= taken.back().extent) {
      IotaDigit& digit = digits_[next_];
      if (dim % digit.extent == 0) {
        taken.push_back(digit);
        ++next_;
      } else if (!may_cut(digit.extent, dim)) {
        return std::nullopt;
      } else {
        digit.extent /= dim;
        taken.push_back({.extent = dim, .weight = digit.weight * digit.extent});
      }
    }
    return taken;
  }

 private:
  bool may_cut(std::int64_t extent, std::int64_t dim) const {
    return extent % dim == 0 && (single_ || primes_part(dim, extent / dim));
  }

  IotaDigits digits_;
  bool single_;
  std::size_t next_ = 0;
};

}  // namespace

IotaDigits digits_of(const IotaOrder& order) {
  std::vector<std::int64_t> weights(order.reshape_dims.size(), 1);
  for (std::size_t i = weights.size(); i-- > 1;) {
    weights[i - 1] = weights[i] * order.reshape_dims[i];
  }
  IotaDigits digits;
  for (const std::int64_t p : order.permutation) {
    const auto dim = static_cast<std::size_t>(p);
    digits.push_back({.extent = order.reshape_dims[dim], .weight = weights[dim]});
  }
  return digits;
}

IotaDigits canonical(const IotaDigits& digits) {
  IotaDigits merged;
  for (const IotaDigit& digit : digits) {
    if (digit.extent == 1) continue;
    if (!merged.empty() && merged.back().weight == digit.extent * digit.weight) {
      merged.back() = {.extent = merged.back().extent * digit.extent, .weight = digit.weight};
    } else {
      merged.push_back(digit);
    }
  }
  return merged;
}

IotaOrder order_of(const IotaDigits& digits) {
  const IotaDigits visited = canonical(digits);
  if (visited.empty()) return {.reshape_dims = {1}, .permutation = {0}};
  IotaDigits by_weight = visited;
  std::ranges::sort(by_weight, std::ranges::greater{}, &IotaDigit::weight);
  IotaOrder order;
  for (const IotaDigit& digit : by_weight) order.reshape_dims.push_back(digit.extent);
  for (const IotaDigit& digit : visited) {
    order.permutation.push_back(std::ranges::find(by_weight, digit) - by_weight.begin());
  }
  return order;
}

std::optional<std::vector<IotaDigits>> cut_at(IotaDigits digits,
                                              std::span<const std::int64_t> dims) {
  Cutter cutter(std::move(digits));
  std::vector<IotaDigits> groups;
  for (const std::int64_t dim : dims) {
    auto group = cutter.take(dim);
    if (!group) return std::nullopt;
    groups.push_back(*std::move(group));
  }
  return groups;
}

std::optional<IotaDigits> with_sorted_groups(IotaDigits digits, std::int64_t group) {
  IotaDigits inside;
  for (; group > 1; group /= inside.back().extent) {
    IotaDigit& last = digits.back();
    if (group % last.extent == 0) {
      inside.push_back(last);
      digits.pop_back();
    } else if (last.extent % group == 0) {
      inside.push_back({.extent = group, .weight = last.weight});
      last = {.extent = last.extent / group, .weight = last.weight * group};
    } else {
      return std::nullopt;
    }
  }
  std::ranges::sort(inside, std::ranges::greater{}, &IotaDigit::weight);
  digits.insert(digits.end(), inside.begin(), inside.end());
  return digits;
}

}  // namespace tileglot::notation::xla
