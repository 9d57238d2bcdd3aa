// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/tasks.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/relayout/cpu/detail/granted_threads.h"
#include "tileglot/relayout/cpu/detail/thread_pool.h"

namespace tileglot::relayout::cpu {
namespace {

constexpr std::chrono::milliseconds kWatchEvery{20};

core::Status done(const Task& body, int worker, std::int64_t task) {
  try {
    return body(worker, task);
  } catch (const std::bad_alloc&) {
    return core::fail(core::memory_error());
  }
}

class Work {
 public:
  Work(std::int64_t tasks, const Task& body) : tasks_(tasks), body_(body) {}

  /// If no task is left, the body is not touched: its owner may be gone.
  void work(int worker) {
    if (!enter()) return;
    while (const auto task = take()) {
      if (auto status = done(body_, worker, *task); !status) stop(std::move(status).error());
    }
    const std::lock_guard lock(mutex_);
    --working_;
    changed_.notify_all();
  }

  /// An error after all tasks are done changes nothing.
  void stop(core::Error error) {
    const std::lock_guard lock(mutex_);
    if (!error_ && (next_ < tasks_ || working_ > 0)) error_ = std::move(error);
  }

  /// Returns when no task is left and every worker has left.
  core::Status watch(const std::function<core::Status()>& watch) {
    std::unique_lock lock(mutex_);
    bool is_last = false;
    while (!is_last) {
      is_last = changed_.wait_for(lock, kWatchEvery, [&] { return is_empty() && working_ == 0; });
      lock.unlock();
      auto status = watch();
      if (!status) stop(std::move(status).error());
      lock.lock();
    }
    if (error_) return core::fail(std::move(*error_));
    return {};
  }

 private:
  /// Precondition: the caller has the lock.
  bool is_empty() const { return error_ || next_ == tasks_; }

  bool enter() {
    const std::lock_guard lock(mutex_);
    if (is_empty()) return false;
    ++working_;
    return true;
  }

  std::optional<std::int64_t> take() {
    const std::lock_guard lock(mutex_);
    if (is_empty()) return std::nullopt;
    return next_++;
  }

  std::int64_t tasks_;
  const Task& body_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::int64_t next_ = 0;
  int working_ = 0;
  std::optional<core::Error> error_;
};

core::Status run_on_this_thread(std::int64_t tasks, const Task& body,
                                const std::function<core::Status()>& watch) {
  for (std::int64_t task = 0; task < tasks; ++task) {
    TILEGLOT_TRY_STATUS(watch());
    TILEGLOT_TRY_STATUS(done(body, 0, task));
  }
  static_cast<void>(watch());  // An error after all tasks are done changes nothing.
  return {};
}

}  // namespace

core::Status run_tasks(int threads, std::int64_t tasks, const Task& body,
                       const std::function<core::Status()>& watch) {
  const int workers = static_cast<int>(std::clamp<std::int64_t>(tasks, 1, threads));
  if (!grants_threads(workers)) return run_on_this_thread(tasks, body, watch);
  // Workers that begin late find it after this function has returned.
  const auto work = std::make_shared<Work>(tasks, body);
  const WorkersBeside pool(workers, [work](int worker) { work->work(worker); });
  return work->watch(watch);
}

}  // namespace tileglot::relayout::cpu
