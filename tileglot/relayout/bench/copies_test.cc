// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/bench/copies.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "tileglot/relayout/bench/expected.h"
#include "tileglot/relayout/bench/flush.h"
#include "tileglot/relayout/bench/machine.h"
#include "tileglot/relayout/bench/pages.h"
#include "tileglot/relayout/bench/pinned_thread_pool.h"

namespace tileglot::relayout::bench {
namespace {

using Copying = void (*)(PinnedThreadPool&, std::span<const std::byte>, std::span<std::byte>);

void expect_copies(Copying copy, std::int64_t bytes, int threads) {
  PinnedThreadPool pool(threads);
  Pages source(bytes, false);
  Pages target(bytes + 1, false);
  fill_with_numbers(source.bytes(), 1);
  const auto room = target.bytes().first(static_cast<std::size_t>(bytes));
  copy(pool, source.bytes(), room);
  EXPECT_TRUE(std::equal(room.begin(), room.end(), source.bytes().begin()))
      << bytes << " bytes, " << threads << " threads";
  EXPECT_EQ(target.bytes().back(), std::byte{1});
}

TEST(Copies, EveryByteIsCopiedByAnyNumberOfThreads) {
  for (const std::int64_t bytes : {0, 1, 63, 64, 100, 4095, 4096, 4097, 100'000}) {
    for (const int threads : {1, 2, 3}) {
      expect_copies(copy_memory, bytes, threads);
      expect_copies(stream_memory, bytes, threads);
    }
  }
}

TEST(PinnedThreadPool, EveryThreadWorksOnceARound) {
  PinnedThreadPool pool(4);
  std::atomic<int> seen = 0;
  for (int round = 0; round < 100; ++round) {
    pool.run([&seen](int thread) { seen += 1 << (8 * thread); });
    ASSERT_EQ(seen.exchange(0), 0x01010101);
  }
}

TEST(Pages, BytesBeginOnAPageAndAreTouched) {
  for (const bool huge : {false, true}) {
    const Pages pages(100'000, huge);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(pages.data()) % 4096, 0U);
    EXPECT_EQ(std::count(pages.bytes().begin(), pages.bytes().end(), std::byte{1}), 100'000);
  }
}

TEST(Machine, CachesGrowWithTheirLevel) {
  const Machine machine = this_machine();
  EXPECT_FALSE(machine.processors.empty());
  EXPECT_GT(machine.l1_bytes, 0);
  EXPECT_GE(machine.l2_bytes, machine.l1_bytes);
  EXPECT_GE(machine.last_level_bytes, machine.l2_bytes);
}

TEST(Flush, EveryThreadFlushes) {
  const Machine machine{.l2_bytes = 1 << 16, .last_level_bytes = 1 << 18};
  PinnedThreadPool pool(2);
  Flush flush(pool, machine);
  flush.run();
  flush.run();
}

}  // namespace
}  // namespace tileglot::relayout::bench
