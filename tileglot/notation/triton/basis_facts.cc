// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/triton/basis_facts.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <vector>

#include "tileglot/notation/triton/encoding.h"

namespace tileglot::notation::triton {
namespace {

constexpr int kWordBits = 64;

int bits_below(std::int64_t size) { return std::countr_zero(static_cast<std::uint64_t>(size)); }

/// Packs all dimensions into one word, dimension 0 in the lowest bits.
std::uint64_t packed(const Numbers& basis, const Numbers& sizes) {
  std::uint64_t word = 0;
  int shift = 0;
  for (std::size_t d = 0; d < basis.size(); ++d) {
    if (basis[d] != 0) word |= static_cast<std::uint64_t>(basis[d]) << shift;
    shift += bits_below(sizes[d]);
  }
  return word;
}

/// Adds a word to a set of words with distinct leading bits; false if it is in their span.
bool extend(std::vector<std::uint64_t>& echelon, std::uint64_t word) {
  for (const std::uint64_t row : echelon) word = std::min(word, word ^ row);
  if (word == 0) return false;
  echelon.push_back(word);
  std::ranges::sort(echelon, std::ranges::greater());
  return true;
}

int total_bits(const Numbers& sizes) {
  int bits = 0;
  for (const std::int64_t size : sizes) bits += bits_below(size);
  return bits;
}

}  // namespace

std::optional<Numbers> reached_sizes(const Bases& bases, std::int64_t rank) {
  Numbers sizes(static_cast<std::size_t>(rank), 1);
  for (const Numbers& basis : bases) {
    for (std::size_t d = 0; d < basis.size(); ++d) {
      const auto above = std::bit_ceil(static_cast<std::uint64_t>(basis[d]) + 1);
      sizes[d] = std::max(sizes[d], static_cast<std::int64_t>(above));
    }
  }
  if (total_bits(sizes) > kWordBits) return std::nullopt;
  return sizes;
}

std::int64_t reached_bits(const Bases& bases, std::int64_t rank) {
  const auto sizes = reached_sizes(bases, rank);
  if (!sizes) return 0;
  std::vector<std::uint64_t> echelon;
  for (const Numbers& basis : bases) extend(echelon, packed(basis, *sizes));
  return static_cast<std::int64_t>(echelon.size());
}

bool is_onto(const Bases& bases, std::int64_t rank) {
  const auto sizes = reached_sizes(bases, rank);
  return sizes && reached_bits(bases, rank) == total_bits(*sizes);
}

bool moves_in_one_dimension(const Numbers& basis) {
  return std::ranges::count_if(basis, [](std::int64_t entry) { return entry != 0; }) <= 1;
}

bool is_zero(const Numbers& basis) { return std::ranges::count(basis, 0) == std::ssize(basis); }

std::int64_t count_not_zero(const Bases& bases) {
  return std::ranges::count_if(bases, [](const Numbers& basis) { return !is_zero(basis); });
}

bool is_permutation(const Bases& bases, std::int64_t rank) {
  const auto single = [](const Numbers& basis) {
    return moves_in_one_dimension(basis) && std::ranges::all_of(basis, [](std::int64_t entry) {
             return std::popcount(static_cast<std::uint64_t>(entry)) <= 1;
           });
  };
  return std::ranges::all_of(bases, single) && is_onto(bases, rank) &&
         reached_bits(bases, rank) == count_not_zero(bases);
}

Bases joined(std::initializer_list<const Bases*> parts) {
  Bases all;
  for (const Bases* part : parts) all.insert(all.end(), part->begin(), part->end());
  return all;
}

}  // namespace tileglot::notation::triton
