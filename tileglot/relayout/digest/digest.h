// SPDX-License-Identifier: Apache-2.0
// digest.h: two sums that stand for the contents of an array, however it is laid out and cut.
//
// What     A Digest has the array's extents and element bits, two sums mod 2^64 over its elements,
//          and how many elements are in them. add() makes one of the digests of two parts.
// Why      Whether 512 ranks hold the model of a checkpoint is asked without moving it: each digests
//          its shards, sums are added, and texts of 60 characters are compared.
// How      Elements, row-major, are a stream of bits, cut into words of 32. A word times an odd
//          multiplier that follows from its number is a summand; so an element contributes by its
//          index in the whole array and its bits alone. docs/reference/digest.md has the formula.
//          Not cryptographic. An error that does not know the multipliers escapes each sum with a
//          chance of 2^-63, or 2^-(63-k) where all words that differ do so by multiples of 2^k,
//          k < 32. A single element that differs is always noticed.
// Units    Elements and bits.
// Example  u8[2,3] of 1 to 6 is the sum of two parts, its rows.
//          [tests: digest_test.cc, "digests of parts are added"]
// Errors   digest.other_array where two digests are of arrays of different extents or types;
//          digest.elements where they have more elements together than the array.
#pragma once

#include <cstdint>
#include <vector>

#include "tileglot/core/error.h"

namespace tileglot::relayout::digest {

struct Digest {
  std::vector<std::int64_t> extents = {};  ///< of the whole array
  int element_bits = 0;
  std::int64_t elements = 0;  ///< in the sums; an element of two parts counts twice
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  friend bool operator==(const Digest&, const Digest&) = default;

  /// The elements of the whole array; they fit int64.
  std::int64_t all_elements() const;
  /// True if the sums have as many elements as the array: if no part repeats another, all.
  bool is_whole() const { return elements == all_elements(); }

  /// Includes another part of the same array.
  core::Status add(const Digest& part);
};

}  // namespace tileglot::relayout::digest
