// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/checkpoint/crew.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <new>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "tileglot/api/reply/process.h"
#include "tileglot/core/error.h"

namespace tileglot::api {
namespace {

constexpr std::chrono::milliseconds kWatchEvery{20};

class Crew {
 public:
  Crew(std::int64_t tasks, const CrewTask& body) : tasks_(tasks), body_(body) {}

  void work(int worker) {
    while (const auto task = take()) {
      if (auto status = done(worker, *task); !status) stop(std::move(status).error());
    }
    const std::lock_guard lock(mutex_);
    --working_;
    changed_.notify_all();
  }

  void begin_with(int threads) { working_ = threads; }

  /// Continues with `threads` when the system gives no more; without any, stops the work.
  void go_on_with(int threads, int meant) {
    if (threads == 0) stop(memory_error());
    const std::lock_guard lock(mutex_);
    working_ -= meant - threads;
  }

  /// Returns when every worker has left.
  void watch(const std::function<bool()>& watch) {
    std::unique_lock lock(mutex_);
    bool is_last = false;
    while (!is_last) {
      changed_.wait_for(lock, kWatchEvery, [&] { return working_ == 0; });
      is_last = working_ == 0;
      lock.unlock();
      const bool goes_on = watch();
      if (!goes_on) stop(interrupted());
      lock.lock();
    }
  }

  core::Status result() {
    if (error_) return core::fail(std::move(*error_));
    return {};
  }

 private:
  static core::Error interrupted() {
    return {{.code = "io.interrupted",
             .message = "the work was interrupted",
             .help = "the same command goes on with what is finished"}};
  }

  std::optional<std::int64_t> take() {
    const std::lock_guard lock(mutex_);
    if (error_ || next_ == tasks_) return std::nullopt;
    return next_++;
  }

  core::Status done(int worker, std::int64_t task) const {
    try {
      return body_(worker, task);
    } catch (const std::bad_alloc&) {
      return core::fail(memory_error());
    }
  }

  /// An error after all tasks are done changes nothing.
  void stop(core::Error error) {
    const std::lock_guard lock(mutex_);
    if (!error_ && (next_ < tasks_ || working_ > 0)) error_ = std::move(error);
  }

  std::int64_t tasks_;
  const CrewTask& body_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::int64_t next_ = 0;
  int working_ = 0;
  std::optional<core::Error> error_;
};

}  // namespace

core::Status run_crew(int threads, std::int64_t tasks, const CrewTask& body,
                      const std::function<bool()>& watch) {
  Crew crew(tasks, body);
  const int workers = static_cast<int>(std::clamp<std::int64_t>(tasks, 1, threads));
  crew.begin_with(workers);
  std::vector<std::jthread> hired;
  hired.reserve(static_cast<std::size_t>(workers));
  for (int worker = 0; worker < workers; ++worker) {
    try {
      hired.emplace_back([&crew, worker] { crew.work(worker); });
    } catch (const std::system_error&) {
      crew.go_on_with(worker, workers);
      break;
    }
  }
  crew.watch(watch);
  hired.clear();
  return crew.result();
}

}  // namespace tileglot::api
