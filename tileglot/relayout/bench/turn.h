// SPDX-License-Identifier: Apache-2.0
// turn.h: one benchmark at a time on this machine.
//
// What     While a Turn lives, no other process has one; its constructor waits. It is a lock on a
//          file for temporary ones, which the system takes back from a process that ends.
// Why      Two that measure at once, each with a raised priority, measure each other.
// Errors   None: where there can be no such file, nobody waits.
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
