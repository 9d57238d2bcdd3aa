// SPDX-License-Identifier: Apache-2.0
// tasks.h: numbered tasks on several threads, while the calling thread watches.
//
// What     run_tasks(threads, tasks, body, watch) calls body(worker, task) for each task; tasks
//          start in the order of their numbers. The calling thread calls watch() every 20
//          milliseconds and at the end; once it returns an error, no further task is started.
// Why      Each task reads, moves and writes a piece, so that the disk, the memory and the
//          processor work at once; progress and interrupts belong to the caller. Where the system
//          refuses threads, the calling thread does the tasks, and watches between them.
// Example  Writing a model: a task is a piece of a tensor, and watch() draws the progress.
//          [tests: tasks_test.cc, "every task is done once"]
// Errors   The first error of the body or of the watch; io.memory if a task runs out of memory.
#pragma once

#include <cstdint>
#include <functional>

#include "tileglot/core/error.h"

namespace tileglot::relayout::cpu {

/// Workers have the numbers 0 .. threads - 1; no two tasks of one worker run at the same time.
using Task = std::function<core::Status(int worker, std::int64_t task)>;

/// Precondition: threads >= 1.
core::Status run_tasks(int threads, std::int64_t tasks, const Task& body,
                       const std::function<core::Status()>& watch);

}  // namespace tileglot::relayout::cpu
