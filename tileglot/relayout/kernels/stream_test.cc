// SPDX-License-Identifier: Apache-2.0
// stream_test.cc: streaming copies and zeros of every target, between guard pages.
#include "tileglot/relayout/kernels/stream.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "tileglot/relayout/kernels/guarded_memory.h"
#include "tileglot/relayout/kernels/target.h"

namespace tileglot::relayout::kernels {
namespace {

constexpr std::int64_t kLengths[] = {0, 1, 7, 63, 64, 65, 100, 127, 128, 200, 1000, 4096, 20000};

std::vector<std::byte> copy_of(std::span<const std::byte> bytes) {
  return {bytes.begin(), bytes.end()};
}

TEST(Stream, AnyLengthAndAlignmentIsCopied) {
  const GuardedMemory from(1 << 16);
  const GuardedMemory to(1 << 16);
  for (const std::string_view target : target_names()) {
    ASSERT_TRUE(force_target(target));
    for (const std::int64_t bytes : kLengths) {
      for (const std::int64_t shift : {0, 1, 8, 56, 63}) {
        const std::span source = from.at_end(bytes);
        const std::span copy = to.at_begin(shift + bytes).last(source.size());
        fill_randomly(source, static_cast<std::uint32_t>(bytes + shift));
        stream_copy(copy.data(), source.data(), bytes);
        stream_fence();
        EXPECT_EQ(copy_of(copy), copy_of(source)) << target << ": " << bytes << " at " << shift;
      }
    }
  }
  force_target({});
}

TEST(Stream, ZerosStayBetweenTheirEnds) {
  const GuardedMemory to(1 << 16);
  for (const std::string_view target : target_names()) {
    ASSERT_TRUE(force_target(target));
    for (const std::int64_t bytes : kLengths) {
      for (const std::int64_t shift : {1, 8, 56, 64}) {
        const std::span around = to.at_begin(shift + bytes + 9);
        std::fill(around.begin(), around.end(), std::byte{7});
        stream_zero(around.data() + shift, bytes);
        stream_fence();
        EXPECT_EQ(std::count(around.begin(), around.end(), std::byte{0}), bytes) << target;
        EXPECT_EQ(around[static_cast<std::size_t>(shift - 1)], std::byte{7}) << target;
        EXPECT_EQ(around[static_cast<std::size_t>(shift + bytes)], std::byte{7}) << target;
      }
    }
  }
  force_target({});
}

TEST(Stream, NothingIsTouchedAfterTheEnd) {
  const GuardedMemory from(1 << 16);
  const GuardedMemory to(1 << 16);
  for (const std::int64_t bytes : kLengths) {
    const std::span source = from.at_end(bytes);
    const std::span copy = to.at_end(bytes);
    fill_randomly(source, 5);
    stream_copy(copy.data(), source.data(), bytes);
    stream_fence();
    EXPECT_EQ(copy_of(copy), copy_of(source)) << bytes;
    stream_zero(copy.data(), bytes);
  }
}

/// Rows that begin anywhere in a line, in parts of `bytes`, between a head and a tail that are there.
void expect_parts_join(std::int64_t bytes, std::int64_t pitch, std::int64_t shift) {
  constexpr std::int64_t kRowCount = 5;
  constexpr std::int64_t kParts = 4;
  const GuardedMemory to(1 << 16);
  const std::span target = to.at_begin(shift + kRowCount * pitch);
  std::fill(target.begin(), target.end(), std::byte{0});
  std::vector<std::byte> parts(static_cast<std::size_t>(kRowCount * (bytes + 64)));
  for (std::int64_t p = 0; p < kParts; ++p) {
    for (std::int64_t r = 0; r < kRowCount; ++r)
      std::fill_n(parts.begin() + r * (bytes + 64) + 64, bytes, static_cast<std::byte>(p + 1));
    stream_parts({parts.data() + 64, bytes + 64, target.data() + shift + p * bytes, pitch,
                  kRowCount, bytes});
  }
  stream_fence();
  for (std::int64_t r = 0; r < kRowCount; ++r) {
    const std::int64_t begin = shift + r * pitch;
    // What is before part 1 was in front of the buffer's row; the end of the last part stays there.
    const std::int64_t written = begin - begin % 64 + kParts * bytes;
    for (std::int64_t i = begin; i < written; ++i)
      ASSERT_EQ(target[static_cast<std::size_t>(i)],
                static_cast<std::byte>((i - begin) / bytes + 1))
          << "row " << r << ", byte " << i - begin;
  }
}

TEST(Stream, PartsOfRowsJoinWhereTheyShareALine) {
  for (const std::string_view target : target_names()) {
    ASSERT_TRUE(force_target(target));
    for (const std::int64_t bytes : {64, 128, 512}) {
      for (const std::int64_t shift : {0, 4, 63}) expect_parts_join(bytes, 2500, shift);
    }
  }
  force_target({});
}

}  // namespace
}  // namespace tileglot::relayout::kernels
