// SPDX-License-Identifier: Apache-2.0
// thread_pool.h: threads of the one pool, oneTBB's, for one piece of work.
//
// What     ThreadPool(n).run(tasks, f) calls f(0) .. f(tasks-1), on this thread or on n; 0 means as
//          many as the processor runs. WorkersBeside(n, f) calls f(0) .. f(n-1) on other threads,
//          and leaves the calling thread free. Where the system refuses threads, a ThreadPool is
//          the calling thread alone.
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

#include "tileglot/relayout/cpu/detail/granted_threads.h"
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

/// Allows so many threads. Without it, asking for more than the processor runs gets a warning and
/// fewer.
class ThreadLimit {
 public:
  explicit ThreadLimit(int threads) {
    if (threads > tbb::info::default_concurrency()) {
      limit_.emplace(tbb::global_control::max_allowed_parallelism, threads);
    }
  }

 private:
  std::optional<tbb::global_control> limit_;
};

/// Work is cut into more tasks than threads, for threads that start late.
inline constexpr std::int64_t kTasksPerThread = 8;

class ThreadPool {
 public:
  /// No arena is made for one thread.
  explicit ThreadPool(int threads) : threads_(threads == 1 ? 1 : threads_meant(threads)) {
    if (threads_ > 1 && !grants_threads(threads_ - 1)) threads_ = 1;
    if (threads_ == 1) return;
    arena_.emplace(threads_);
    limit_.emplace(threads_);
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
  std::optional<ThreadLimit> limit_;
  std::optional<tbb::task_arena> arena_;
};

/// Where the pool has fewer threads, some calls begin after others have ended.
class WorkersBeside {
 public:
  /// Precondition: grants_threads(workers).
  WorkersBeside(int workers, const std::function<void(int)>& work)
      : limit_(workers + 1), arena_(workers, 0) {
    for (int worker = 0; worker < workers; ++worker) begin([work, worker] { work(worker); });
  }

 private:
#ifdef TILEGLOT_PLAIN_THREADS
  void begin(const std::function<void()>& work) { threads_.emplace_back(work); }

  std::vector<std::jthread> threads_;
#else
  void begin(const std::function<void()>& work) { arena_.enqueue(work); }
#endif

  ThreadLimit limit_;  ///< counts the calling thread too, which takes no place in the arena
  tbb::task_arena arena_;
};

}  // namespace tileglot::relayout::cpu
