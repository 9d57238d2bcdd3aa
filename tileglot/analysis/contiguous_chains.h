// SPDX-License-Identifier: Apache-2.0
// contiguous_chains.h: elements that are contiguous in every view of them.
//
// What     A column holds the position of one element in several views: each thread's offset of a
//          register, or the offsets in two layouts. contiguous_chains joins columns that differ by
//          1 in every entry; widest_vector is the largest power of two that cuts every chain into
//          whole vectors, aligned in every entry.
// Why      Vectors of n partition the elements exactly where n divides every chain's length, and
//          they are aligned where it divides every chain's head: so the gcd of those numbers
//          decides.
// Example  (0,8) (1,9) and (0,16) (1,17) are two chains of 2; both heads are even, so vectors of 2
//          fit.
//          [tests: contiguous_chains_test.cc, "chains are told apart by every entry"]
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tileglot::analysis {

using Column = std::vector<std::int64_t>;

struct Chain {
  Column head = {};
  std::int64_t length = 1;
  friend bool operator==(const Chain&, const Chain&) = default;
};

/// Equal columns count once, heads ascend. Precondition: columns have the same length, and adding
/// or subtracting 1 does not overflow any entry.
std::vector<Chain> contiguous_chains(std::vector<Column> columns);

/// At most `most`, at least 1.
std::int64_t widest_vector(std::span<const Chain> chains, std::int64_t most);
/// The same, ignoring alignment.
std::int64_t widest_run(std::span<const Chain> chains, std::int64_t most);

}  // namespace tileglot::analysis
