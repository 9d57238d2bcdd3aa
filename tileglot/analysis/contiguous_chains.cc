// SPDX-License-Identifier: Apache-2.0
#include "tileglot/analysis/contiguous_chains.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace tileglot::analysis {
namespace {

void shift(Column& column, std::int64_t by) {
  for (std::int64_t& entry : column) entry += by;
}

/// Precondition: columns ascend.
bool has(std::span<const Column> columns, const Column& column) {
  return std::ranges::binary_search(columns, column);
}

/// The largest power of two that divides `number`, every one if it is 0, and is at most `most`.
std::int64_t power_of_two_in(std::int64_t number, std::int64_t most) {
  const auto limit = std::bit_floor(static_cast<std::uint64_t>(std::max<std::int64_t>(most, 1)));
  const auto bits = static_cast<std::uint64_t>(number);
  const std::uint64_t divides = bits == 0 ? limit : bits & (~bits + 1);
  return static_cast<std::int64_t>(std::min(divides, limit));
}

std::int64_t gcd_of_lengths(std::span<const Chain> chains) {
  std::int64_t gcd = 0;
  for (const Chain& chain : chains) gcd = std::gcd(gcd, chain.length);
  return gcd;
}

}  // namespace

std::vector<Chain> contiguous_chains(std::vector<Column> columns) {
  std::ranges::sort(columns);
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  std::vector<Chain> chains;
  for (const Column& column : columns) {
    Column next = column;
    shift(next, -1);
    if (has(columns, next)) continue;
    Chain chain{.head = column};
    shift(next, 2);
    for (; has(columns, next); shift(next, 1)) ++chain.length;
    chains.push_back(std::move(chain));
  }
  return chains;
}

std::int64_t widest_vector(std::span<const Chain> chains, std::int64_t most) {
  std::int64_t gcd = gcd_of_lengths(chains);
  for (const Chain& chain : chains) {
    for (const std::int64_t entry : chain.head) gcd = std::gcd(gcd, entry);
  }
  return power_of_two_in(gcd, most);
}

std::int64_t widest_run(std::span<const Chain> chains, std::int64_t most) {
  return power_of_two_in(gcd_of_lengths(chains), most);
}

}  // namespace tileglot::analysis
