// SPDX-License-Identifier: Apache-2.0
// team.h: a thread pool for one piece of work.
//
// What     Team(n).run(tasks, f) calls f(0) .. f(tasks-1), on this thread or on n; 0 means as many
//          as the processor runs.
// Why      The caller chooses the number of threads, even if it exceeds the processor's, so that
//          tests can provoke races.
#pragma once

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <cstdint>
#include <functional>
#include <optional>

#include "tileglot/relayout/cpu/threads.h"

// ThreadSanitizer does not see how the installed oneTBB, which is built without it, hands work over
// and reports each hand-over as a race. Under it the tasks run on plain threads, so that any report
// is a race of ours.
#if defined(__SANITIZE_THREAD__)
#define TILEGLOT_PLAIN_THREADS 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define TILEGLOT_PLAIN_THREADS 1
#endif
#endif
#ifdef TILEGLOT_PLAIN_THREADS
#include <atomic>
#include <thread>
#include <vector>
#endif

namespace tileglot::relayout::cpu {

/// Work is cut into more tasks than threads, for threads that start late.
inline constexpr std::int64_t kTasksPerThread = 8;

class Team {
 public:
  /// No arena is made for one thread.
  explicit Team(int threads) : threads_(threads == 1 ? 1 : threads_meant(threads)) {
    if (threads_ == 1) return;
    arena_.emplace(threads_);
    // Without this, asking for more threads than the processor runs gets a warning and fewer.
    if (threads_ > tbb::info::default_concurrency()) {
      limit_.emplace(tbb::global_control::max_allowed_parallelism, threads_);
    }
  }

  int threads() const { return threads_; }

  /// The number of tasks to cut work into.
  std::int64_t tasks() const { return threads_ == 1 ? 1 : threads_ * kTasksPerThread; }

  void run(std::int64_t tasks, const std::function<void(std::int64_t)>& task) {
    if (threads_ == 1 || tasks == 1) {
      for (std::int64_t i = 0; i < tasks; ++i) task(i);
      return;
    }
    run_in_parallel(tasks, task);
  }

 private:
#ifdef TILEGLOT_PLAIN_THREADS
  void run_in_parallel(std::int64_t tasks, const std::function<void(std::int64_t)>& task) const {
    std::atomic<std::int64_t> next = 0;
    const auto work = [&] {
      for (std::int64_t i = next++; i < tasks; i = next++) task(i);
    };
    std::vector<std::thread> threads;
    for (int t = 0; t < threads_; ++t) threads.emplace_back(work);
    for (std::thread& thread : threads) thread.join();
  }
#else
  void run_in_parallel(std::int64_t tasks, const std::function<void(std::int64_t)>& task) {
    arena_->execute([&] { tbb::parallel_for(std::int64_t{0}, tasks, task); });
  }
#endif

  int threads_;
  std::optional<tbb::global_control> limit_;
  std::optional<tbb::task_arena> arena_;
};

}  // namespace tileglot::relayout::cpu
