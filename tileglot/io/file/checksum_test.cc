// SPDX-License-Identifier: Apache-2.0
#include "tileglot/io/file/checksum.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <set>
#include <span>
#include <vector>

namespace tileglot::io {
namespace {

TEST(Checksum, EveryBitCounts) {
  std::set<std::uint64_t> seen;
  std::size_t sums = 0;
  for (std::size_t length = 0; length < 80; ++length) {
    std::vector<std::byte> bytes(length);
    seen.insert(checksum(bytes));
    ++sums;
    for (std::size_t bit = 0; bit < 8 * length; ++bit) {
      bytes[bit / 8] = static_cast<std::byte>(1U << bit % 8);
      seen.insert(checksum(bytes));
      ++sums;
      bytes[bit / 8] = std::byte{0};
    }
  }
  EXPECT_EQ(seen.size(), sums);
}

TEST(Checksum, TheOrderOfWordsCounts) {
  std::vector<std::byte> bytes(64, std::byte{0});
  bytes[0] = std::byte{1};
  bytes[8] = std::byte{2};
  const auto before = checksum(bytes);
  std::swap(bytes[0], bytes[8]);
  EXPECT_NE(checksum(bytes), before);
  std::swap(bytes[0], bytes[32]);
  EXPECT_NE(checksum(bytes), before);
}

}  // namespace
}  // namespace tileglot::io
