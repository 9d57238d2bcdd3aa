// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/bench/pinned_thread_pool.h"

#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace tileglot::relayout::bench {
namespace {

constexpr int kHighest = -20;

cpu_set_t set_of(std::span<const int> processors) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int cpu : processors) CPU_SET(static_cast<std::size_t>(cpu), &set);
  return set;
}

void run_on(pid_t thread, std::span<const int> processors) {
  const cpu_set_t set = set_of(processors);
  (void)sched_setaffinity(thread, sizeof(set), &set);
}

}  // namespace

PinnedThreadPool::PinnedThreadPool(int threads) {
  others_.reserve(static_cast<std::size_t>(threads - 1));
  for (int number = 1; number < threads; ++number) {
    others_.emplace_back([this, number] { serve(number); });
  }
}

PinnedThreadPool::~PinnedThreadPool() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  begin_.notify_all();
  for (std::thread& other : others_) other.join();
}

void PinnedThreadPool::run(const std::function<void(int)>& work) {
  {
    const std::lock_guard lock(mutex_);
    work_ = &work;
    busy_ = static_cast<int>(others_.size());
    ++round_;
  }
  begin_.notify_all();
  work(0);
  std::unique_lock lock(mutex_);
  end_.wait(lock, [this] { return busy_ == 0; });
}

void PinnedThreadPool::serve(int number) {
  std::uint64_t served = 0;
  for (;;) {
    std::unique_lock lock(mutex_);
    begin_.wait(lock, [&] { return stop_ || round_ != served; });
    if (stop_) return;
    served = round_;
    const std::function<void(int)>& work = *work_;
    lock.unlock();
    work(number);
    lock.lock();
    if (--busy_ == 0) end_.notify_one();
  }
}

void pin_threads(std::span<const int> processors) {
  if (processors.size() < 2) return;
  const pid_t first = getpid();
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task", none)) {
    const auto thread = static_cast<pid_t>(std::atoi(entry.path().filename().c_str()));
    run_on(thread, thread == first ? processors.first(1) : processors.subspan(1));
  }
}

double seconds_waited() {
  double nanoseconds = 0;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task", none)) {
    std::ifstream file(entry.path() / "schedstat");
    double ran = 0;
    double waited = 0;
    if (file >> ran >> waited) nanoseconds += waited;
  }
  return nanoseconds * 1e-9;
}

bool raise_priority() {
  // If the system first divides its time among sessions, the session's priority is raised too.
  std::ofstream("/proc/self/autogroup") << kHighest;
  return setpriority(PRIO_PROCESS, 0, kHighest) == 0;
}

void let_run_anywhere(std::span<const int> processors) { run_on(0, processors); }

}  // namespace tileglot::relayout::bench
