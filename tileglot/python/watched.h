// SPDX-License-Identifier: Apache-2.0
// watched.h: long work, while Python listens.
//
// What     listen(work, tell) runs work(stop) on a helper thread. The calling thread checks for Ctrl-C
//          and calls `tell` every 50 ms; what either raises sets `stop`. watch is the same of a move,
//          with a report at the end.
// Why      Python's signals are handled in its main thread only, and the library reports from any.
// Errors   The exception of `tell`, or KeyboardInterrupt; those of the work. RuntimeError in a process
//          that `tell` forked.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <functional>

#include "tileglot/core/error.h"
#include "tileglot/relayout/cpu/watch.h"

namespace tileglot::python {

using Stop = std::atomic<bool>;

void listen(const std::function<void(const Stop&)>& work, const std::function<void()>& tell);

void watch(nanobind::handle progress,
           const std::function<core::Status(const relayout::cpu::Watch&)>& work);

}  // namespace tileglot::python
