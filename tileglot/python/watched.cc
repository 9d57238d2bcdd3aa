// SPDX-License-Identifier: Apache-2.0
#include "tileglot/python/watched.h"

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/python/errors.h"
#include "tileglot/python/released_gil.h"
#include "tileglot/relayout/cpu/watch.h"

namespace tileglot::python {
namespace {

constexpr auto kPatience = std::chrono::milliseconds(50);

/// What both threads see.
struct Work {
  std::mutex mutex = {};
  std::condition_variable ended = {};
  bool is_done = false;
  core::Status status = {};
  std::exception_ptr thrown = {};
  std::atomic<bool> stop = false;
  std::atomic<std::int64_t> done_bytes = 0;
  std::atomic<std::int64_t> all_bytes = 0;

  relayout::cpu::Watch listener() {
    return {.report = [this](relayout::cpu::Progress p) {
      done_bytes = p.done_bytes;
      all_bytes = p.all_bytes;
      return !stop;
    }};
  }
  void end(core::Status with) {
    const std::lock_guard lock(mutex);
    status = std::move(with);
    is_done = true;
    ended.notify_one();
  }
  bool wait() {
    const ReleasedGil released;
    std::unique_lock lock(mutex);
    return ended.wait_for(lock, kPatience, [this] { return is_done; });
  }
};

void report(nb::handle progress, const Work& work) {
  if (progress.is_none() || work.all_bytes == 0) return;
  nb::module_::import_("tileglot._results")
      .attr("report")(progress, work.done_bytes.load(), work.all_bytes.load());
}

/// Listens until the work ends; what was raised meanwhile.
std::exception_ptr listen(nb::handle progress, Work& work) {
  std::exception_ptr raised;
  while (!work.wait()) {
    if (raised) continue;
    try {
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
      report(progress, work);
    } catch (...) {
      work.stop = true;
      raised = std::current_exception();
    }
  }
  return raised;
}

}  // namespace

void watch(nb::handle progress,
           const std::function<core::Status(const relayout::cpu::Watch&)>& work) {
  Work shared;
  std::thread worker([&] {
    try {
      shared.end(work(shared.listener()));
    } catch (...) {
      shared.thrown = std::current_exception();
      shared.end({});
    }
  });
  const std::exception_ptr raised = listen(progress, shared);
  {
    const ReleasedGil released;
    worker.join();
  }
  if (raised) std::rethrow_exception(raised);
  if (shared.thrown) std::rethrow_exception(shared.thrown);
  check(shared.status);
  report(progress, shared);
}

}  // namespace tileglot::python
