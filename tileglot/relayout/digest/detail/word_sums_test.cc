// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/digest/detail/word_sums.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "tileglot/core/law.h"
#include "tileglot/relayout/digest/detail/keys.h"
#include "tileglot/relayout/digest/detail/sums.h"
#include "tileglot/relayout/kernels/guarded_memory.h"
#include "tileglot/relayout/kernels/target.h"

namespace tileglot::relayout::digest::detail {
namespace {

constexpr std::int64_t kMostWords = 1500;

Sums slow_sums(std::uint64_t first_word, std::span<const std::byte> bytes) {
  Sums sums;
  for (std::size_t i = 0; i < bytes.size(); i += 4, ++first_word) {
    std::uint32_t word = 0;
    std::memcpy(&word, bytes.data() + i, sizeof word);
    sums.add({key(0, first_word) * word, key(1, first_word) * word});
  }
  return sums;
}

/// At the end of memory that may be read.
void expect_sums(const kernels::GuardedMemory& memory, std::uint64_t first_word,
                 std::int64_t count) {
  const std::span<std::byte> bytes = memory.at_end(4 * count);
  kernels::fill_randomly(bytes, static_cast<std::uint32_t>(first_word));
  if (count % 3 == 0) std::ranges::fill(bytes, std::byte{0xFF});
  EXPECT_EQ(sum_words(first_word, bytes.data(), count), slow_sums(first_word, bytes))
      << count << " words from " << first_word;
}

TEST(WordSums, EveryTargetAddsTheWordsTimesTheirKeys) {
  const kernels::GuardedMemory memory(4 * kMostWords);
  const auto targets = kernels::target_names();
  core::check_law("word_sums_are_words_times_keys", 50000, [&] {
    ASSERT_TRUE(kernels::force_target(*rc::gen::elementOf(targets)));
    const auto block = *rc::gen::resize(100, rc::gen::inRange<std::uint64_t>(0, 1U << 20));
    const auto place = *rc::gen::resize(100, rc::gen::inRange<std::uint64_t>(0, kBlockWords));
    const auto most = *rc::gen::element<std::int64_t>(20, 300, kMostWords);
    expect_sums(memory, block * kBlockWords + place,
                *rc::gen::resize(100, rc::gen::inRange<std::int64_t>(0, most)));
  });
  kernels::force_target({});
}

TEST(WordSums, TheLastWordsOfTheLargestArrayHaveKeys) {
  const kernels::GuardedMemory memory(4 * kMostWords);
  expect_sums(memory, (std::uint64_t{1} << 58) - 1000, 1000);
}

}  // namespace
}  // namespace tileglot::relayout::digest::detail
