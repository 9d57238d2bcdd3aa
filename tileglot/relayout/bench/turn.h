// SPDX-License-Identifier: Apache-2.0
// turn.h: one benchmark at a time on this machine.
//
// What     While a Turn exists, no other process has one; its constructor waits. It is a lock on a
//          temporary file, which the system releases when a process ends.
// Why      Two benchmarks running at once, each with a raised priority, measure each other.
// Errors   None: if the file cannot be created, the constructor does not wait.
#pragma once

#include <string>

namespace tileglot::relayout::bench {

class Turn {
 public:
  explicit Turn(const std::string& name = "tileglot-bench.lock");
  ~Turn();
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  int file_ = -1;
};

}  // namespace tileglot::relayout::bench
