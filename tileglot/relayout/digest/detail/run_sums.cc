// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/digest/detail/run_sums.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <span>

#include "tileglot/relayout/digest/detail/sums.h"
#include "tileglot/relayout/digest/detail/word_sums.h"

namespace tileglot::relayout::digest::detail {
namespace {

constexpr std::int64_t kWordBits = 32;

/// At most 32 bits, from bit `offset` on.
std::uint32_t load_bits(const std::byte* bytes, std::int64_t offset, std::int64_t count) {
  const std::int64_t shift = offset % 8;
  std::uint64_t loaded = 0;
  std::memcpy(&loaded, bytes + offset / 8, static_cast<std::size_t>((shift + count + 7) / 8));
  const std::uint64_t mask = (std::uint64_t{1} << count) - 1;
  return static_cast<std::uint32_t>((loaded >> shift) & mask);
}

/// Words that begin within a byte are shifted into place, some at a time.
Sums sum_shifted(std::uint64_t first_word, const std::byte* bytes, std::int64_t offset,
                 std::int64_t count) {
  std::array<std::uint32_t, 256> words;  // NOLINT(cppcoreguidelines-pro-type-member-init)
  Sums sums;
  while (count > 0) {
    const auto some = std::min<std::int64_t>(count, std::ssize(words));
    for (std::size_t i = 0; i < static_cast<std::size_t>(some); ++i, offset += kWordBits)
      words[i] = load_bits(bytes, offset, kWordBits);
    sums.add(sum_words(first_word, std::as_bytes(std::span(words)).data(), some));
    first_word += static_cast<std::uint64_t>(some);
    count -= some;
  }
  return sums;
}

}  // namespace

Sums sum_run(std::int64_t first, const std::byte* bytes, std::int64_t offset, std::int64_t bits) {
  Sums sums;
  const auto add_part = [&](std::int64_t count) {
    const std::uint32_t part = load_bits(bytes, offset, count) << (first % kWordBits);
    add_word(sums, static_cast<std::uint64_t>(first / kWordBits), part);
    first += count;
    offset += count;
    bits -= count;
  };
  if (first % kWordBits != 0 && bits > 0) add_part(std::min(kWordBits - first % kWordBits, bits));
  if (const std::int64_t words = bits / kWordBits; words > 0) {
    const auto word = static_cast<std::uint64_t>(first / kWordBits);
    sums.add(offset % 8 == 0 ? sum_words(word, bytes + offset / 8, words)
                             : sum_shifted(word, bytes, offset, words));
    first += words * kWordBits;
    offset += words * kWordBits;
    bits -= words * kWordBits;
  }
  if (bits > 0) add_part(bits);
  return sums;
}

}  // namespace tileglot::relayout::digest::detail
