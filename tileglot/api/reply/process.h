// SPDX-License-Identifier: Apache-2.0
// process.h: what a program does around its requests.
//
// What     start_process() makes faults of files arrive as errors instead of signals: pages that
//          are lost while they are read, and files that grow past the limit of the system.
//          A destructor that finds no memory ends the program as any request without memory does.
//          catch_interrupts() lets long work end in order. stdin_failure and memory_failure are
//          the failures that no request can return.
// Why      Signals and streams belong to the program, so the library does not touch them by
//          itself; and each door would do the same.
// Errors   io.memory; those of os_error.h.
#pragma once

#include "tileglot/api/reply/reply.h"

namespace tileglot::api {

/// Once, before the first request.
void start_process();

/// From now on the first SIGINT or SIGTERM does not end the process but is_interrupted().
void catch_interrupts();
bool is_interrupted();

/// After reading stdin failed with this errno.
Failure stdin_failure(int error_number);

/// After std::bad_alloc.
Failure memory_failure();

}  // namespace tileglot::api
