// SPDX-License-Identifier: Apache-2.0
// child.h: runs other programs to completion.
//
// What     run_child(request) starts a program with arguments, feeds it a text, and returns how it
//          ended and what it wrote. No shell interprets the arguments.
// How      Input and outputs are unnamed files, so that neither side ever waits for the other.
// Units    Seconds; 0: no limit. A program that is still running after that is killed, with its
//          children.
// Example  run_child({.program = "cat", .input = "a"}) has the output "a" and the status 0.
//          [tests: child_test.cc, "a program is fed and answers"]
// Errors   The request's `missing` if there is no such program; process.time if its time is over;
//          those of os_error.h.
#pragma once

#include <string>
#include <vector>

#include "tileglot/core/error.h"

namespace tileglot::api::files {

struct ChildRequest {
  std::string program = {};  ///< a name to look up in PATH, or a path
  std::vector<std::string> arguments = {};
  std::string input = {};
  std::string folder = {};  ///< where it runs; nothing: the current folder
  double seconds = 0;
  core::Error missing = {};
};

struct ChildAnswer {
  int status = 0;  ///< as waitpid returns it
  std::string output = {};
  std::string errors = {};
};

core::Result<ChildAnswer> run_child(const ChildRequest& request);

/// `it ended with 1`, `it was ended by signal 9`.
std::string end_text(int status);

}  // namespace tileglot::api::files
