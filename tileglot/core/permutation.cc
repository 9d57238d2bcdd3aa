// SPDX-License-Identifier: Apache-2.0
// permutation.cc: reorderings of dimensions.
#include "tileglot/core/permutation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tileglot::core {
namespace {

std::string times(std::int64_t count) {
  return count == 2 ? std::string("twice") : fmt::format("{} times", count);
}

/// "a", "a and b", "a, b and c".
std::string enumerated(const std::vector<std::string>& parts) {
  std::string result;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) result += i + 1 == parts.size() ? " and " : ", ";
    result += parts[i];
  }
  return result;
}

}  // namespace

std::optional<PermutationFault> permutation_fault(std::span<const std::int64_t> p) {
  PermutationFault fault{.size = static_cast<std::int64_t>(p.size())};
  std::vector<std::int64_t> count(p.size(), 0);
  for (const std::int64_t number : p) {
    if (number >= 0 && number < fault.size) {
      ++count[static_cast<std::size_t>(number)];
    } else {
      fault.outside = std::min(number, fault.outside.value_or(number));
    }
  }
  for (std::int64_t i = fault.size - 1; i >= 0; --i) {
    const std::int64_t times_listed = count[static_cast<std::size_t>(i)];
    if (times_listed > 1) fault.repeated = {i, times_listed};
    if (times_listed == 0) fault.missing = i;
  }
  if (!fault.missing) return std::nullopt;  // n numbers with none missing have no repeats
  return fault;
}

std::string describe(const PermutationFault& fault) {
  std::vector<std::string> parts;
  if (fault.outside) {
    parts.push_back(fault.size == 1
                        ? fmt::format("{} is not 0", *fault.outside)
                        : fmt::format("{} is not one of 0 to {}", *fault.outside, fault.size - 1));
  }
  if (fault.repeated) {
    parts.push_back(
        fmt::format("{} is listed {}", fault.repeated->number, times(fault.repeated->times)));
  }
  if (fault.missing) parts.push_back(fmt::format("{} is missing", *fault.missing));
  return enumerated(parts);
}

bool is_permutation(std::span<const std::int64_t> p) { return !permutation_fault(p); }

bool is_identity(std::span<const std::int64_t> p) {
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (p[i] != static_cast<std::int64_t>(i)) return false;
  }
  return true;
}

Permutation identity_permutation(std::int64_t size) {
  Permutation result(static_cast<std::size_t>(size));
  std::iota(result.begin(), result.end(), std::int64_t{0});
  return result;
}

Permutation reverse_permutation(std::int64_t size) {
  Permutation result = identity_permutation(size);
  std::reverse(result.begin(), result.end());
  return result;
}

Permutation compose(std::span<const std::int64_t> p, std::span<const std::int64_t> q) {
  return permute(p, q);
}

Permutation inverse(std::span<const std::int64_t> p) {
  Permutation result(p.size());
  for (std::size_t i = 0; i < p.size(); ++i) {
    result[static_cast<std::size_t>(p[i])] = static_cast<std::int64_t>(i);
  }
  return result;
}

}  // namespace tileglot::core
