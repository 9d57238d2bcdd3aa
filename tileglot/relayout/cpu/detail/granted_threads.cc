// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/detail/granted_threads.h"

#include <chrono>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <iterator>
#include <latch>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace tileglot::relayout::cpu {
namespace {

/// 0 where the system does not list them.
std::ptrdiff_t running_threads() {
  std::error_code ignored;
  const std::filesystem::directory_iterator threads("/proc/self/task", ignored);
  return std::distance(begin(threads), end(threads));
}

/// A thread that was joined counts against the limit for a moment more.
void wait_until_uncounted(std::ptrdiff_t before) {
  constexpr int kMostLooks = 1000;
  for (int look = 0; look < kMostLooks && running_threads() > before; ++look) {
    std::this_thread::sleep_for(std::chrono::microseconds(20));
  }
}

bool can_start(int threads) {
  const std::ptrdiff_t before = running_threads();
  std::latch all_started(1);
  bool granted = true;
  {
    std::vector<std::jthread> started;
    try {
      for (int i = 0; i < threads; ++i) started.emplace_back([&] { all_started.wait(); });
    } catch (const std::exception&) {
      granted = false;
    }
    all_started.count_down();
  }
  wait_until_uncounted(before);
  return granted;
}

}  // namespace

bool grants_threads(int threads) {
  static std::mutex mutex;
  static int granted = 0;
  const std::lock_guard lock(mutex);
  if (threads > granted && can_start(threads)) granted = threads;
  return threads <= granted;
}

}  // namespace tileglot::relayout::cpu
