// SPDX-License-Identifier: Apache-2.0
// setup.h: process-wide setup of signals, and errors outside of requests.
//
// What     start_process() makes file faults arrive as errors instead of signals: pages that are
//          lost while they are read, and files that grow past the limit of the system. If a
//          destructor runs out of memory, the program ends as any request without memory does.
//          catch_interrupts() lets long work end in order. stdin_error is the error
//          of a stream that no request reads.
// Why      Signals and streams belong to the program, so the library does not touch them by itself;
//          every front end needs the same.
// Errors   Those of os_error.h.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/io/file/lost_pages.h"

namespace tileglot::api::files {

/// Call once, before the first request.
void start_process();

/// For a host that handles signals itself: lost pages arrive as errors while one of these lives.
using FaultsAsErrors = io::CaughtLostPages;

/// From now on the first SIGINT or SIGTERM sets is_interrupted() instead of ending the process.
void catch_interrupts();
bool is_interrupted();

/// The error to report when reading stdin failed with this errno.
core::Error stdin_error(int error_number);

}  // namespace tileglot::api::files
