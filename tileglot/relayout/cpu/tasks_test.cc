// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/tasks.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <new>
#include <vector>

#include "tileglot/core/error.h"

namespace tileglot::relayout::cpu {
namespace {

constexpr auto kGoOn = []() -> core::Status { return {}; };

TEST(Tasks, EveryTaskIsDoneOnce) {
  for (const int threads : {1, 2, 7}) {
    std::vector<std::atomic<int>> done(100);
    const auto body = [&](int worker, std::int64_t task) -> core::Status {
      EXPECT_LT(worker, threads);
      ++done[static_cast<std::size_t>(task)];
      return {};
    };
    ASSERT_TRUE(run_tasks(threads, 100, body, kGoOn).has_value());
    for (const auto& count : done) EXPECT_EQ(count, 1);
  }
  EXPECT_TRUE(run_tasks(2, 0, [](int, std::int64_t) -> core::Status { return {}; }, kGoOn));
}

TEST(Tasks, TheFirstErrorEndsTheWork) {
  std::atomic<int> begun = 0;
  const auto body = [&](int, std::int64_t task) -> core::Status {
    ++begun;
    if (task == 3) return core::fail({.code = "test.third"});
    if (task == 4) throw std::bad_alloc();
    return {};
  };
  const auto status = run_tasks(1, 1000, body, kGoOn);
  ASSERT_FALSE(status.has_value());
  EXPECT_EQ(status.error()->code, "test.third");
  EXPECT_EQ(begun, 4);
}

TEST(Tasks, MemoryThatIsUsedUpIsAnError) {
  const auto body = [](int, std::int64_t) -> core::Status { throw std::bad_alloc(); };
  EXPECT_EQ(run_tasks(2, 5, body, kGoOn).error()->code, "io.memory");
}

TEST(Tasks, TheWatchLooksAtTheEndToo) {
  int looks = 0;
  std::atomic<int> done = 0;
  const auto body = [&](int, std::int64_t) -> core::Status {
    ++done;
    return {};
  };
  const auto watch = [&]() -> core::Status {
    ++looks;
    return {};
  };
  for (int i = 0; i < 100; ++i) {
    looks = 0;
    ASSERT_TRUE(run_tasks(2, 3, body, watch).has_value());
    EXPECT_GT(looks, 0);
  }
  EXPECT_EQ(done, 300);
}

TEST(Tasks, TheWatchEndsTheWork) {
  std::atomic<bool> has_seen = false;
  const auto body = [&](int, std::int64_t) -> core::Status {
    while (!has_seen) continue;
    return {};
  };
  const auto watch = [&]() -> core::Status {
    has_seen = true;
    return core::fail({.code = "test.enough"});
  };
  EXPECT_EQ(run_tasks(2, 1 << 30, body, watch).error()->code, "test.enough");
}

}  // namespace
}  // namespace tileglot::relayout::cpu
