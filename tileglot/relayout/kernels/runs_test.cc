// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/kernels/runs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "tileglot/relayout/kernels/guarded_memory.h"
#include "tileglot/relayout/kernels/stream.h"
#include "tileglot/relayout/kernels/target.h"

namespace tileglot::relayout::kernels {
namespace {

constexpr std::int64_t kRuns = 5;
constexpr std::byte kPoison{0xA5};

/// Runs `gap` bytes apart, the last one up to the guard: to a buffer and back to another place.
void expect_come_and_go(std::int64_t bytes, std::int64_t gap, Store store) {
  const std::int64_t size = kRuns * (bytes + gap) - gap;
  const std::int64_t packed = kRuns * bytes + kRunSlack;
  const GuardedMemory source(size);
  const GuardedMemory buffer(packed);
  const GuardedMemory target(size);
  const auto from = source.at_end(size);
  const auto to = target.at_end(size);
  fill_randomly(from, static_cast<std::uint32_t>(bytes));
  std::fill(to.begin(), to.end(), kPoison);
  std::vector<std::int64_t> offsets;
  offsets.reserve(kRuns);
  for (std::int64_t i = 0; i < kRuns; ++i) offsets.push_back(i * (bytes + gap));

  gather_runs(from.data(), offsets, bytes, buffer.at_end(packed).data(), bytes);
  std::vector<std::byte> expected(to.begin(), to.end());
  for (std::int64_t i = 0; i < kRuns; ++i) {
    const auto n = static_cast<std::size_t>(bytes);
    ASSERT_EQ(std::memcmp(buffer.at_end(packed).data() + i * bytes,
                          from.data() + offsets[static_cast<std::size_t>(i)], n),
              0);
    std::memcpy(expected.data() + offsets[static_cast<std::size_t>(i)],
                from.data() + offsets[static_cast<std::size_t>(i)], n);
  }
  scatter_runs(buffer.at_end(packed).data(), bytes, offsets, to.data(), store);
  stream_fence();
  ASSERT_TRUE(std::equal(to.begin(), to.end(), expected.begin())) << bytes << " " << gap;
}

TEST(Runs, RunsOfAnyLengthComeAndGo) {
  for (const std::string_view target : target_names()) {
    ASSERT_TRUE(force_target(target));
    for (std::int64_t bytes = 1; bytes < 300; ++bytes) {
      for (const std::int64_t gap : {0, 1, 6, 40}) {
        expect_come_and_go(bytes, gap, Store::kCached);
        expect_come_and_go(bytes, gap, Store::kStreaming);
      }
    }
  }
  ASSERT_TRUE(force_target({}));
}

}  // namespace
}  // namespace tileglot::relayout::kernels
