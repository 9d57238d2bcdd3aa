// SPDX-License-Identifier: Apache-2.0
#include "tileglot/python/watched.h"

#include <nanobind/nanobind.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
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
  std::exception_ptr thrown = {};
  Stop stop = false;

  void end(std::exception_ptr with) {
    const std::lock_guard lock(mutex);
    thrown = std::move(with);
    is_done = true;
    ended.notify_one();
  }
  bool wait() {
    const ReleasedGil released;
    std::unique_lock lock(mutex);
    return ended.wait_for(lock, kPatience, [this] { return is_done; });
  }
};

/// A process that `tell` forked has a copy of the caller, but not of the helper.
[[noreturn]] void refuse_in_child() {
  PyErr_SetString(PyExc_RuntimeError,
                  "the process was forked during a move, which goes on in its parent only");
  throw nb::python_error();
}

/// Listens until the work ends; what was raised meanwhile.
std::exception_ptr raised_meanwhile(Work& work, const std::function<void()>& tell, pid_t caller) {
  std::exception_ptr raised;
  while (::getpid() == caller && !work.wait()) {
    if (raised) continue;
    try {
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
      tell();
    } catch (...) {
      work.stop = true;
      raised = std::current_exception();
    }
  }
  return raised;
}

}  // namespace

void listen(const std::function<void(const Stop&)>& work, const std::function<void()>& tell) {
  const pid_t caller = ::getpid();
  auto shared = std::make_unique<Work>();
  auto worker = std::make_unique<std::thread>([&work, &shared = *shared] {
    std::exception_ptr thrown;
    try {
      work(shared.stop);
    } catch (...) {
      thrown = std::current_exception();
    }
    shared.end(std::move(thrown));
  });
  const std::exception_ptr raised = raised_meanwhile(*shared, tell, caller);
  if (::getpid() != caller) {
    // What belongs to a thread that is not here can be neither joined nor destroyed.
    [[maybe_unused]] const std::thread* const thread = worker.release();
    [[maybe_unused]] const Work* const left = shared.release();
    if (raised) std::rethrow_exception(raised);
    refuse_in_child();
  }
  {
    const ReleasedGil released;
    worker->join();
  }
  if (raised) std::rethrow_exception(raised);
  if (shared->thrown) std::rethrow_exception(shared->thrown);
}

void watch(nb::handle progress,
           const std::function<core::Status(const relayout::cpu::Watch&)>& work) {
  std::atomic<std::int64_t> done_bytes = 0;
  std::atomic<std::int64_t> all_bytes = 0;
  core::Status status;
  const auto tell = [&] {
    if (progress.is_none() || all_bytes == 0) return;
    nb::module_::import_("tileglot._results")
        .attr("report")(progress, done_bytes.load(), all_bytes.load());
  };
  listen(
      [&](const Stop& stop) {
        status = work({.report = [&](relayout::cpu::Progress p) {
          done_bytes = p.done_bytes;
          all_bytes = p.all_bytes;
          return !stop;
        }});
      },
      tell);
  check(status);
  tell();
}

}  // namespace tileglot::python
