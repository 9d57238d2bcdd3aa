// SPDX-License-Identifier: Apache-2.0
// child_process.h: other programs, run to their end.
//
// What     run_child(request) starts a program with arguments, feeds it a text, and answers how it ended and
//          what it wrote. No shell reads what is passed.
// How      Input and outputs are files without a name, so that neither side ever waits for the other.
// Units    Seconds; 0: as long as it takes. A program that is still running then is killed, with what it
//          started.
// Example  run_child({.program = "cat", .input = "a"}) has the output "a" and the status 0.
//          [tests: child_process_test.cc, "a program is fed and answers"]
// Errors   The request's `missing` where there is no such program; process.time where its time is over;
//          those of os_error.h.
#pragma once

#include <string>
#include <vector>

#include "tileglot/core/error.h"

namespace tileglot::api {

struct ChildRequest {
  std::string program = {};  ///< a name that is looked for in PATH, or a path
  std::vector<std::string> arguments = {};
  std::string input = {};
  std::string folder = {};  ///< where it runs; nothing: here
  double seconds = 0;
  core::Error missing = {};
};

struct ChildAnswer {
  int status = 0;  ///< as waitpid gives it
  std::string output = {};
  std::string errors = {};
};

core::Result<ChildAnswer> run_child(const ChildRequest& request);

/// `it ended with 1`, `it was ended by signal 9`.
std::string end_text(int status);

}  // namespace tileglot::api
