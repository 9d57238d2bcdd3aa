// SPDX-License-Identifier: Apache-2.0
#include "tileglot/io/file/checksum.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace tileglot::io {
namespace {

constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15U;

std::uint64_t word_at(std::span<const std::byte> bytes, std::size_t at) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes.data() + at, sizeof word);
  return word;
}

/// Multiplying by an odd number and folding are both invertible, so a changed word always changes
/// the sum.
std::uint64_t stirred(std::uint64_t sum, std::uint64_t word) {
  const std::uint64_t product = (sum ^ word) * kOdd;
  return product ^ product >> 32U;
}

}  // namespace

std::uint64_t checksum(std::span<const std::byte> bytes) {
  constexpr std::size_t kWord = sizeof(std::uint64_t);
  std::array<std::uint64_t, 4> sums = {1, 2, 3, 4};
  std::size_t at = 0;
  for (; at + 4 * kWord <= bytes.size(); at += 4 * kWord) {
    for (std::size_t k = 0; k < 4; ++k) sums[k] = stirred(sums[k], word_at(bytes, at + k * kWord));
  }
  for (; at + kWord <= bytes.size(); at += kWord) sums[0] = stirred(sums[0], word_at(bytes, at));
  for (; at < bytes.size(); ++at) {
    sums[1] = stirred(sums[1], std::to_integer<std::uint64_t>(bytes[at]));
  }
  std::uint64_t all = mixed(bytes.size());
  for (const std::uint64_t sum : sums) all = mixed(all ^ sum);
  return all;
}

}  // namespace tileglot::io
