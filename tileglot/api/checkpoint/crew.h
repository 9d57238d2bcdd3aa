// SPDX-License-Identifier: Apache-2.0
// crew.h: worker threads and a progress callback.
//
// What     run_crew(threads, tasks, body, watch) calls body(worker, task) for each task; tasks
//          start in the order of their numbers. The calling thread calls watch() every 20
//          milliseconds and at the end; once it returns false, no further task is started.
// Why      Each task reads, moves and writes a piece, so that the disk, the memory and the
//          processor work at once; progress and interrupts belong to the caller.
// Errors   The first error of the body; io.interrupted; io.memory if a task runs out of memory or
//          no thread can be started.
#pragma once

#include <cstdint>
#include <functional>

#include "tileglot/core/error.h"

namespace tileglot::api {

using CrewTask = std::function<core::Status(int worker, std::int64_t task)>;

/// Precondition: threads >= 1.
core::Status run_crew(int threads, std::int64_t tasks, const CrewTask& body,
                      const std::function<bool()>& watch);

}  // namespace tileglot::api
