// SPDX-License-Identifier: Apache-2.0
// released_gil.h: work while other Python threads run.
//
// What     A ReleasedGil gives the interpreter's lock to other threads as long as it lives.
//          bind_released_gil makes the exit of the interpreter, and os.fork, wait until none is
//          left; none begins after an exit or during a fork.
// Why      A daemon thread that asks for the lock after the interpreter has ended is unwound, which
//          C++ answers with std::terminate; and a fork copies locks that other threads hold.
#pragma once

#include <nanobind/nanobind.h>

namespace tileglot::python {

class ReleasedGil {
 public:
  ReleasedGil();
  ReleasedGil(ReleasedGil&&) = delete;
  ~ReleasedGil();

 private:
  PyThreadState* state_;
};

/// A process that os.fork made: it has none of the threads that oneTBB counts on.
bool is_forked();

void bind_released_gil(nanobind::module_& module);

}  // namespace tileglot::python
