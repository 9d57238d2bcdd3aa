// SPDX-License-Identifier: Apache-2.0
// keys.h: the odd multipliers of the words of an array.
//
// What     key(s, n) multiplies word n in sum s, 0 or 1. It is block_key(s, n / 256) times
//          place_key(s, n mod 256), mod 2^64; both are outputs of SplitMix64, made odd.
// Why      A word's multiplier follows from its number alone, so that any part of an array can be
//          summed by itself. The places are a table that stays in the first-level cache, and a
//          block is multiplied once, so a word costs as much as with a table of all keys.
// How      The product of odd numbers is odd: a word times its key is 0 only if the word is.
// Example  Outputs 0 and 1 of SplitMix64 are e220a8397b1dcdaf and 6e789e6aa1b965f4.
//          [tests: detail/keys_test.cc, "keys are outputs of SplitMix64"]
// Source   Steele, Lea, Flood: Fast splittable pseudorandom number generators (2014).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace tileglot::relayout::digest::detail {

inline constexpr std::uint64_t kBlockWords = 256;

/// Output `number` of SplitMix64 with seed 0.
constexpr std::uint64_t split_mix(std::uint64_t number) {
  std::uint64_t x = (number + 1) * 0x9E3779B97F4A7C15U;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31);
}

constexpr std::uint64_t block_key(std::uint64_t sum, std::uint64_t block) {
  return split_mix(2 * block + sum) | 1;
}

constexpr std::uint64_t place_key(std::uint64_t sum, std::uint64_t place) {
  return split_mix((std::uint64_t{1} << 63) + 2 * place + sum) | 1;
}

constexpr std::uint64_t key(std::uint64_t sum, std::uint64_t word) {
  return block_key(sum, word / kBlockWords) * place_key(sum, word % kBlockWords);
}

/// The keys of the places of a block, for one sum; a vector of 64-bit lanes multiplies 32 bits of
/// each.
struct PlaceKeys {
  alignas(64) std::array<std::uint64_t, kBlockWords> whole;
  alignas(64) std::array<std::uint64_t, kBlockWords> upper;  ///< shifted down by 32 bits
};

constexpr PlaceKeys place_keys(std::uint64_t sum) {
  PlaceKeys keys = {};
  for (std::size_t place = 0; place < kBlockWords; ++place) {
    keys.whole[place] = place_key(sum, place);
    keys.upper[place] = keys.whole[place] >> 32;
  }
  return keys;
}

inline constexpr PlaceKeys kFirstKeys = place_keys(0);
inline constexpr PlaceKeys kSecondKeys = place_keys(1);

}  // namespace tileglot::relayout::digest::detail
