// SPDX-License-Identifier: Apache-2.0
// pinned_thread_pool.h: a pinned thread pool, one thread per processor.
//
// What     PinnedThreadPool(processors).run(f) calls f(0) .. f(n-1) concurrently, f(0) on the
//          calling thread. pin_threads moves every thread of the process, including those of other
//          libraries: the first to the first processor, all others to the rest.
// Why      Used for multi-threaded memcpy and streaming copies, and for flushing every core's
//          caches. A thread that the system migrates between samples measures the system.
// Units    Processors as the system numbers them.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

namespace tileglot::relayout::bench {

class PinnedThreadPool {
 public:
  explicit PinnedThreadPool(int threads);
  ~PinnedThreadPool();
  PinnedThreadPool(const PinnedThreadPool&) = delete;
  PinnedThreadPool& operator=(const PinnedThreadPool&) = delete;

  int threads() const { return static_cast<int>(others_.size()) + 1; }
  void run(const std::function<void(int)>& work);

 private:
  void serve(int number);

  std::mutex mutex_;
  std::condition_variable begin_;
  std::condition_variable end_;
  const std::function<void(int)>* work_ = nullptr;
  std::uint64_t round_ = 0;
  int busy_ = 0;
  bool stop_ = false;
  std::vector<std::thread> others_;
};

/// Called by the first thread. If the system refuses, threads stay where they are.
void pin_threads(std::span<const int> processors);

/// How long the threads of this process have waited for a processor until now, in total; 0 if the
/// system does not report it.
double seconds_waited();

/// Raises the priority above all else on the machine, for later threads too. False if the system
/// refuses.
bool raise_priority();

/// Lets the calling thread run on all `processors`; new threads inherit this from their creator.
void let_run_anywhere(std::span<const int> processors);

}  // namespace tileglot::relayout::bench
