// SPDX-License-Identifier: Apache-2.0
#include "tileglot/python/released_gil.h"

#include <nanobind/nanobind.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace tileglot::python {
namespace {

namespace nb = nanobind;

/// How many sections there are, and whether more may begin.
class Gate {
 public:
  void enter() {
    std::unique_lock lock(mutex_);
    wait(lock, [this] { return !is_closed_ || closer_ == std::this_thread::get_id(); });
    ++inside_;
  }
  void leave() {
    const std::lock_guard lock(mutex_);
    --inside_;
    changed_.notify_all();
  }
  /// Returns when nobody is inside.
  void close() {
    std::unique_lock lock(mutex_);
    is_closed_ = true;
    closer_ = std::this_thread::get_id();
    wait(lock, [this] { return inside_ == 0; });
  }
  void open() {
    const std::lock_guard lock(mutex_);
    is_closed_ = false;
    changed_.notify_all();
  }

 private:
  /// std::condition_variable::wait is in no libstdc++ before GCC 12's, which would bar the wheel from
  /// systems with glibc 2.34.
  template <class Predicate>
  void wait(std::unique_lock<std::mutex>& lock, Predicate is_true) {
    while (!changed_.wait_for(lock, std::chrono::hours(1), is_true)) continue;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  int inside_ = 0;
  bool is_closed_ = false;
  std::thread::id closer_;  ///< may still enter: it forks, or runs the last functions of Python
};

/// Never destroyed: daemon threads may wait at it when the process ends.
Gate* current = nullptr;

Gate& gate() { return *current; }

void close() {
  const nb::gil_scoped_release release;
  gate().close();
}

void open() { gate().open(); }

bool forked = false;

void begin_child() {
  forked = true;
  // The old one may have waiters, none of which is in this process.
  current = new Gate;
}

}  // namespace

ReleasedGil::ReleasedGil() : state_(PyEval_SaveThread()) { gate().enter(); }

ReleasedGil::~ReleasedGil() {
  PyEval_RestoreThread(state_);
  gate().leave();
}

bool is_forked() { return forked; }

void bind_released_gil(nb::module_& module) {
  current = new Gate;
  module.def("_close_gate", close);
  module.def("_open_gate", open);
  module.def("_begin_child", begin_child);
  const nb::object closing = module.attr("_close_gate");
  const nb::object opening = module.attr("_open_gate");
  nb::module_::import_("atexit").attr("register")(closing);
  nb::module_::import_("os").attr("register_at_fork")(
      nb::arg("before") = closing, nb::arg("after_in_parent") = opening,
      nb::arg("after_in_child") = module.attr("_begin_child"));
}

}  // namespace tileglot::python
