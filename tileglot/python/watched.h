// SPDX-License-Identifier: Apache-2.0
// watched.h: long work, while Python listens.
//
// What     watch(progress, work) runs work(report) on a helper thread. The calling thread checks for
//          Ctrl-C and calls `progress` every 50 ms; what either raises cancels the work.
// Why      Python's signals are handled in its main thread only, and the library reports from any.
// Errors   The exception of `progress`, or KeyboardInterrupt; those of the work.
#pragma once

#include <nanobind/nanobind.h>

#include <functional>

#include "tileglot/core/error.h"
#include "tileglot/relayout/cpu/watch.h"

namespace tileglot::python {

void watch(nanobind::handle progress,
           const std::function<core::Status(const relayout::cpu::Watch&)>& work);

}  // namespace tileglot::python
