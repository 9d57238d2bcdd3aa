// SPDX-License-Identifier: Apache-2.0
// crew.h: threads that take one task after the other, and somebody who watches them.
//
// What     run_crew(threads, tasks, body, watch) calls body(worker, task) for each task, in order
//          of their numbers as far as threads allow. The calling thread calls watch() every 20
//          milliseconds and at the end; where it gives false, no further task is begun.
// Why      Each task reads, moves and writes a piece, so that the disk, the memory and the
//          processor work at once; progress and interrupts belong to the caller.
// Errors   The first of the body's; io.interrupted; io.memory where a task ran out of it, or no
//          thread can be begun.
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
